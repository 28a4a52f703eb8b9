import { messageImages, messageText, type ResponseItem } from '@shared/domain/response-item'
import type {
  FunctionTool,
  ResponseInputItem,
  ResponseReasoningItem,
} from 'openai/resources/responses/responses'
import type { ToolSpec } from '../../core/ports'

/**
 * The history as Responses input. Nothing is stored at the server, so reasoning goes back only with its encrypted
 * content (without it the server would look for an id that it does not keep), and items carry no ids of their own.
 */
export function responsesInput(items: readonly ResponseItem[]): ResponseInputItem[] {
  return items.flatMap((item): ResponseInputItem[] => {
    switch (item.type) {
      case 'message':
        return messageInput(item)
      case 'reasoning': {
        if (!item.encrypted_content) return []
        const { id, summary, encrypted_content } = item
        const plain = summary.map((part) => ({ type: part.type, text: part.text }))
        // The library's type demands an id; servers do not.
        return [
          {
            type: 'reasoning',
            ...(id && { id }),
            summary: plain,
            encrypted_content,
          } as ResponseReasoningItem,
        ]
      }
      case 'function_call':
        return [{ type: 'function_call', call_id: item.call_id, name: item.name, arguments: item.arguments }]
      case 'function_call_output':
        return [{ type: 'function_call_output', call_id: item.call_id, output: item.output }]
    }
  })
}

/** True when this history already holds reasoning from a Responses server, which is then asked to encrypt it. */
export function hasServerReasoning(items: readonly ResponseItem[]): boolean {
  return items.some((item) => item.type === 'reasoning' && item.id !== undefined)
}

/** The request's tools in the format's form. Not strict: strict mode refuses optional parameters. */
export function responsesTools(tools: readonly ToolSpec[]): FunctionTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    parameters: { ...parameters },
    strict: false,
  }))
}

function messageInput(item: Extract<ResponseItem, { type: 'message' }>): ResponseInputItem[] {
  const text = messageText(item)
  const images = messageImages(item).map(
    (image_url) => ({ type: 'input_image', image_url, detail: 'auto' }) as const,
  )
  if (text === '' && images.length === 0) return []
  const content =
    images.length === 0 ? text : [...(text === '' ? [] : [{ type: 'input_text', text } as const]), ...images]
  const phase = item['phase']
  // Newer models mark what is comment and what is answer, and want the mark back.
  const marked = phase === 'commentary' || phase === 'final_answer' ? { phase } : {}
  return [{ type: 'message', role: item.role, content, ...marked }] as ResponseInputItem[]
}
