import type { NearestRule, OutsideRule } from '../domain/nearest-rule'
import type { NamingFolders } from '../domain/named-path'
import { withinQuotes } from '../domain/within-quotes'
import { pathInWords } from './path'
import { outsideRule as inEnglish } from '../languages/english/messages/outside-rule'
import { messages, upperFirst, type Wording } from './spoken'

/** In the language that is spoken here. Loaded with what shows it, and not with the words of each window. */
const words = (): Wording<typeof inEnglish> => messages().outsideRule ?? inEnglish

/** So much of what lies outside is named in a sentence. */
const mostNamed = 2

/** How it is said: all of it, or the gravest at a glance, beside which it stands whether what is deleted can be undone here. */
type Manner = 'whole' | 'glance' | 'glance-undoable'

function part(it: OutsideRule, naming: NamingFolders | undefined, manner: Manner = 'whole'): string {
  const say = words()
  switch (it.kind) {
    case 'writes':
      return say.writes(pathInWords(it.path, naming))
    case 'deletes': {
      const path = pathInWords(it.path, naming)
      if (it.unsaved === undefined) return say.deletes(path)
      return (manner === 'glance' ? say.loses : say.unsaved)(say.lost(it.unsaved), path)
    }
    case 'files':
      return say.files(it.files, it.most)
    case 'connects':
      return say.connects(it.host)
    case 'level':
      return say.level[it.level]
    case 'ended':
      return say.ended[it.because]
    case 'unseen':
      return say.unseen
  }
}

/** What the nearest effect rule does not cover, as a sentence. It holds names, which are untrusted. */
export const nearestInWords = (nearest: NearestRule, naming: NamingFolders | undefined): string =>
  sentence(nearest, naming)

/**
 * The gravest of it: first what nobody else has. The details of a request say all. `undoable`: what goes can be undone here, which is said beside it,
 * and so is not lost.
 */
export const nearestAtAGlance = (
  nearest: NearestRule,
  naming: NamingFolders | undefined,
  undoable = false,
): string => {
  const isLost = (it: OutsideRule): boolean => it.kind === 'deletes' && it.unsaved !== undefined
  const outside = nearest.outside.toSorted((one, other) => Number(isLost(other)) - Number(isLost(one)))
  return sentence({ ...nearest, outside }, naming, undoable ? 'glance-undoable' : 'glance')
}

function sentence(
  { rule, outside, more }: NearestRule,
  naming: NamingFolders | undefined,
  manner: Manner = 'whole',
): string {
  const say = words()
  const glance = manner !== 'whole'
  const [first] = outside
  if (rule !== undefined && first?.kind === 'ended')
    return say.wouldHave(withinQuotes(rule), say.ended[first.because])
  const named = outside.slice(0, glance ? 1 : mostNamed).map((each) => part(each, naming, manner))
  const others = outside.length - named.length + more
  const list = [...named, ...(others > 0 ? [say.others(others)] : [])].join(', ')
  if (rule === undefined) return say.asked(upperFirst(list))
  return glance ? say.beyond(list, withinQuotes(rule)) : say.notCovered(upperFirst(list), withinQuotes(rule))
}

/**
 * Whether it is asked about all of so many changes of a rehearsal, and by no rule: who is shown these is told nothing new by it. What would be lost for
 * good always is.
 */
export const isAllOf = ({ rule, outside, more }: NearestRule, changes: number): boolean =>
  rule === undefined &&
  outside.length + more === changes &&
  outside.every(({ kind, ...each }) => kind === 'writes' || (kind === 'deletes' && !('unsaved' in each)))

/** All that was kept of what lies outside, one a line, and how much more there is. It holds names, which are untrusted. */
export function outsideInWords(
  { outside, more }: NearestRule,
  naming: NamingFolders | undefined,
): readonly string[] {
  const lines = outside.map((each) => part(each, naming))
  return [...lines, ...(more > 0 ? [words().others(more)] : [])].map(upperFirst)
}
