import { chatMessages, chatTools } from './chat-messages'
import { ChatReader } from './chat-reader'
import { chatFormatOf } from './output-format'
import type { WireFormat } from './wire-format'

/**
 * The Chat Completions format (`wire_api = "chat"`). `parallel_tool_calls` is not sent: on is the default, and some
 * models refuse a request that names it.
 */
export const chatFormat: WireFormat = {
  prepare(request) {
    const messages = chatMessages(request)
    const tools = chatTools(request.tools)
    const format = chatFormatOf(request.output)
    return async (client, signal) => {
      const { data, response } = await client.chat.completions
        .create(
          {
            model: request.model,
            messages,
            stream: true,
            stream_options: { include_usage: true },
            ...(tools.length > 0 && { tools }),
            ...(format && { response_format: format }),
            ...(request.verbosity && { verbosity: request.verbosity }),
            ...(request.maxOutputTokens !== undefined && { max_completion_tokens: request.maxOutputTokens }),
            ...(request.reasoningEffort && { reasoning_effort: request.reasoningEffort }),
          },
          { signal },
        )
        .withResponse()
      const { headers } = response
      return { events: data, contentType: headers.get('content-type') ?? '', headers }
    }
  },
  reader: () => new ChatReader(),
}
