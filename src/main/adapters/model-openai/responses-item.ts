import type { ResponseItem } from '@shared/domain/response-item'
import { z } from 'zod'
import { BrokenStream } from './wire-format'

const Message = z.object({
  content: z.array(
    z.looseObject({ type: z.string(), text: z.string().nullish(), refusal: z.string().nullish() }),
  ),
  phase: z.enum(['commentary', 'final_answer']).optional().catch(undefined),
})

const texts = z.array(z.looseObject({ text: z.string() })).nullish()
const Reasoning = z.object({
  id: z.string().nullish(),
  summary: texts,
  content: texts,
  encrypted_content: z.string().nullish(),
})

const Call = z.object({
  name: z.string().min(1),
  arguments: z.string(),
  call_id: z.string(),
  status: z.string().nullish(),
})

const Custom = z.object({
  name: z.string().min(1),
  input: z.string(),
  call_id: z.string(),
  status: z.string().nullish(),
})

/** Older servers name only the item itself. */
const LocalShell = z.object({
  id: z.string().nullish(),
  call_id: z.string().nullish(),
  status: z.string().nullish(),
  action: z.looseObject({ type: z.literal('exec'), command: z.array(z.string()) }),
})

const Search = z.object({
  status: z.string().nullish(),
  action: z.looseObject({ type: z.string() }).nullish().catch(undefined),
})

const whole = (status: string | null | undefined): void => {
  if (status === 'incomplete') throw new BrokenStream('a tool call is incomplete')
}

/**
 * A finished output item in the conversation's form. Undefined for kinds that the conversation does not know and for
 * a message without text. Throws BrokenStream for a known kind of the wrong shape, and for half a call.
 */
export function responseItem(item: { readonly type: string }): ResponseItem | undefined {
  switch (item.type) {
    case 'message': {
      const { content, phase } = shaped(Message, item)
      const parts = content.map((part) => part.text || part.refusal || '').filter((part) => part !== '')
      if (parts.length === 0) return undefined
      return {
        type: 'message',
        role: 'assistant',
        content: parts.map((text) => ({ type: 'output_text', text })),
        ...(phase && { phase }),
      }
    }
    case 'reasoning': {
      const { id, summary, content, encrypted_content } = shaped(Reasoning, item)
      // Open models give their reasoning itself and no summary of it.
      const shown = summary && summary.length > 0 ? summary : (content ?? [])
      return {
        type: 'reasoning',
        ...(id && { id }),
        summary: shown.map((part) => ({ type: 'summary_text', text: part.text })),
        ...(encrypted_content && { encrypted_content }),
      }
    }
    case 'function_call': {
      const call = shaped(Call, item)
      whole(call.status)
      return { type: 'function_call', name: call.name, arguments: call.arguments, call_id: call.call_id }
    }
    case 'custom_tool_call': {
      const { status, ...call } = shaped(Custom, item)
      whole(status)
      return { type: 'custom_tool_call', ...call }
    }
    case 'local_shell_call': {
      const { id, call_id, status, action } = shaped(LocalShell, item)
      whole(status)
      return { type: 'local_shell_call', call_id: call_id ?? id, status: status ?? 'completed', action }
    }
    case 'web_search_call': {
      const { status, action } = shaped(Search, item)
      return { type: 'web_search_call', status: status ?? 'completed', ...(action && { action }) }
    }
    default:
      return undefined
  }
}

function shaped<T>(schema: z.ZodType<T>, item: { readonly type: string }): T {
  const read = schema.safeParse(item)
  if (!read.success) throw new BrokenStream(`a ${item.type} item has the wrong shape`, { cause: read.error })
  return read.data
}
