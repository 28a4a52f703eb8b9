import {
  answeredId,
  asFunctionCall,
  calledId,
  messageImages,
  messageText,
  outputImages,
  outputOf,
  outputText,
  type CallOutput,
  type FunctionCall,
  type ResponseItem,
} from '@shared/domain/response-item'
import type {
  ChatCompletionFunctionTool,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import type { ModelRequest, ToolSpec } from '../../core/ports/models'

interface OpenAnswer {
  readonly texts: string[]
  readonly calls: { readonly call: FunctionCall; readonly at: number }[]
}

/** A call of any kind as one of a function, the only kind that servers of this format know. */
function callOf(item: ResponseItem): FunctionCall | undefined {
  const call = asFunctionCall(item)
  return call && { ...call, arguments: jsonObject(call.arguments) }
}

/**
 * A request's history as Chat Completions messages. Text and calls that stand together become one assistant message,
 * followed by the calls' outputs in the order of the calls, and their pictures as a message of the user's side, since outputs hold
 * only text; reasoning and searches at the server are dropped, the format has no place for them.
 * A call without an output is answered "aborted": servers refuse a history with an open call.
 */
export function chatMessages(request: ModelRequest): ChatCompletionMessageParam[] {
  const outputs = outputsByCall(request.input)
  const messages: ChatCompletionMessageParam[] = []
  if (request.instructions !== '') messages.push({ role: 'system', content: request.instructions })
  let open: OpenAnswer = { texts: [], calls: [] }
  const close = () => {
    messages.push(...closedAnswer(open, outputs))
    open = { texts: [], calls: [] }
  }
  for (const [at, item] of request.input.entries()) {
    switch (item.type) {
      case 'reasoning':
      case 'web_search_call':
      case 'other':
        break
      case 'function_call':
      case 'custom_tool_call':
      case 'local_shell_call': {
        const call = callOf(item)
        if (call) open.calls.push({ call, at })
        break
      }
      case 'function_call_output':
      case 'custom_tool_call_output':
        close()
        break
      case 'message':
        if (item.role === 'assistant') {
          open.texts.push(messageText(item))
          break
        }
        close()
        // Local servers know no developer role.
        messages.push(
          item.role === 'user' ? userMessage(item) : { role: 'system', content: messageText(item) },
        )
        break
    }
  }
  close()
  return messages
}

function userMessage(item: ResponseItem): ChatCompletionMessageParam {
  const text = messageText(item)
  const images = messageImages(item).map((url) => ({ type: 'image_url', image_url: { url } }) as const)
  // Plain text wherever it will do: some servers know no other content.
  if (images.length === 0) return { role: 'user', content: text }
  return { role: 'user', content: [...(text === '' ? [] : [{ type: 'text', text } as const]), ...images] }
}

/** The request's tools in the format's form. */
export function chatTools(tools: readonly ToolSpec[]): ChatCompletionFunctionTool[] {
  return tools
    .filter(({ form }) => form !== 'web_search')
    .map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters: { ...parameters } },
    }))
}

function closedAnswer(
  open: OpenAnswer,
  outputs: ReadonlyMap<number, CallOutput>,
): ChatCompletionMessageParam[] {
  const content = open.texts.filter((text) => text !== '').join('\n')
  if (open.calls.length === 0) return content === '' ? [] : [{ role: 'assistant', content }]
  return [
    {
      role: 'assistant',
      content: content === '' ? null : content,
      tool_calls: open.calls.map(({ call: { id, ...called } }) => ({
        id,
        type: 'function',
        function: called,
      })),
    },
    ...open.calls.map(({ call, at }): ChatCompletionMessageParam => ({
      role: 'tool',
      tool_call_id: call.id,
      content: outputText(outputs.get(at) ?? 'aborted'),
    })),
    ...picturesOf(open.calls.flatMap(({ at }) => outputImages(outputs.get(at) ?? ''))),
  ]
}

function picturesOf(images: readonly string[]): ChatCompletionMessageParam[] {
  if (images.length === 0) return []
  const text = 'Pictures that the tools returned:'
  const parts = images.map((url) => ({ type: 'image_url', image_url: { url } }) as const)
  return [{ role: 'user', content: [{ type: 'text', text }, ...parts] }]
}

/** Each output under the place of its call: the nearest call before it that has its id and no output yet. */
function outputsByCall(items: readonly ResponseItem[]): Map<number, CallOutput> {
  const waiting = new Map<string, number>()
  const outputs = new Map<number, CallOutput>()
  for (const [at, item] of items.entries()) {
    const called = calledId(item)
    if (called !== undefined) waiting.set(called, at)
    const answered = answeredId(item)
    const call = answered === undefined ? undefined : waiting.get(answered)
    const output = outputOf(item)
    if (answered === undefined || call === undefined || output === undefined) continue
    outputs.set(call, output)
    waiting.delete(answered)
  }
  return outputs
}

/** Arguments as a JSON object's text. Several local servers parse them and fail the whole request on anything else. */
function jsonObject(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return text
  } catch {
    // Not JSON: the model's own malformed text, wrapped below so that it can still see what it wrote.
  }
  return text.trim() === '' ? '{}' : JSON.stringify({ malformed_arguments: text })
}
