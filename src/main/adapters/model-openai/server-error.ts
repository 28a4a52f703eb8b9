import { z } from 'zod'

/** What a server said of an error, as far as it can be read. `code` and `type` are '' when absent. */
export interface ServerError {
  readonly status: number | undefined
  readonly code: string
  readonly type: string
  readonly message: string
}

const word = z.union([z.string(), z.number()]).nullish().catch(undefined)
const Body = z.object({ message: z.string().nullish().catch(undefined), code: word, type: word })
const Thrown = z.object({ status: z.number(), error: z.unknown().optional() })

/** The error that the library threw for an HTTP status; undefined when it is not one (no connection, a bug). */
export function readStatusError(error: unknown): ServerError | undefined {
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
export function readStreamError(error: unknown): ServerError | undefined {
  const wrapped = z.object({ error: z.union([z.string(), z.looseObject({})]) }).safeParse(error).data
  return wrapped && readErrorBody(wrapped.error, '')
}

/** An error object, or the bare text that some servers send in its place. */
export function readErrorBody(body: unknown, fallback: string): ServerError {
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
