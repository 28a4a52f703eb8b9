import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions'
import type { ResponseFormatTextConfig } from 'openai/resources/responses/responses'
import type { OutputForm } from '../../core/ports/models'

type ChatFormat = NonNullable<ChatCompletionCreateParams['response_format']>

/** `response_format` of Chat Completions; undefined when nothing is to be sent. */
export function chatFormatOf(output: OutputForm | undefined): ChatFormat | undefined {
  switch (output?.mode) {
    case 'schema': {
      const { name, schema } = output
      return { type: 'json_schema', json_schema: { name, schema: { ...schema }, strict: true } }
    }
    case 'json':
      return { type: 'json_object' }
    case 'text':
    case undefined:
      return undefined
  }
}

/** `text.format` of Responses; undefined when nothing is to be sent. */
export function responsesFormatOf(output: OutputForm | undefined): ResponseFormatTextConfig | undefined {
  switch (output?.mode) {
    case 'schema': {
      const { name, schema } = output
      return { type: 'json_schema', name, schema: { ...schema }, strict: true }
    }
    case 'json':
      return { type: 'json_object' }
    case 'text':
    case undefined:
      return undefined
  }
}
