import { z } from 'zod'

/** An agent of another maker that is decided on here, by its hooks. */
export const HookAgent = z.enum(['claude-code', 'codex'])
export type HookAgent = z.infer<typeof HookAgent>

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
