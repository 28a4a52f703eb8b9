import { type EffectRule } from '@shared/domain/effect-rule'
import { mostOutside, type NearestRule, type OutsideRule } from '@shared/domain/nearest-rule'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import type { GoneFiles } from '../ports/gone-files'
import type { RiskLevel } from '@shared/domain/risk'
import { mayHoldSecrets } from '../assessment/checks/secret-places'
import { inDefaultHome } from '../policy/own-homes'
import { agentFolders } from '../policy/tool-settings'
import { parentOf } from '../shell/paths'
import { fitsCommands, type CommandPattern, type PlainCommands } from './command-pattern'
import { fitsPath, type PathPattern, type PatternPlaces } from './path-pattern'
import { whyRefused } from './refused-pattern'

/** A rule with its patterns read; `where` are absolute, as they are written. Made by `compileRule` alone, which refuses what may be in none. */
export interface CompiledRule {
  readonly rule: EffectRule
  readonly where?: readonly string[]
  readonly commands?: readonly CommandPattern[]
  readonly writes: readonly PathPattern[]
  readonly deletes: readonly PathPattern[]
}

/** What is to be answered, before anything of it ran. */
export interface RuleQuestion {
  /** Whether the session's folder lies in this one, wherever that really is by now. */
  readonly isIn: (folder: string) => boolean
  readonly commands: PlainCommands
  /** Of the checks alone: no model is waited for. */
  readonly level: RiskLevel
}

/** What a command did on copies. `hosts` are those that it wanted, `host:port`. `unseen`: why this is not all of it; absent: it is. */
export interface DoneEffects {
  readonly changes: readonly RehearsalChange[]
  readonly hosts: readonly string[]
  readonly gone: (change: RehearsalChange) => GoneFiles | undefined
  readonly unseen?: string
}

/** What a rule says to it. */
export type RuleAnswer =
  | { readonly kind: 'inside'; readonly rule: EffectRule }
  | { readonly kind: 'outside'; readonly outside: readonly OutsideRule[] }

/** A level that nobody has established counts as medium. */
const rank: Readonly<Record<RiskLevel, number>> = { low: 0, medium: 1, 'not-assessed': 1, high: 2 }

/** Whether a rule is for this at all. What it then did decides. */
export function couldAnswer({ rule, where, commands }: CompiledRule, question: RuleQuestion): boolean {
  if (rank[question.level] > rank[rule.level]) return false
  if (commands !== undefined && !fitsCommands(commands, question.commands)) return false
  return where === undefined || where.some((folder) => question.isIn(folder))
}

/** Settings of agents, and what may hold secrets: always asked about. Of `within` only the names below it count. */
export const isPrivate = (path: string, home: string, within = ''): boolean =>
  path
    .slice(within.length)
    .split('/')
    .some((name) => agentFolders.includes(name)) ||
  (path.startsWith(`${home}/`) && inDefaultHome(path.slice(home.length + 1))) ||
  mayHoldSecrets(path, home)

/** What neither writes nor deletions of any rule are for, nor deletions of the policy's: the same, and what git keeps for itself. */
export const isGuarded = (path: string, home: string, within = ''): boolean =>
  path.slice(within.length).split('/').includes('.git') || isPrivate(path, home, within)

/** Kinds of things that are let come about unasked. */
export const ordinary: ReadonlySet<RehearsalChange['type']> = new Set(['file', 'folder', 'link'])

/** Where a rule is used: the folders that its patterns are read from, and what the program is made of. */
type RulePlaces = PatternPlaces & { readonly engine: readonly string[] }

/** A rule where it is used, which decides what a pattern from the workspace is. */
export interface PlacedRule {
  readonly rule: EffectRule
  readonly places: RulePlaces
  readonly writes: readonly PathPattern[]
  readonly deletes: readonly PathPattern[]
}

/** The patterns of a rule that may be meant in these places; the others cover nothing there. */
export function placeRule({ rule, writes, deletes }: CompiledRule, places: RulePlaces): PlacedRule {
  const allowed = (patterns: readonly PathPattern[]): readonly PathPattern[] =>
    patterns.filter((pattern) => whyRefused(pattern, places) === undefined)
  return { rule, places, writes: allowed(writes), deletes: allowed(deletes) }
}

/** What a rule leaves uncovered of what was done; nothing: it covers all of it. Two rules never add up. */
export function answerByRule(
  compiled: CompiledRule,
  question: RuleQuestion,
  done: DoneEffects,
  places: RulePlaces,
): RuleAnswer {
  return answerPlaced(placeRule(compiled, places), question, done)
}

/** The same for a rule whose places are known. */
export function answerPlaced(
  { rule, places, writes, deletes }: PlacedRule,
  question: RuleQuestion,
  done: DoneEffects,
): RuleAnswer {
  const outside: OutsideRule[] = []
  if (done.unseen !== undefined) outside.push({ kind: 'unseen', because: done.unseen })
  if (rank[question.level] > rank[rule.level])
    outside.push({ kind: 'level', level: question.level === 'high' ? 'high' : 'medium' })
  for (const host of done.hosts) if (!rule.hosts.includes(host)) outside.push({ kind: 'connects', host })
  const fits = (patterns: readonly PathPattern[], path: string, folder: boolean): boolean =>
    !isGuarded(path, places.home) && patterns.some((pattern) => fitsPath(pattern, { path, folder }, places))
  let files = 0
  let unsaved = 0
  const goes = (change: RehearsalChange, path: string): void => {
    const gone = done.gone(change)
    const inside = fits(deletes, path, change.type === 'folder')
    if (inside && gone) {
      files += gone.files
      unsaved += gone.unsaved
      if (unsaved <= (rule.deletes?.unsaved ?? 0)) return
    }
    outside.push({ kind: 'deletes', path, ...(gone && gone.unsaved > 0 && { unsaved: gone.unsaved }) })
  }
  const written = done.changes.map(
    ({ kind, type, path }) =>
      kind !== 'deleted' && ordinary.has(type) && fits(writes, path, type === 'folder'),
  )
  const holding = foldersOf(done.changes.filter((_, at) => written[at]))
  for (const [at, change] of done.changes.entries()) {
    const { kind, type, path, from } = change
    if (kind === 'deleted') {
      goes(change, path)
      continue
    }
    if (kind === 'moved' && from !== undefined) goes(change, from)
    const isForIt = kind === 'created' && type === 'folder' && holding.has(path)
    if (!written[at] && (!isForIt || isGuarded(path, places.home))) outside.push({ kind: 'writes', path })
  }
  const most = rule.deletes?.files ?? 0
  if (files > most) outside.push({ kind: 'files', files, most })
  return outside.length === 0 ? { kind: 'inside', rule } : { kind: 'outside', outside }
}

/** All folders that hold one of these. */
function foldersOf(changes: readonly RehearsalChange[]): ReadonlySet<string> {
  const all = new Set<string>()
  for (const { path } of changes)
    for (let folder = parentOf(path); !all.has(folder); folder = parentOf(folder)) all.add(folder)
  return all
}

/** What rules say together: the first that covers all of it, else the one that leaves the least uncovered; undefined without a rule. */
export type RulesAnswer =
  | { readonly kind: 'inside'; readonly rule: EffectRule }
  | ({ readonly kind: 'outside' } & NearestRule)

/** Asks each rule that is for this. They stand in the order of the file. */
export function answerByRules(
  rules: readonly CompiledRule[],
  question: RuleQuestion,
  done: DoneEffects,
  places: RulePlaces,
): RulesAnswer | undefined {
  let nearest: { readonly rule: string; readonly outside: readonly OutsideRule[] } | undefined
  for (const compiled of rules) {
    if (!couldAnswer(compiled, question)) continue
    const answer = answerByRule(compiled, question, done, places)
    if (answer.kind === 'inside') return answer
    if (nearest === undefined || answer.outside.length < nearest.outside.length)
      nearest = { rule: compiled.rule.name, outside: answer.outside }
  }
  if (!nearest) return undefined
  const { rule, outside } = nearest
  const more = Math.max(0, outside.length - mostOutside)
  return { kind: 'outside', rule, outside: outside.slice(0, mostOutside), more }
}
