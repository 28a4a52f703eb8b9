import { z } from 'zod'

const TextPart = z.looseObject({ type: z.enum(['input_text', 'output_text']), text: z.string() })

/**
 * One item of the conversation as models and rollouts write it (semantics §7.1): the Responses API's own shape and
 * names. `arguments` is the model's raw JSON text, unparsed and untrusted.
 */
export const ResponseItem = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('message'),
    role: z.enum(['user', 'assistant', 'system', 'developer']),
    content: z.array(TextPart),
  }),
  z.looseObject({
    type: z.literal('reasoning'),
    id: z.string().optional(),
    summary: z.array(z.looseObject({ type: z.literal('summary_text'), text: z.string() })),
    encrypted_content: z.string().nullish(),
  }),
  z.looseObject({
    type: z.literal('function_call'),
    name: z.string(),
    arguments: z.string(),
    call_id: z.string(),
  }),
  z.looseObject({ type: z.literal('function_call_output'), call_id: z.string(), output: z.string() }),
])
export type ResponseItem = z.infer<typeof ResponseItem>

/** A plain user message. */
export function userMessage(text: string): ResponseItem {
  return { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }
}

/** A plain assistant message. */
export function assistantMessage(text: string): ResponseItem {
  return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }
}

/** The text of a message item, its parts joined; '' for every other item. */
export function messageText(item: ResponseItem): string {
  return item.type === 'message' ? item.content.map((part) => part.text).join('\n') : ''
}
