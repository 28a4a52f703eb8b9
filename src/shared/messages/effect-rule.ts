import type { EffectRule } from '../domain/effect-rule'
import type { YesEnds } from '../domain/nearest-rule'
import type { BackTest, RuleWidth } from '../domain/offered-rule'
import { filesInWords, joined, listed, numberInWords } from './amounts'
import { effectRule as inEnglish } from '../languages/english/messages/effect-rule'
import { messages, type Wording } from './spoken'

/** In the language that is spoken here. Loaded where rules are shown, and not with the words of each window. */
const words = (): Wording<typeof inEnglish> => messages().effectRule ?? inEnglish

/** What one pattern stands for. */
function patternInWords(pattern: string): string {
  const say = words()
  if (pattern === '**') return say.everythingIn(say.here)
  if (pattern.endsWith('/**')) return say.everythingIn(pattern.slice(0, -3))
  const [, folder, kind] = /^(?:(.*)\/)?(\*\.[^/]+)$/.exec(pattern) ?? []
  if (kind === undefined) return pattern
  return say.kindIn(kind, folder === undefined || folder === '**' ? say.here : folder.replace(/\/\*\*$/, ''))
}

/** What patterns stand for, each once; a folder on the way to another is not named, and neither is what lies in a folder that is meant whole. */
function patternsInWords(patterns: readonly string[]): string {
  const all = [...new Set(patterns)]
  const whole = all.filter((each) => each.endsWith('/**')).map((each) => each.slice(0, -2))
  const named = all.filter(
    (each) =>
      !all.some((other) => other.startsWith(`${each}/`)) &&
      !whole.some((folder) => each.startsWith(folder) && each !== `${folder}**`),
  )
  return listed(named.map(patternInWords))
}

/** How far an offered rule goes: "these 14 files", "*.js in dist", "everything in dist". It holds names, which are untrusted. */
export function widthInWords({
  width,
  files,
  rule,
}: {
  readonly width: RuleWidth
  readonly files: number
  readonly rule: EffectRule
}): string {
  if (width === 'files') return words().theseFiles(files)
  return patternsInWords([...rule.writes, ...(rule.deletes?.below ?? [])])
}

/** All that a rule covers, as clauses. It holds names, which are untrusted. */
export function coversInWords({ writes, deletes, hosts }: EffectRule): string {
  const say = words()
  const clauses = [
    ...(writes.length > 0 ? [say.writes(patternsInWords(writes))] : []),
    ...(deletes ? [say.deletes(filesInWords(deletes.files), patternsInWords(deletes.below))] : []),
    ...(hosts.length > 0 ? [say.hosts(listed(hosts))] : []),
  ]
  return clauses.length === 0 ? say.nothing : joined(clauses)
}

/** What a rule would have answered, as a sentence: "Would have answered 27 of the last 41; among them these 3 that you denied." */
export function backTestInWords({ asked, answered, unknown, denied }: BackTest): string {
  const say = words()
  if (asked === 0) return say.noneOnFile
  const clauses = [
    say.ofLast(numberInWords(answered), numberInWords(asked)),
    ...(denied.length > 0 ? [say.denied(denied.length)] : []),
    ...(unknown > 0 ? [say.unknown(numberInWords(unknown))] : []),
  ]
  return say.wouldHave(clauses.join('; '))
}

/** When a standing yes ends. `moment` says a point in time; the branch is untrusted. */
export function endsInWords(ends: YesEnds | undefined, moment: (at: string) => string): string {
  const say = words()
  const parts = [
    ...(ends?.at === undefined ? [] : [say.endsAt(moment(ends.at))]),
    ...(ends?.runs === undefined ? [] : [say.endsAfter(ends.runs)]),
    ...(ends?.branch === undefined ? [] : [say.endsWith(ends.branch)]),
  ]
  return parts.length === 0 ? say.noEnd : parts.join(', ')
}
