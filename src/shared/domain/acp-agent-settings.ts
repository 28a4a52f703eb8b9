import { z } from 'zod'
import { McpServerId } from './mcp-server'

/** What an agent of another maker is known by: in config.toml, on the command line, and as the name of its own folder. */
export const AcpAgentId = McpServerId

const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/)

/** A host with its port, 443 where it has none; `*.` and a name stands for every name below it. */
export const AcpAgentHost = z
  .string()
  .regex(
    /^(\*\.)?[A-Za-z0-9][A-Za-z0-9.-]{0,250}(:[0-9]{1,5})?$/,
    'a host such as "api.example.org" or "api.example.org:443"',
  )

/**
 * One `[agents.<id>]` table (docs/spec/configuration.md): an agent of another maker that speaks the Agent Client Protocol. For an id that
 * is known `command` may be absent. `env_vars` names variables of the engine's own environment that the agent gets, a model's key
 * among them; `hosts` are reached without being asked about. `mode` is the mode of its own that it begins in, by id.
 */
export const AcpAgentSettings = z.strictObject({
  name: z.string().min(1).max(80).optional(),
  command: z.string().min(1).optional(),
  args: z.array(z.string()).optional(),
  env: z.record(VariableName, z.string().regex(/^[^\0]*$/)).optional(),
  env_vars: z.array(VariableName).optional(),
  hosts: z.array(AcpAgentHost).max(64).optional(),
  mode: z.string().min(1).max(80).optional(),
  enabled: z.boolean().default(true),
  /** From its start to its first answer. */
  startup_timeout_sec: z.number().positive().max(600).default(60),
})
export type AcpAgentSettings = z.infer<typeof AcpAgentSettings>

/**
 * An agent of another maker that a session can be begun with. `command` is what is started, for display; `from`: named in config.toml, or
 * found on PATH by a name that is known. `hosts` are what it reaches without being asked about, as `host:port`.
 */
export const AcpAgentListing = z.strictObject({
  id: z.string(),
  name: z.string(),
  command: z.string(),
  from: z.enum(['config', 'path']),
  hosts: z.array(z.string()),
})
export type AcpAgentListing = z.infer<typeof AcpAgentListing>

/** A command of an ACP agent's own, which it takes behind a slash: all of it is its words, untrusted. `hint` is what it wants behind the name. */
export const AcpAgentCommand = z.strictObject({
  name: z.string().regex(/^[^\s/]{1,80}$/),
  description: z.string().max(200),
  hint: z.string().max(100).optional(),
})
export type AcpAgentCommand = z.infer<typeof AcpAgentCommand>

/** So many commands of an ACP agent are offered; the rest is left out. */
export const maxAcpAgentCommands = 100

/**
 * The agent of another maker that a session is worked in by. `session` is its own name of the conversation, by which it is asked to take
 * it up again; absent: it has none yet. `commands` are its own, once it has told them; never on record.
 */
export const SessionAgent = z.strictObject({
  kind: z.literal('acp'),
  id: AcpAgentId,
  session: z.string().max(500).optional(),
  commands: z.array(AcpAgentCommand).max(maxAcpAgentCommands).optional(),
})
export type SessionAgent = z.infer<typeof SessionAgent>
