import { z } from 'zod'

/** An agent of another maker that is decided on here, by its hooks. */
export const DeskAgent = z.enum(['claude-code', 'codex'])
export type DeskAgent = z.infer<typeof DeskAgent>

/** What people call these agents: names, in every language the same. */
export const deskAgentNames: Readonly<Record<DeskAgent, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
}

/** A session of such an agent, by its own id for it, which is untrusted text. */
export const DeskSession = z.strictObject({ agent: DeskAgent, session: z.string().max(200) })
export type DeskSession = z.infer<typeof DeskSession>

/** Where a request of such an agent comes from. `stops`: its maker's protocol can carry a no that ends its work as well. */
export const DeskOrigin = DeskSession.extend({ stops: z.boolean() })
export type DeskOrigin = z.infer<typeof DeskOrigin>

/** What such an agent wants: how it is told of, and what a yes to it is for. */
export const DeskMatter = z.enum(['command', 'patch', 'tool'])
export type DeskMatter = z.infer<typeof DeskMatter>
