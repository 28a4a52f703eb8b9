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
}

/**
 * Why no connection came about, in words. Only codes are read: the messages of the layers below may hold the address
 * with a password in it, or a header with the key.
 */
export function connectionReason(error: unknown): string {
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
