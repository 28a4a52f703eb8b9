import type { ModelRequest } from '../../core/ports'
import { responsesFormatOf } from './output-format'
import { hasServerReasoning, responsesInput, responsesTools } from './responses-input'
import { ResponsesReader } from './responses-reader'
import type { WireFormat } from './wire-format'

/** The `reasoning` member, or none: a server that knows no reasoning may refuse the request for it. */
function reasoningOf({ reasoningEffort: effort, reasoningSummary }: ModelRequest) {
  const summary = reasoningSummary === 'none' ? undefined : reasoningSummary
  return effort || summary ? { reasoning: { ...(effort && { effort }), ...(summary && { summary }) } } : {}
}

/**
 * The Responses format (`wire_api = "responses"`), without storage at the server. Encrypted reasoning is asked for
 * only once reasoning has come back: servers that know no such thing may refuse the request for it.
 */
export const responsesFormat: WireFormat = {
  prepare(request) {
    const input = responsesInput(request.input)
    const tools = responsesTools(request.tools)
    const format = responsesFormatOf(request.output)
    return async (client, signal) => {
      const { data, response } = await client.responses
        .create(
          {
            model: request.model,
            ...(request.instructions !== '' && { instructions: request.instructions }),
            input,
            stream: true,
            store: false,
            ...(tools.length > 0 && { tools }),
            ...((format ?? request.verbosity) && {
              text: { ...(format && { format }), ...(request.verbosity && { verbosity: request.verbosity }) },
            }),
            ...(request.maxOutputTokens !== undefined && { max_output_tokens: request.maxOutputTokens }),
            ...reasoningOf(request),
            ...(hasServerReasoning(request.input) && { include: ['reasoning.encrypted_content'] }),
          },
          { signal },
        )
        .withResponse()
      const { headers } = response
      return { events: data, contentType: headers.get('content-type') ?? '', headers }
    }
  },
  reader: () => new ResponsesReader(),
}
