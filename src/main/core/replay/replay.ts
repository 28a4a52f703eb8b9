import { approvalPolicyName } from '@shared/domain/approval-policy'
import type { ReplayReport } from '@shared/domain/replay'
import type { FindHistories, HistoryQuestion } from '../ports/agent-histories'
import type { EffectRuleStore } from '../ports/effect-rule-store'
import { createPastJudge, type PastJudgeParts } from './judge-past'
import { couldAnswerPast, proposeRules, type ProposeParts } from './propose-rules'
import { Tally, type PastQuestion } from './tally'

/** Looks at a past. `onProgress` is told how much of how much was read, in bytes. Rejects with a one-line error for a path that is not there. */
export type Replay = (
  question: HistoryQuestion,
  signal: AbortSignal,
  onProgress?: (done: number, all: number) => void,
) => Promise<ReplayReport>

/** Everything that a look back takes. */
export interface ReplayParts {
  readonly find: FindHistories
  /** As they are when it begins. */
  readonly judge: () => PastJudgeParts
  readonly propose: () => ProposeParts
  readonly rules: Pick<EffectRuleStore, 'load'>
}

/** So many of what needs a person are reported. */
const maxNeeded = 500

/**
 * A look back over histories by today's reader, floor and policies. Runs nothing, sends nothing, writes nothing, and looks at no file but the
 * histories. What it holds does not grow with them.
 */
export function createReplay({ find, judge, propose, rules: store }: ReplayParts): Replay {
  return async (question, signal, onProgress = () => undefined) => {
    const found = await find(question)
    const parts = judge()
    const judgePast = createPastJudge(parts)
    const tally = new Tally()
    let done = 0
    for await (const entries of found.read(signal)) {
      for (const entry of entries) {
        if (entry.kind === 'action') tally.add(entry.action, await judgePast(entry.action))
        else tally.note(entry)
        if (entry.kind === 'bytes') onProgress((done += entry.bytes), found.bytes)
      }
      if (signal.aborted) break
    }
    const questions = tally.questions()
    const { unreadable } = tally
    const compiling = propose()
    // How often one was used, and where, is not looked at: it could answer, and no more is said.
    const rules = (await store.load()).rules.filter(
      ({ rule: { ends } }) => ends?.at === undefined || Date.parse(ends.at) > compiling.now,
    )
    const ruleOf = (question: PastQuestion): string | null =>
      rules.find((rule) => couldAnswerPast(rule, question, compiling))?.rule.name ?? null
    const known = new Map(questions.map((question) => [question, ruleOf(question)]))
    const open = questions.filter((question) => known.get(question) === null)
    return {
      sessions: tally.sessions,
      actions: tally.actions,
      unreadable: Object.values(unreadable).reduce((sum, each) => sum + each, 0),
      unreadable_because: unreadable,
      asked_then: tally.askedThen,
      asked_unknown: tally.askedUnknown,
      denied_then: tally.deniedThen,
      would_ask: tally.wouldAsk,
      would_refuse: tally.wouldRefuse,
      rules_could_answer: questions.reduce(
        (sum, question) => (known.get(question) === null ? sum : sum + question.times),
        0,
      ),
      policy: {
        approval: approvalPolicyName(parts.approvalPolicy),
        sandbox: parts.sandboxPolicy.mode,
      },
      judged_by: 'words',
      needed: questions.slice(0, maxNeeded).map((question) => {
        const { action, verdict, when, times, asked, answer } = question
        return {
          ...{ when: when ?? null, agent: action.agent, cwd: action.cwd, command: verdict.command },
          ...{ level: verdict.level, reason: verdict.reason, times, asked, answer },
          rule: known.get(question) ?? null,
        }
      }),
      proposed: [...(await proposeRules(open, compiling))],
    }
  }
}
