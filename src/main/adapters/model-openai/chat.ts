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
            ...(request.reasoningEffort && { reasoning_effort: request.reasoningEffort }),
          },
          { signal },
        )
        .withResponse()
      return { events: data, contentType: response.headers.get('content-type') ?? '' }
    }
  },
  reader: () => new ChatReader(),
}
