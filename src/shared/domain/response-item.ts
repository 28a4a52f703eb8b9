import { z } from 'zod'

const ContentPart = z.discriminatedUnion('type', [
  z.looseObject({ type: z.enum(['input_text', 'output_text']), text: z.string() }),
  z.looseObject({ type: z.literal('input_image'), image_url: z.string() }),
])
type ContentPart = z.infer<typeof ContentPart>

/** What a call came to: text, or text and pictures in their order. */
export const CallOutput = z.union([z.string(), z.array(ContentPart)])
export type CallOutput = z.infer<typeof CallOutput>

const KnownItem = z.discriminatedUnion('type', [
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
  z.looseObject({ type: z.literal('function_call_output'), call_id: z.string(), output: CallOutput }),
  z.looseObject({
    type: z.literal('custom_tool_call'),
    name: z.string(),
    input: z.string(),
    call_id: z.string(),
  }),
  z.looseObject({ type: z.literal('custom_tool_call_output'), call_id: z.string(), output: CallOutput }),
  /** Its output is a `function_call_output`; older servers gave it no `call_id`, and then it has none. */
  z.looseObject({
    type: z.literal('local_shell_call'),
    call_id: z.string().nullish(),
    status: z.string(),
    action: z.looseObject({ type: z.string() }),
  }),
  z.looseObject({ type: z.literal('web_search_call'), status: z.string().nullish() }),
])

/**
 * One item of the conversation as models and rollouts write it (docs/spec/records.md): the Responses API's own shape and
 * names. `arguments` and `input` are the model's raw text, unparsed and untrusted. `other` is an item of a record that is of no
 * kind known here: `item` is kept and written back as it was, and no model gets it.
 */
export const ResponseItem = z.union([
  KnownItem,
  z.strictObject({ type: z.literal('other'), item: z.looseObject({ type: z.string() }) }),
])
export type ResponseItem = z.infer<typeof ResponseItem>

/** An item as a record holds it; undefined for what is none. */
export function readItem(value: unknown): ResponseItem | undefined {
  const known = KnownItem.safeParse(value)
  if (known.success) return known.data
  const other = z.looseObject({ type: z.string() }).safeParse(value)
  return other.success ? { type: 'other', item: other.data } : undefined
}

/** An item as a record holds it. */
export const writtenItem = (item: ResponseItem): { [key: string]: unknown; type: string } =>
  item.type === 'other' ? item.item : item

/** The id of a call that wants an output; undefined for every other item. */
export function calledId(item: ResponseItem): string | undefined {
  const { type } = item
  const calls = type === 'function_call' || type === 'custom_tool_call' || type === 'local_shell_call'
  return calls ? (item.call_id ?? undefined) : undefined
}

/** A call in the one form that tools take; `arguments` is raw, untrusted JSON text. */
export interface FunctionCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
}

/** A call of any kind as one of a function; undefined for what is none, or has no id to answer to. */
export function asFunctionCall(item: ResponseItem): FunctionCall | undefined {
  const id = calledId(item)
  if (id === undefined) return undefined
  if (item.type === 'function_call') return { id, name: item.name, arguments: item.arguments }
  if (item.type === 'custom_tool_call')
    return { id, name: item.name, arguments: JSON.stringify({ input: item.input }) }
  return item.type === 'local_shell_call'
    ? { id, name: 'local_shell', arguments: JSON.stringify(item.action) }
    : undefined
}

/** What a call came to, as the kind of item that answers it. */
export function answerTo(call: ResponseItem, id: string, output: CallOutput): ResponseItem {
  const type = call.type === 'custom_tool_call' ? 'custom_tool_call_output' : 'function_call_output'
  return { type, call_id: id, output }
}

/** The id of the call that an output belongs to; undefined for every other item. */
export function answeredId(item: ResponseItem): string | undefined {
  return item.type === 'function_call_output' || item.type === 'custom_tool_call_output'
    ? item.call_id
    : undefined
}

/** What a call came to, of an output item; undefined for every other. */
export function outputOf(item: ResponseItem): CallOutput | undefined {
  return item.type === 'function_call_output' || item.type === 'custom_tool_call_output'
    ? item.output
    : undefined
}

/** The output of a call in one text; pictures are left out. */
export function outputText(output: CallOutput): string {
  if (typeof output === 'string') return output
  return output.flatMap((part) => (part.type === 'input_image' ? [] : [part.text])).join('\n')
}

/** The addresses of the pictures that a call's output holds. */
export function outputImages(output: CallOutput): string[] {
  if (typeof output === 'string') return []
  return output.flatMap((part) => (part.type === 'input_image' ? [part.image_url] : []))
}

/** A call's output as text, or with its pictures behind it where there are any. */
export function callOutput(text: string, images: readonly string[] = []): CallOutput {
  if (images.length === 0) return text
  return [
    { type: 'input_text', text },
    ...images.map((image_url): ContentPart => ({ type: 'input_image', image_url })),
  ]
}

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
