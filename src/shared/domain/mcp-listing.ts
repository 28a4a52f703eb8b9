import { z } from 'zod'
import { McpServerStatus, McpTool } from './mcp-server'

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

/** Where a person signs in: the whole address, and its host in the letters that DNS is asked for. */
export const McpSignInAddress = z.strictObject({ url: z.string(), host: z.string() })
export type McpSignInAddress = z.infer<typeof McpSignInAddress>
