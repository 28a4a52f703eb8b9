import { z } from 'zod'

const ToolName = z.string().min(1)
const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
const HeaderName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/)
const HeaderValue = z.string().regex(/^[\x20-\x7e]*$/)

/** What a server is known by: in config.toml, on the command line, and before the names of its tools. */
export const McpServerId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,48}$/, 'a name of at most 48 letters, digits, "-" and "_"')

/**
 * One `[mcp_servers.<id>]` table (docs/spec/configuration.md). `command` makes it a program that is started and spoken to over
 * its standard input and output, `url` one that is reached by streamable HTTP; exactly one of the two is given.
 * `bearer_token_env_var` and `env_http_headers` name environment variables, never hold a secret. Times are in seconds.
 */
export const McpServer = z.strictObject({
  command: z.string().min(1).optional(),
  args: z.array(z.string()).optional(),
  env: z.record(VariableName, z.string()).optional(),
  /** Variables of the engine's environment that its program gets as well; one that is not set is left out. */
  env_vars: z.array(VariableName).optional(),
  /** Absolute, or relative to the session's folder; absent: the session's folder, or `/` for one that is given a key and named by no path below it. */
  cwd: z.string().min(1).optional(),
  url: z.url({ protocol: /^https?$/ }).optional(),
  bearer_token_env_var: VariableName.optional(),
  http_headers: z.record(HeaderName, HeaderValue).optional(),
  env_http_headers: z.record(HeaderName, VariableName).optional(),
  enabled: z.boolean().default(true),
  /** From its start to its list of tools. */
  startup_timeout_sec: z.number().positive().max(600).default(10),
  /** For one call of a tool. */
  tool_timeout_sec: z.number().positive().max(86_400).default(60),
  /** The only tools of it that are offered; absent: all. */
  enabled_tools: z.array(ToolName).optional(),
  /** Tools that are not offered, whatever `enabled_tools` says. */
  disabled_tools: z.array(ToolName).optional(),
})
export type McpServer = z.infer<typeof McpServer>

/** What a server says of a tool's effect: its own words, which nobody has checked. Absent: it says nothing. */
export const McpAnnotations = z.strictObject({
  title: z.string().optional(),
  readOnly: z.boolean().optional(),
  destructive: z.boolean().optional(),
  idempotent: z.boolean().optional(),
  openWorld: z.boolean().optional(),
})
export type McpAnnotations = z.infer<typeof McpAnnotations>

/**
 * One tool as its server lists it. `name` is the server's own; `offeredAs` is what models call it by. `hash` stands for
 * everything that the server says of it (description, schema, annotations): a yes is given to that.
 */
export const McpTool = z.strictObject({
  server: z.string(),
  name: z.string(),
  offeredAs: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.json()),
  annotations: McpAnnotations,
  /** What it says of its effect is otherwise than when this session first heard of it. */
  restated: z.literal(true).optional(),
  /** Its server says that its list has changed, and has not told how. */
  unread: z.literal(true).optional(),
  hash: z.string(),
})
export type McpTool = z.infer<typeof McpTool>

/**
 * How a server is doing. `waiting`: it ended and is started again after a while; `failed`: it is not any more. `reason` says
 * why in words; `stderr` holds its last lines, untrusted. `notes` tell what of its list is not offered.
 */
export const McpServerStatus = z.strictObject({
  id: z.string(),
  state: z.enum(['off', 'starting', 'ready', 'waiting', 'failed']),
  reason: z.string().optional(),
  stderr: z.string().optional(),
  notes: z.array(z.string()).default([]),
  /**
   * How it is told who asks: a configured token, or what the person's sign-in brought. `not-signed-in`: it wants to know, and there
   * is no sign-in that it takes. Absent: it is not told, and has not asked.
   */
  auth: z.enum(['bearer-token', 'o-auth', 'not-signed-in']).optional(),
  tools: z.array(McpTool),
})
export type McpServerStatus = z.infer<typeof McpServerStatus>

/** How a server does in one session; its tools without their schemas. Everything of a tool is the server's own, untrusted. */
export const McpServerRun = McpServerStatus.omit({ id: true }).extend({
  sessionId: z.string(),
  tools: z.array(McpTool.pick({ name: true, offeredAs: true, description: true, annotations: true })),
})
export type McpServerRun = z.infer<typeof McpServerRun>

/**
 * A configured server as a window lists it. `target` is its program and arguments, or its address, without secrets. `signIn`:
 * `none` where it is not signed in to (a program, or one with a token of its own), `waiting` while the person is to come back.
 * `problem` is why the last sign-in came to nothing. `runs` has one entry for each session that has it.
 */
export const McpServerListing = z.strictObject({
  id: z.string(),
  transport: z.enum(['program', 'address']),
  target: z.string(),
  enabled: z.boolean(),
  signIn: z.enum(['none', 'out', 'waiting', 'in']),
  problem: z.string().optional(),
  runs: z.array(McpServerRun),
})
export type McpServerListing = z.infer<typeof McpServerListing>

/**
 * Where a person signs in: the whole address, and its host in the letters that DNS is asked for. `codeTo`: the host that gets what they come
 * back with, and with it what they signed in for, where that is another.
 */
export const McpSignInAddress = z.strictObject({
  url: z.string(),
  host: z.string(),
  codeTo: z.string().optional(),
})
export type McpSignInAddress = z.infer<typeof McpSignInAddress>
