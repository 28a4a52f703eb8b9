import { z } from 'zod'
import { McpAnnotations } from './mcp-server'

/** A picture of a result: base64 without an address before it. */
export const McpImage = z.strictObject({ mimeType: z.string(), data: z.string() })
export type McpImage = z.infer<typeof McpImage>

/** A sound of a result, in a form that browsers play: base64 without an address before it. */
export const McpSound = z.strictObject({ mimeType: z.string(), data: z.string() })
export type McpSound = z.infer<typeof McpSound>

/** Which tool of which server is called, with what. `arguments` are the model's. */
export const McpInvocation = z.strictObject({
  server: z.string(),
  tool: z.string(),
  arguments: z.record(z.string(), z.json()),
})
export type McpInvocation = z.infer<typeof McpInvocation>

/**
 * A call as a person is asked about it. `description` and `annotations` are what the server says of its tool, which nobody has
 * checked; `offeredAs` is what the model called it by.
 */
export const McpRequest = z.strictObject({
  invocation: McpInvocation,
  offeredAs: z.string(),
  description: z.string(),
  annotations: McpAnnotations,
})
export type McpRequest = z.infer<typeof McpRequest>

/**
 * What a call of a server's tool came to. Everything in it is the server's, untrusted.
 * - `answered`: `failed` is the server's own word for a call that did not do its work; `text` is everything readable, joined
 * - `stopped`: no answer; `reason` is ours: too late, ended, malformed, cancelled, or the tool is not what was agreed to
 */
export const McpResult = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('answered'),
    failed: z.boolean(),
    text: z.string(),
    images: z.array(McpImage),
    /** Absent: none. A model is told of them in `text`. */
    sounds: z.array(McpSound).optional(),
    durationMs: z.number().nonnegative(),
  }),
  z.strictObject({
    kind: z.literal('stopped'),
    cause: z.enum(['cancelled', 'timed-out', 'unreachable', 'malformed', 'changed', 'refused']),
    reason: z.string(),
    durationMs: z.number().nonnegative(),
  }),
])
export type McpResult = z.infer<typeof McpResult>
