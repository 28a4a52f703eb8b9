import type { IncomingMessage } from 'node:http'

/** A body as it arrived. `value` is undefined for what is no JSON. `gone`: the sender went away in the middle of it. */
export type ReadBody =
  { readonly kind: 'read'; readonly value: unknown } | { readonly kind: 'large' } | { readonly kind: 'gone' }

/** Reads a body of at most `limit` bytes; what is larger is refused when it says so, or while it arrives, and never held. */
export function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve({ kind: 'large' })
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) chunks.push(chunk)
      else {
        chunks.length = 0
        request.pause()
        resolve({ kind: 'large' })
      }
    })
    request.on('end', () => {
      resolve({ kind: 'read', value: parsed(Buffer.concat(chunks).toString()) })
    })
    request.on('close', () => {
      resolve({ kind: 'gone' })
    })
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // what is no JSON is told as what is no hook
  }
}
