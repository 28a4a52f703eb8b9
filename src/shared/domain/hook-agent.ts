import { z } from 'zod'

/** An agent of another maker that is decided on here, by its hooks. */
export const HookAgent = z.enum(['claude-code', 'codex'])
export type HookAgent = z.infer<typeof HookAgent>

/** One that is on this machine; `connected`: it asks here, by its own settings of this user, and is listened to. */
export const HookAgentState = z.strictObject({ agent: HookAgent, connected: z.boolean() })
export type HookAgentState = z.infer<typeof HookAgentState>

/** Has an agent that reaches this window by itself ask here, or no more. `shown`: what a person was shown of the change, who wants just that. */
export const HookConnect = z.strictObject({
  agent: HookAgent.extract(['claude-code']),
  on: z.boolean(),
  shown: z.string().optional(),
})
export type HookConnect = z.infer<typeof HookConnect>

/** The change of the agent's settings file, as a diff without the token in it; '' in place of its lines where nothing is to change. */
export const HookConnected = z.strictObject({ path: z.string(), change: z.string(), made: z.boolean() })
export type HookConnected = z.infer<typeof HookConnected>

/** What people call these agents: names, in every language the same. */
export const hookAgentNames: Readonly<Record<HookAgent, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
}

/** A session of such an agent, by its own id for it, which is untrusted text. */
export const HookSession = z.strictObject({ agent: HookAgent, session: z.string().max(200) })
export type HookSession = z.infer<typeof HookSession>

/** Where a request of such an agent comes from. `stops`: its maker's protocol can carry a no that ends its work as well. */
export const HookOrigin = HookSession.extend({ stops: z.boolean() })
export type HookOrigin = z.infer<typeof HookOrigin>

/** What such an agent wants: how it is told of, and what a yes to it is for. */
export const HookSubject = z.enum(['command', 'patch', 'tool'])
export type HookSubject = z.infer<typeof HookSubject>
