import type { NearestRule, OutsideRule } from '../domain/effect-rule'
import type { NamingFolders } from '../domain/named-path'
import { withinQuotes } from '../domain/within-quotes'
import { pathInWords } from './path'
import { messages, upperFirst } from './spoken'

/** So much of what lies outside is named in a sentence. */
const mostNamed = 2

function part(it: OutsideRule, naming: NamingFolders | undefined): string {
  const say = messages().outsideRule
  switch (it.kind) {
    case 'writes':
      return say.writes(pathInWords(it.path, naming))
    case 'deletes': {
      const path = pathInWords(it.path, naming)
      return it.unsaved === undefined ? say.deletes(path) : say.unsaved(say.lost(it.unsaved), path)
    }
    case 'files':
      return say.files(it.files, it.most)
    case 'connects':
      return say.connects(it.host)
    case 'level':
      return say.level[it.level]
    case 'unseen':
      return say.unseen
  }
}

/** What the nearest effect rule does not cover, as a sentence. It holds names, which are untrusted. */
export function nearestInWords(
  { rule, outside, more }: NearestRule,
  naming: NamingFolders | undefined,
): string {
  const say = messages().outsideRule
  const named = outside.slice(0, mostNamed).map((each) => part(each, naming))
  const others = outside.length - named.length + more
  const list = [...named, ...(others > 0 ? [say.others(others)] : [])].join(', ')
  return rule === undefined
    ? say.asked(upperFirst(list))
    : say.notCovered(upperFirst(list), withinQuotes(rule))
}
