import { z } from 'zod'
import type { Fault } from '@shared/domain/fault'
import { builtInProviders } from '@shared/domain/model-presets'
import { mostMegabytes, tooLongCode } from './load-client'
import { endpointHost, endpointLabel, quoteServer, type Endpoint } from './endpoint'
import { BrokenStream, ReportedError } from './wire-format'

/**
 * Why an attempt failed and what may be tried: `request` before a stream has begun, `stream` once it had, `never` for
 * what would only fail again. No library error goes along as cause: its text may repeat the key.
 */
export interface Failure {
  readonly fault: Fault
  readonly retry: 'request' | 'stream' | 'never'
}

/** Whom a request went to and for what. `formed`: the answer was asked for in a form that the server may not know. */
export interface Target {
  readonly endpoint: Endpoint
  readonly model: string
  readonly formed?: boolean
}

/** A failure before the answer's headers came. */
export function requestFailure(error: unknown, target: Target): Failure {
  const server = readStatusError(error)
  if (server) return serverFailure(server, target)
  const { endpoint } = target
  const message = `Cannot reach ${endpointLabel(endpoint)} at ${endpointHost(endpoint)}: ${connectionReason(error)}`
  return {
    fault: { code: 'connection-failed', message, remedy: reachRemedy(endpoint) },
    retry: 'request',
  }
}

/** A failure after the headers: the server's own error, or a stream that cannot be read. */
export function streamFailure(error: unknown, target: Target): Failure {
  const server = error instanceof ReportedError ? readErrorBody(error.detail, '') : readStreamError(error)
  if (server) {
    const { fault, retry } = serverFailure(server, target)
    return { fault, retry: retry === 'never' ? 'never' : 'stream' }
  }
  if (error instanceof BrokenStream) return brokenFailure(error.message, target)
  if (error instanceof SyntaxError) return brokenFailure('an event is not valid JSON', target)
  const broken = brokenFailure(connectionReason(error), target)
  return innermostCode(error) === tooLongCode ? { ...broken, retry: 'never' } : broken
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  ETIMEDOUT: 'timed out',
  UND_ERR_CONNECT_TIMEOUT: 'timed out',
  UND_ERR_HEADERS_TIMEOUT: 'timed out',
  ECONNRESET: 'connection closed before an answer',
  EPIPE: 'connection closed before an answer',
  UND_ERR_SOCKET: 'connection closed before an answer',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  [tooLongCode]: `it has more than ${String(mostMegabytes)} MB`,
}

/**
 * Why no connection came about, in words. Only codes are read: the messages of the layers below may hold the address
 * with a password in it, or a header with the key.
 */
function connectionReason(error: unknown): string {
  const code = innermostCode(error)
  if (code !== undefined) return reasons[code] ?? code
  return error instanceof Error && /timed out/i.test(error.message) ? 'timed out' : 'no connection'
}

/** The code closest to the cause. A host with several addresses fails with all their errors in one. */
function innermostCode(error: unknown): string | undefined {
  let code: string | undefined
  let current = error
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string' && current.code !== '') code = current.code
    current =
      current instanceof AggregateError && current.errors.length > 0 ? current.errors[0] : current.cause
  }
  return code
}

/** A stream that broke, for a reason in our own words. */
export function brokenFailure(reason: string, { endpoint }: Target): Failure {
  const message = `The answer of ${endpointLabel(endpoint)} broke off: ${reason}`
  return { fault: { code: 'bad-stream', message, remedy: 'Try again' }, retry: 'stream' }
}

/** A successful status over something that is no event stream: most often a wrong address, so it is final. */
export function notAStreamFailure(contentType: string, { endpoint }: Target): Failure {
  const kind = quoteServer(contentType, endpoint)
  const message = `${endpointLabel(endpoint)} at ${endpointHost(endpoint)} answered with ${kind}, not with an event stream`
  const remedy = `Check base_url and wire_api in [model_providers.${endpoint.id}]`
  return { fault: { code: 'bad-stream', message, remedy }, retry: 'never' }
}

/** An answer that the server itself ended early. */
export function cutFault(why: 'length' | 'content-filter', { endpoint, model }: Target): Fault {
  const label = endpointLabel(endpoint)
  switch (why) {
    case 'length':
      return {
        code: 'context-length',
        message: `The answer of ${label} stopped at the output limit of "${model}"`,
        remedy: 'Ask for less at once, start a new session, or choose a model with a larger limit',
      }
    case 'content-filter':
      return {
        code: 'bad-request',
        message: `The content filter of ${label} stopped the answer`,
        remedy: 'Put the request in other words, or choose another model',
      }
  }
}

const quotaCodes = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active'])
const contextCodes = new Set(['context_length_exceeded', 'exceed_context_size_error'])
const keyCodes = new Set(['invalid_api_key', 'authentication_error', 'permission_error'])
const rateCodes = new Set(['rate_limit_exceeded', 'rate_limit_error'])
const transientCodes = new Set([
  '',
  'server_error',
  'internal_error',
  'overloaded',
  'overloaded_error',
  'timeout',
])
const contextText =
  /maximum context length|context (?:length|window|size) (?:is )?exceeded|exceeds the (?:available )?context/i

const formText =
  /response_?format|text\.format|json[_ ]?(?:schema|object|mode)|structured[_ ]?outputs?|\bschema\b|\bgrammar\b|guided[_ ]/i
const formStatuses = new Set<number | undefined>([400, 422, 500, 501])

/**
 * Whether a server refused the form of the answer. It is read in its words, for there is no code for it: 400 and 422 as a
 * rule, 500 where a grammar could not be built from the schema. A 400 or 422 that says nothing at all may mean it too.
 */
function refusesForm({ status, message, code, type }: ServerError): boolean {
  if (!formStatuses.has(status)) return false
  if (formText.test(`${message} ${code} ${type}`)) return true
  return /^[{}\s]*$/.test(message) && (status === 400 || status === 422)
}

function serverFailure(error: ServerError, target: Target): Failure {
  const { endpoint, model } = target
  const label = endpointLabel(endpoint)
  const { status } = error
  const said = (codes: ReadonlySet<string>) => codes.has(error.code) || codes.has(error.type)
  const number = status === undefined ? '' : ` (${String(status)})`
  const quoted = quoteServer(error.message, endpoint)
  const words = quoted === '' ? '' : `: ${quoted}`
  if (said(quotaCodes) || status === 402)
    return final(
      'quota',
      `The account at ${label} has no quota left`,
      'Check the plan and billing at the provider, or choose another model',
    )
  if (error.code === 'model_not_found' || status === 404)
    return final(
      'unknown-model',
      `${label} has no model "${model}"${number}`,
      presetOf(endpoint)
        ? 'Choose another model'
        : `Choose another model, or check base_url in [model_providers.${endpoint.id}]`,
    )
  if (said(contextCodes) || (status === 400 && contextText.test(error.message)))
    return final(
      'context-length',
      `The conversation is too long for "${model}"`,
      'Compact the conversation, start a new session, or choose a model with a larger context',
    )
  // The server's words are left out: they may repeat part of the key.
  if (status === 401 || status === 403 || said(keyCodes))
    return final(
      'unauthorized',
      `${label} refused the ${endpoint.provider.env_key === undefined ? 'request, which had no key' : 'key'}${number}`,
      keyRemedy(endpoint),
    )
  if (status === 429 || said(rateCodes))
    return {
      fault: {
        code: 'rate-limited',
        message: `${label} gets too many requests${number}${words}`,
        remedy: 'Wait a little, then try again',
      },
      retry: 'request',
    }
  if (target.formed === true && refusesForm(error)) {
    const message = `${label} does not take the form the answer was asked for in${number}${words}`
    const remedy = 'Choose a model or a server that can answer in JSON'
    return { fault: { code: 'bad-request', message, remedy, refused: 'output-form' }, retry: 'never' }
  }
  const transient = status === undefined ? transientCodes.has(error.code) : status >= 500 || status === 408
  if (transient)
    return {
      fault: {
        code: 'server-error',
        message: `${label} failed${number}${words}`,
        remedy: 'Wait a little, then try again',
      },
      retry: 'request',
    }
  return final(
    'bad-request',
    `${label} refused the request${number}${words}`,
    'Check the model and its provider in config.toml',
  )
}

/** What a server said of an error, as far as it can be read. `code` and `type` are '' when absent. */
interface ServerError {
  readonly status: number | undefined
  readonly code: string
  readonly type: string
  readonly message: string
}

const word = z.union([z.string(), z.number()]).nullish().catch(undefined)
const Body = z.object({ message: z.string().nullish().catch(undefined), code: word, type: word })
const Thrown = z.object({ status: z.number(), error: z.unknown().optional() })

/** The error that the library threw for an HTTP status; undefined when it is not one (no connection, a bug). */
function readStatusError(error: unknown): ServerError | undefined {
  const thrown = Thrown.safeParse(error).data
  if (!thrown) return undefined
  const text = error instanceof Error ? plainText(error.message, thrown.status) : ''
  return { ...readErrorBody(thrown.error, text), status: thrown.status }
}

/** The library's message without what it adds: it stands for a body that is not JSON. '' for a web page. */
function plainText(message: string, status: number): string {
  const text = message.replace(`${status} `, '').trim()
  return text === 'status code (no body)' || text.startsWith('<') ? '' : text
}

/**
 * The error that a server sent within a stream, whose status was 200: some put the status they mean into `code`.
 * Undefined for what carries no error object.
 */
function readStreamError(error: unknown): ServerError | undefined {
  const wrapped = z.object({ error: z.union([z.string(), z.looseObject({})]) }).safeParse(error).data
  return wrapped && readErrorBody(wrapped.error, '')
}

/** An error object, or the bare text that some servers send in its place. */
function readErrorBody(body: unknown, fallback: string): ServerError {
  if (typeof body === 'string') return { status: undefined, code: '', type: '', message: body }
  const read = Body.safeParse(body).data
  const code = String(read?.code ?? '')
  return {
    status: /^[45]\d\d$/.test(code) ? Number(code) : undefined,
    code,
    type: String(read?.type ?? ''),
    message: read?.message ?? fallback,
  }
}

function final(code: Fault['code'], message: string, remedy: string): Failure {
  return { fault: { code, message, remedy }, retry: 'never' }
}

/** The preset that the endpoint is; undefined for what config.toml puts in its place, which can be wrong there. */
const presetOf = ({ id, provider }: Endpoint) =>
  builtInProviders.find((preset) => preset.id === id && preset.base_url === provider.base_url)

function reachRemedy(endpoint: Endpoint): string {
  const preset = presetOf(endpoint)
  if (preset === undefined)
    return `Check that the server is running and that base_url in [model_providers.${endpoint.id}] is right`
  return preset.local
    ? `Start ${preset.name} on this machine, or choose another model`
    : 'Check whether this machine has a connection, or choose another model'
}

function keyRemedy({ id, provider, keyStored, isHeld }: Endpoint): string {
  if (provider.env_key === undefined)
    return `Name the environment variable that holds the key as env_key in [model_providers.${id}]`
  if (isHeld) return 'Change the key on the machine that lends it'
  return keyStored === true
    ? 'Change the key in Settings, under Providers'
    : `Check the key in the environment variable ${provider.env_key}`
}
