import { z } from 'zod'
import { RiskLevel } from './risk'

const count = z.int().nonnegative()

/** Whose history an action stands in. */
export const HistoryAgent = z.enum(['claude-code', 'codex', 'countersign'])
export type HistoryAgent = z.infer<typeof HistoryAgent>

const named = { when: z.string().nullable(), cwd: z.string(), command: z.string() }
const Named = z.strictObject(named)

/** One action that would need a person today. `times`: so often the same. `rule`: a rule of effects that there is and that could answer it, by its words. Texts are untrusted. */
export const NeededAction = z.strictObject({
  ...named,
  agent: HistoryAgent,
  level: RiskLevel,
  reason: z.string(),
  times: count,
  asked: z.enum(['yes', 'no', 'unknown']),
  answer: z.enum(['allowed', 'denied', 'unknown']),
  rule: z.string().nullable(),
})
export type NeededAction = z.infer<typeof NeededAction>

/**
 * A rule that the history suggests. `toml` is its entry of rules.toml, as it would be loaded. `answers`: so many of the questions it could answer
 * by their words; what they really do is for a rehearsal. `denied_among`: those of them that a person denied. `uncovered`: questions
 * like these that it does not cover. `narrower`: the same for the exact commands, where it stands for more.
 */
export const ProposedRule = z.strictObject({
  name: z.string(),
  toml: z.string(),
  answers: count,
  denied_among: z.array(Named),
  uncovered: z.array(Named),
  narrower: z.strictObject({ toml: z.string(), answers: count }).nullable(),
})
export type ProposedRule = z.infer<typeof ProposedRule>

/**
 * The past read by today's reader, floor and policy. Nothing of the machine is looked at: words alone are judged. `asked_then` counts what the
 * histories say was asked, `asked_unknown` those of which they do not say it. `would_ask` counts all, `needed` holds the worst of them; `rules_could_answer`: so many
 * of them the rules of effects that there are could answer, as far as their words tell.
 */
export const ReplayReport = z.strictObject({
  sessions: count,
  actions: count,
  unreadable: count,
  unreadable_because: z.strictObject({
    torn: count,
    too_long: count,
    hidden: count,
    unopened: count,
  }),
  asked_then: count,
  asked_unknown: count,
  denied_then: count,
  would_ask: count,
  would_refuse: count,
  rules_could_answer: count,
  policy: z.strictObject({ approval: z.string(), sandbox: z.string() }),
  judged_by: z.literal('words'),
  needed: z.array(NeededAction),
  proposed: z.array(ProposedRule),
})
export type ReplayReport = z.infer<typeof ReplayReport>
