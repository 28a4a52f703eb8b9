import { z } from 'zod'

const ContentPart = z.discriminatedUnion('type', [
  z.looseObject({ type: z.enum(['input_text', 'output_text']), text: z.string() }),
  z.looseObject({ type: z.literal('input_image'), image_url: z.string() }),
])
type ContentPart = z.infer<typeof ContentPart>

/**
 * One item of the conversation as models and rollouts write it (docs/spec/records.md): the Responses API's own shape and
 * names. `arguments` is the model's raw JSON text, unparsed and untrusted.
 */
export const ResponseItem = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('message'),
    role: z.enum(['user', 'assistant', 'system', 'developer']),
    content: z.array(ContentPart),
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

/** A user message: its text, and the addresses of the pictures that came with it. */
export function userMessage(text: string, images: readonly string[] = []): ResponseItem {
  const pictures = images.map((image_url): ContentPart => ({ type: 'input_image', image_url }))
  return { type: 'message', role: 'user', content: [{ type: 'input_text', text }, ...pictures] }
}

/** A plain assistant message. */
export function assistantMessage(text: string): ResponseItem {
  return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }
}

/** The text of a message item, its parts joined; '' for every other item. Pictures are left out. */
export function messageText(item: ResponseItem): string {
  if (item.type !== 'message') return ''
  return item.content.flatMap((part) => (part.type === 'input_image' ? [] : [part.text])).join('\n')
}

/** The addresses of a message's pictures, most often data URLs; none for every other item. */
export function messageImages(item: ResponseItem): string[] {
  if (item.type !== 'message') return []
  return item.content.flatMap((part) => (part.type === 'input_image' ? [part.image_url] : []))
}
