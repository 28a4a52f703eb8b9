import { messageImages, messageText, type CallOutput, type ResponseItem } from '@shared/domain/response-item'
import type { ResponseInputItem, ResponseReasoningItem, Tool } from 'openai/resources/responses/responses'
import type { ToolSpec } from '../../core/ports/models'

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
        return [{ type: 'function_call_output', call_id: item.call_id, output: outputInput(item.output) }]
      case 'custom_tool_call':
        return [{ type: 'custom_tool_call', call_id: item.call_id, name: item.name, input: item.input }]
      case 'custom_tool_call_output':
        return [{ type: 'custom_tool_call_output', call_id: item.call_id, output: outputInput(item.output) }]
      // The library's types demand ids of their own, which are left out here as everywhere.
      case 'local_shell_call':
        return [
          {
            type: 'local_shell_call',
            ...(item.call_id ? { call_id: item.call_id } : {}),
            action: item.action,
            status: item.status,
          } as unknown as ResponseInputItem,
        ]
      case 'web_search_call':
        return [
          {
            type: 'web_search_call',
            status: item.status ?? 'completed',
            ...(typeof item['action'] === 'object' ? { action: item['action'] } : {}),
          } as unknown as ResponseInputItem,
        ]
      case 'other':
        return []
    }
  })
}

/** A call's output: parts are input to the model, whatever they were called where they were made. */
function outputInput(output: CallOutput) {
  if (typeof output === 'string') return output
  return output.map((part) =>
    part.type === 'input_image'
      ? ({ type: 'input_image', image_url: part.image_url, detail: 'auto' } as const)
      : ({ type: 'input_text', text: part.text } as const),
  )
}

/** The request's tools in the format's form. Not strict: strict mode refuses optional parameters. */
export function responsesTools(tools: readonly ToolSpec[]): Tool[] {
  return tools.map(({ name, description, parameters, form }): Tool => {
    if (form === 'local_shell') return { type: 'local_shell' }
    if (form === 'web_search') return { type: 'web_search' }
    if (form)
      return {
        type: 'custom',
        name,
        description,
        format: { type: 'grammar', syntax: 'lark', definition: form.grammar },
      }
    return { type: 'function', name, description, parameters: { ...parameters }, strict: false }
  })
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
