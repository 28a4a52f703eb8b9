import { EffectRule } from '@shared/domain/effect-rule'
import type { RuleImportReport } from '@shared/domain/rule-import'
import { hookAgentNames, type HookAgent } from '@shared/domain/hook-agent'
import { FaultError } from '@shared/domain/fault'
import { quoteCommand } from '@shared/domain/quote-shell'
import { ruleImport } from '@shared/messages/rule-import'
import { tooBroad } from '../approvals/broad-pattern'
import type { CommandRule } from '../approvals/rule-text'
import { compileRule, type CompileParts } from '../effect-rules/compile-rule'
import { freeRuleName, ruleToml } from '../effect-rules/rule-toml'
import type { FindPermissions, PermissionFile } from '../ports/agent-permissions'
import type { EffectRuleEdits } from '../ports/effect-rule-edits'
import type { EffectRuleStore } from '../ports/effect-rule-store'
import { isWithin } from '../shell/paths'
import { readClaudePermissions } from './claude-permissions'
import { readCodexRules } from './codex-rules'
import { mayConcern, type StatedEntry } from './stated-entry'

/**
 * What became of one entry. `rule`: it is translated; `there`: rules.toml has it already, under this name; `refused`: it is none, and
 * why. File and entry are untrusted.
 */
export type ImportedEntry = { readonly file: string; readonly entry: string } & (
  | { readonly kind: 'rule'; readonly rule: EffectRule }
  | { readonly kind: 'there'; readonly name: string }
  | { readonly kind: 'refused'; readonly reason: string }
)

/** What entries are translated with. `known`: the rules that there are; `now` in milliseconds: an imported rule ends. */
export interface ImportParts extends CompileParts {
  readonly known: readonly EffectRule[]
  readonly now: number
}

/** How long an imported rule holds. */
const days = 30

interface Stated {
  readonly file: PermissionFile
  readonly stated: StatedEntry
}

async function statedIn(file: PermissionFile, parts: ImportParts): Promise<readonly Stated[]> {
  const entries =
    file.agent === 'codex' ? readCodexRules(file) : await readClaudePermissions(file, parts.parser)
  const none: StatedEntry = {
    ...{ entry: '…', says: 'deny' },
    of: { problem: ruleImport.noFile, program: '' },
  }
  return (entries ?? [none]).map((stated) => ({ file, stated }))
}

const holdsIn = (folder: string | undefined, other: string | undefined): boolean =>
  folder === undefined || other === undefined || isWithin(folder, other) || isWithin(other, folder)

/** An entry of the same agent that asks or denies where this one allows: what it takes away cannot be said in a rule. */
const against = (
  { file, stated }: Stated,
  commands: readonly CommandRule[],
  all: readonly Stated[],
): string | undefined =>
  all.find(
    (other) =>
      other.file.agent === file.agent &&
      other.stated.says !== 'allow' &&
      holdsIn(stated.folder, other.stated.folder) &&
      mayConcern(other.stated, commands),
  )?.stated.entry

const textOf = ({ words, open }: CommandRule): string => `${quoteCommand(words)}${open ? ' *' : ''}`

const homely = (path: string, home: string): string =>
  path !== home && isWithin(path, home) ? `~${path.slice(home.length)}` : path

/** Why an entry is no rule, in words, or the commands that it is one for. */
function readable(
  each: Stated,
  all: readonly Stated[],
): readonly CommandRule[] | { readonly reason: string } {
  const { of, says } = each.stated
  if (says !== 'allow')
    return {
      reason:
        'problem' in of && of.program === ''
          ? of.problem
          : says === 'ask'
            ? ruleImport.asks
            : ruleImport.denies,
    }
  if ('problem' in of) return { reason: of.problem }
  for (const { words: command, open } of of.commands) {
    const broad = open ? tooBroad(command) : undefined
    if (broad !== undefined) return { reason: ruleImport.tooBroad(broad) }
  }
  const other = against(each, of.commands, all)
  return other === undefined ? of.commands : { reason: ruleImport.against(other) }
}

/**
 * Translates the permissions of agents. An allowed command becomes a rule for that command alone, with the effects that a sandbox lets it have unasked: what
 * it writes in the folder of its session; no deletions, no hosts, nothing high, for 30 days (decision 173). No entry makes another wider: what asks or denies is never
 * turned into a yes, and what allows a part of it is not taken over.
 */
export async function importRules(
  files: readonly PermissionFile[],
  parts: ImportParts,
): Promise<readonly ImportedEntry[]> {
  const all = (await Promise.all(files.map((file) => statedIn(file, parts)))).flat()
  const taken = new Set(parts.known.map(({ name }) => name))
  const sameAs = new Map(parts.known.map((rule) => [keyOf(rule), rule.name]))
  const imported: ImportedEntry[] = []
  for (const each of all) {
    const { file, stated } = each
    const about = { file: file.path, entry: stated.entry }
    const commands = readable(each, all)
    if ('reason' in commands) {
      imported.push({ ...about, kind: 'refused', reason: commands.reason })
      continue
    }
    const texts = commands.map(textOf)
    const rule = EffectRule.safeParse({
      name: freeRuleName(`${hookAgentNames[file.agent]}: ${texts.join(', ')}`, taken),
      ...(stated.folder !== undefined && { where: [homely(stated.folder, parts.home)] }),
      commands: texts,
      writes: ['**'],
      level: 'medium',
      ends: { at: new Date(parts.now + days * 86_400_000).toISOString() },
      match: stated.match ?? [],
      no_match: stated.noMatch ?? [],
    })
    const known = rule.success ? sameAs.get(keyOf(rule.data)) : undefined
    if (known !== undefined) {
      imported.push({ ...about, kind: 'there', name: known })
      continue
    }
    const problem = rule.success ? await problemOf(rule.data, parts) : ruleImport.notPlain
    if (!rule.success || problem !== undefined) {
      imported.push({ ...about, kind: 'refused', reason: problem ?? '' })
      continue
    }
    taken.add(rule.data.name)
    sameAs.set(keyOf(rule.data), rule.data.name)
    imported.push({ ...about, kind: 'rule', rule: rule.data })
  }
  return imported
}

/** Two rules for the same commands in the same places are one, whatever their names. */
const keyOf = ({ where, commands }: EffectRule): string => JSON.stringify([where, commands])

async function problemOf(rule: EffectRule, parts: ImportParts): Promise<string | undefined> {
  const read = await compileRule(rule, parts)
  return 'compiled' in read ? undefined : (read.problems[0]?.what ?? '')
}

/** Takes over the permissions of agents. Rejects with a one-line error for a path that is not there, and for what cannot be written. */
export type RuleImport = (question: {
  readonly from?: HookAgent | undefined
  readonly paths: readonly string[]
  readonly write: boolean
}) => Promise<RuleImportReport>

const withoutKind = <T extends { readonly kind: string }>({ kind: _, ...rest }: T): Omit<T, 'kind'> => rest

/** An import from what is found into the file of rules. */
export function createRuleImport({
  find,
  rules: store,
  edits,
  compile,
  now,
}: {
  readonly find: FindPermissions
  readonly rules: EffectRuleStore
  readonly edits: Pick<EffectRuleEdits, 'add'>
  readonly compile: () => CompileParts
  readonly now: () => number
}): RuleImport {
  return async ({ from, paths, write }) => {
    const files = await find({ from, paths })
    const { rules, problem } = await store.load()
    const found = files.map(({ path }) => path)
    if (problem !== undefined)
      return { file: store.file, found, written: false, problem, rules: [], there: [], refused: [] }
    const known = rules.map(({ rule }) => rule)
    const entries = await importRules(files, { ...compile(), known, now: now() })
    const made = entries.flatMap((each) => (each.kind === 'rule' ? [each] : []))
    const [first, ...more] = made.map(({ rule }) => rule)
    const written = write && first !== undefined
    if (written) {
      const edit = await edits.add(first, ...more)
      if (edit.kind === 'refused') throw new FaultError({ code: 'store-failed', message: edit.problem })
    }
    return {
      ...{ file: store.file, found, written, problem: null },
      rules: made.map(({ file, entry, rule }) => ({ file, entry, name: rule.name, toml: ruleToml(rule) })),
      there: entries.flatMap((each) => (each.kind === 'there' ? [withoutKind(each)] : [])),
      refused: entries.flatMap((each) => (each.kind === 'refused' ? [withoutKind(each)] : [])),
    }
  }
}
