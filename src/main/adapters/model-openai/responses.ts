import type { ModelRequest } from '../../core/ports/models'
import { responsesFormatOf } from './output-format'
import { responsesInput, responsesTools } from './responses-input'
import { ResponsesReader } from './responses-reader'
import type { WireFormat } from './wire-format'

/** OpenAI's models that reason without being told to, also behind a router's prefix. */
const reasoningModel = /(?:^|\/)(?:gpt-5(?!.*-chat)|o[134](?!\w)|codex-)/

/** The `reasoning` member, or none: a server that knows no reasoning may refuse the request for it. The summary is `auto` where nothing is said. */
function reasoningOf({ model, reasoningEffort: effort, reasoningSummary }: ModelRequest) {
  const wanted = reasoningSummary ?? (reasoningModel.test(model) ? 'auto' : 'none')
  const summary = wanted === 'none' ? undefined : wanted
  return effort || summary ? { reasoning: { ...(effort && { effort }), ...(summary && { summary }) } } : {}
}

/** Servers and models that refused what `optionalOf` adds, by address and model; they are not asked again. */
const plain = new Set<string>()

/**
 * What a request is better with and can be without. Reasoning is encrypted from the first request on, since what the server does not keep
 * and is not given back is lost to the model. A session's requests have one cache key: what they begin with is then looked for where
 * the one before left it.
 */
const optionalOf = ({ sessionId }: ModelRequest) => ({
  include: ['reasoning.encrypted_content' as const],
  ...(sessionId !== '' && { prompt_cache_key: sessionId }),
})

/** Whether a server may have refused a request for what it can be without. */
const refusedOptional = (error: unknown): boolean =>
  error instanceof Error &&
  'status' in error &&
  [400, 404, 422].includes(Number(error.status)) &&
  /\binclude\b|encrypted|prompt_cache_key/i.test(error.message)

/** The Responses format (`wire_api = "responses"`), without storage at the server. */
export const responsesFormat: WireFormat = {
  prepare(request) {
    const input = responsesInput(request.input)
    const tools = responsesTools(request.tools)
    const format = responsesFormatOf(request.output)
    const body = {
      model: request.model,
      ...(request.instructions !== '' && { instructions: request.instructions }),
      input,
      stream: true as const,
      store: false,
      ...(tools.length > 0 && { tools }),
      ...((format ?? request.verbosity) && {
        text: { ...(format && { format }), ...(request.verbosity && { verbosity: request.verbosity }) },
      }),
      ...(request.maxOutputTokens !== undefined && { max_output_tokens: request.maxOutputTokens }),
      ...reasoningOf(request),
    }
    return async (client, signal) => {
      const known = `${client.baseURL} ${request.model}`
      const ask = (more: object) => client.responses.create({ ...body, ...more }, { signal }).withResponse()
      const answer = plain.has(known)
        ? ask({})
        : ask(optionalOf(request)).catch((error: unknown) => {
            if (!refusedOptional(error)) throw error
            plain.add(known)
            return ask({})
          })
      const { data, response } = await answer
      const { headers } = response
      return { events: data, contentType: headers.get('content-type') ?? '', headers }
    }
  },
  reader: () => new ResponsesReader(),
}
