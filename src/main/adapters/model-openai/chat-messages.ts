import { messageImages, messageText, type ResponseItem } from '@shared/domain/response-item'
import type {
  ChatCompletionFunctionTool,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions'
import type { ModelRequest, ToolSpec } from '../../core/ports'

interface OpenAnswer {
  readonly texts: string[]
  readonly calls: { readonly item: Extract<ResponseItem, { type: 'function_call' }>; readonly at: number }[]
}

/**
 * A request's history as Chat Completions messages. Text and calls that stand together become one assistant message,
 * followed by the calls' outputs in the order of the calls; reasoning is dropped, the format has no place for it.
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
        break
      case 'function_call':
        open.calls.push({ item, at })
        break
      case 'function_call_output':
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
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters: { ...parameters } },
  }))
}

function closedAnswer(open: OpenAnswer, outputs: ReadonlyMap<number, string>): ChatCompletionMessageParam[] {
  const content = open.texts.filter((text) => text !== '').join('\n')
  if (open.calls.length === 0) return content === '' ? [] : [{ role: 'assistant', content }]
  return [
    {
      role: 'assistant',
      content: content === '' ? null : content,
      tool_calls: open.calls.map(({ item }) => ({
        id: item.call_id,
        type: 'function',
        function: { name: item.name, arguments: jsonObject(item.arguments) },
      })),
    },
    ...open.calls.map(({ item, at }): ChatCompletionMessageParam => ({
      role: 'tool',
      tool_call_id: item.call_id,
      content: outputs.get(at) ?? 'aborted',
    })),
  ]
}

/** Each output under the place of its call: the nearest call before it that has its id and no output yet. */
function outputsByCall(items: readonly ResponseItem[]): Map<number, string> {
  const waiting = new Map<string, number>()
  const outputs = new Map<number, string>()
  for (const [at, item] of items.entries()) {
    if (item.type === 'function_call') waiting.set(item.call_id, at)
    if (item.type !== 'function_call_output') continue
    const call = waiting.get(item.call_id)
    if (call === undefined) continue
    outputs.set(call, item.output)
    waiting.delete(item.call_id)
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
