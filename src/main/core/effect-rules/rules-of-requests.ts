import type { ApprovalRequest, DecidedBy, DecideReply, Decision } from '@shared/domain/approval'
import { firstCharacters } from '@shared/domain/first-characters'
import type { EffectRule } from '@shared/domain/effect-rule'
import type { YesEnds } from '@shared/domain/nearest-rule'
import type {
  EffectRuleList,
  ListedRule,
  OfferedRule,
  OfferedRules,
  RuleWidth,
  SuggestedRule,
} from '@shared/domain/offered-rule'
import type { EffectRuleParts } from '../ports/effect-rule-store'
import type { EffectRuleEdits, RuleEdit } from '../ports/effect-rule-edits'
import type { RuleUsage } from '../ports/rule-usage'
import type { RecordedRequests } from '../ports/recorded-requests'
import type { SuggestionNotes } from '../ports/suggestion-notes'
import { standingWord } from '../approvals/yes-ends'
import type { ManagedRules } from '../policy/managed-rules'
import type { ShellParser } from '../shell/parse'
import { countedRule } from './counted-rule'
import { backTest } from './back-test'
import type { CompiledRule } from './answer'
import { generalise, type Generalised } from './generalise'
import { ruleSuggestions } from './rule-suggestions'
import { suggestRules } from './suggest'
import { folderOf, isForRules, textOf } from './record-request'
import { isListedWhole } from './unseen'

/** Which of the offered rules is to be saved. `held`: the person pressed and held, which a rule for a high level and one that was denied need. */
export interface RuleWish {
  readonly rehearsal: string
  readonly width: RuleWidth
  readonly ends?: YesEnds | undefined
  readonly held?: boolean | undefined
}

/** Effect rules as a person makes and takes back. */
export interface RulesOfRequests {
  /** Empty for a request that does not wait, or was not rehearsed to an end that a rule can name. Throws FaultError `store-failed`. */
  offered(requestId: string): Promise<OfferedRules>
  /** Saves a rule and puts in place what was rehearsed: both, or nothing. */
  save(requestId: string, wish: RuleWish, by: DecidedBy): Promise<RuleEdit>
  /** Every rule of the file with what it would have answered. Throws FaultError `store-failed`. */
  list(): Promise<EffectRuleList>
  remove(name: string): Promise<RuleEdit>
  /** The machine's own rules, which come before all of these. */
  managed(): Promise<ManagedRules>
  /** Today's one, see RuleSuggestions. Throws FaultError `store-failed`. */
  suggestion(): Promise<SuggestedRule | undefined>
  answerSuggestion(key: string, take: boolean): Promise<RuleEdit>
  /** A rule asks again, in every engine of this home, or counts again. Throws where that cannot be kept. */
  suspend(name: string, suspended: boolean): Promise<RuleEdit>
  /** The file is not looked after any more. */
  close(): void
}

/** What it works with. */
export interface RulesOfRequestsParts {
  /** The requests that wait, as the queue has them. */
  readonly approvals: {
    get(requestId: string): ApprovalRequest | undefined
    decide(requestId: string, decision: Decision, by: DecidedBy): Promise<DecideReply>
    /** What waits is looked at again. */
    reconsider(): Promise<void>
  }
  /** Calls back when the file may have become another, and returns what ends that. Absent: it is never noticed. */
  readonly watch?: ((changed: () => void) => () => void) | undefined
  readonly rules: EffectRuleParts
  readonly edits: EffectRuleEdits & { readonly file: string }
  readonly recorded: RecordedRequests
  readonly parser: ShellParser
  /** The machine's own rules; absent: there are none. */
  readonly managed?: (() => Promise<ManagedRules>) | undefined
  /** Why saved rules of an earlier version do not count; undefined: there are none such. */
  readonly old?: (() => string | undefined) | undefined
  /** Absent: uses are not counted, and nothing can be suspended. */
  readonly usage?: RuleUsage | undefined
  /** Absent: nothing is suggested. */
  readonly suggestions?: { readonly notes: SuggestionNotes; readonly now: () => number } | undefined
  branch(folder: string): Promise<string | undefined>
}

/** So much of a command is the name of its rule. */
const mostName = 28

const nameOf = (text: string): string =>
  firstCharacters(text.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').trim(), mostName).trim() || 'rule'

const refused = (problem: string): RuleEdit => ({ kind: 'refused', problem })

/** The rules of one home. */
export function rulesOfRequests({
  approvals,
  rules,
  edits,
  recorded,
  parser,
  ...world
}: RulesOfRequestsParts): RulesOfRequests {
  const compileParts = { parser, home: rules.home, engine: rules.engine }

  async function offer(
    request: ApprovalRequest | undefined,
  ): Promise<{ readonly rehearsal: string; readonly made: readonly Generalised[] } | undefined> {
    if (request?.rehearsal?.state !== 'found' || !isForRules(request)) return undefined
    const { found } = request.rehearsal
    if (found.applies?.kind !== 'possible') return undefined
    const { status, limits, moreLimits, attempts, changes } = found
    if (status !== 'done' || limits.length + moreLimits + attempts.length > 0 || !isListedWhole(found))
      return undefined
    const folder = folderOf(request)
    const text = textOf(request.command)
    const [commands, gone] = await Promise.all([
      rules.plain(request.command),
      rules.gone.count(changes, { session: request.sessionId, roots: [folder] }),
    ])
    const question = {
      ...{ commands, level: request.assessment.floor?.level ?? ('not-assessed' as const) },
      isIn: (named: string) => rules.isIn(folder, named),
    }
    const done = { changes, hosts: [], gone }
    const made = await generalise({ folder, text, question, done }, compileParts, nameOf(text))
    return { rehearsal: found.applies.id, made }
  }

  const tried = async (made: readonly Generalised[]): Promise<readonly OfferedRule[]> => {
    const all = made.length === 0 ? [] : await recorded.read()
    return made.map(({ width, files, compiled }) => ({
      ...{ width, files, rule: compiled.rule },
      test: backTest(compiled, all, rules),
    }))
  }

  /** How often each was used, and whether it counts in the first of its folders; nothing where that cannot be told. */
  const usedOf = async (all: readonly CompiledRule[]): Promise<readonly ListedRule['usage'][]> => {
    if (!world.usage || all.length === 0) return []
    const yes = all.map(({ rule }) => countedRule(rule))
    const standing = await world.usage.standing(
      yes.map((each, at) => [each, all[at]?.where?.[0] ?? rules.home] as const),
    )
    const used = await world.usage.of(yes.map(({ key }) => key))
    return standing.map((each, at) => ({
      ...{ count: used[at]?.count ?? 0, standing: standingWord(each) },
      ...(used[at]?.last !== undefined && { last: used[at].last }),
    }))
  }

  // A rule that is saved with an answer must not answer that very request first, as a use of its own: what the file says is looked at when the answer is given.
  let saving = 0
  const reconsider = (): Promise<void> => (saving > 0 ? Promise.resolve() : approvals.reconsider())
  // Whoever edits the file, or has a standing yes count again, may be another program: an import, a person's editor, a command in a terminal.
  const unwatch = [world.watch?.(() => void reconsider()), world.usage?.onResume(() => void reconsider())]
  const saved = async (
    requestId: string,
    rehearsal: string,
    rule: EffectRule,
    by: DecidedBy,
  ): Promise<RuleEdit> => {
    const written = await edits.add(rule)
    if (written.kind === 'refused') return written
    try {
      const reply = await approvals.decide(requestId, { kind: 'apply', rehearsal }, by)
      if (reply.kind === 'accepted') return written
    } catch (error) {
      await edits.remove(written.name)
      throw error
    }
    await edits.remove(written.name)
    return refused('This request was answered meanwhile; no rule was saved.')
  }
  const { suggestions: wanted } = world
  const suggestions =
    wanted &&
    ruleSuggestions({
      ...wanted,
      async all() {
        const [{ rules: standing, problem }, asked] = [await rules.load(), await recorded.read()]
        // Nothing could be saved.
        if (problem !== undefined) return []
        const parts = { ...compileParts, isIn: (folder: string, named: string) => rules.isIn(folder, named) }
        return suggestRules(asked, standing, parts, { now: wanted.now(), nameOf })
      },
      add: async (rule) => {
        const written = await edits.add(rule)
        await reconsider()
        return written
      },
    })
  return {
    suggestion: async () => suggestions?.suggestion(),
    answerSuggestion: async (key, take) =>
      suggestions ? suggestions.answer(key, take) : refused('Nothing is suggested here.'),
    close: () => {
      for (const each of unwatch) each?.()
    },
    managed: () => world.managed?.() ?? Promise.resolve({ file: '', rules: [] }),
    async offered(requestId) {
      const request = approvals.get(requestId)
      const offered = await offer(request)
      if (!request || !offered) return { rules: [] }
      const { problem } = await rules.load()
      const branch = await world.branch(folderOf(request))
      return {
        rehearsal: offered.rehearsal,
        rules: await tried(offered.made),
        ...(branch !== undefined && { branch }),
        ...(problem !== undefined && { problem }),
      }
    },
    async save(requestId, { rehearsal, width, ends, held }, by) {
      const offered = await offer(approvals.get(requestId))
      const made =
        offered?.rehearsal === rehearsal ? offered.made.find((each) => each.width === width) : undefined
      if (!made)
        return refused('This request does not wait any more, or was rehearsed anew; no rule was saved.')
      const [one] = await tried([made])
      if (held !== true && (made.compiled.rule.level === 'high' || (one && one.test.denied.length > 0)))
        return refused('This rule is only saved by a held press.')
      saving++
      try {
        return await saved(requestId, rehearsal, { ...made.compiled.rule, ...(ends && { ends }) }, by)
      } finally {
        saving--
        await reconsider()
      }
    },
    async list() {
      const { rules: all, problem } = await rules.load()
      const asked = all.length === 0 ? [] : await recorded.read()
      const used = await usedOf(all)
      const old = world.old?.()
      return {
        file: edits.file,
        rules: all.map((compiled, at) => ({
          ...{ rule: compiled.rule, test: backTest(compiled, asked, rules) },
          ...(used[at] && { usage: used[at] }),
        })),
        ...(problem !== undefined && { problem }),
        ...(old !== undefined && { old }),
      }
    },
    remove: (name) => edits.remove(name),
    async suspend(name, suspended) {
      const { rules: all } = await rules.load()
      const rule = all.find((each) => each.rule.name === name)?.rule
      if (!rule || !world.usage) return refused(`There is no rule named ${JSON.stringify(name)} any more.`)
      const { key } = countedRule(rule)
      await (suspended ? world.usage.suspend(key) : world.usage.resume(key))
      if (!suspended) await reconsider()
      return { kind: 'written', name }
    },
  }
}

/** Where there is no file for them. */
export const noRules: RulesOfRequests = {
  close: () => undefined,
  managed: () => Promise.resolve({ file: '', rules: [] }),
  offered: () => Promise.resolve({ rules: [] }),
  suggestion: () => Promise.resolve(undefined),
  answerSuggestion: () => Promise.resolve(refused('There is no file of rules here.')),
  save: () => Promise.resolve(refused('There is no file of rules here.')),
  list: () => Promise.resolve({ file: '', rules: [] }),
  remove: () => Promise.resolve(refused('There is no file of rules here.')),
  suspend: () => Promise.resolve(refused('There is no file of rules here.')),
}
