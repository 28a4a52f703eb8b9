import { isAbsolute } from 'node:path'
import { FaultError } from '@shared/domain/fault'

/** Where clients are waited for: a port on 127.0.0.1 (0: a free one), or a socket of this user's. */
export type ListenAddress =
  | { readonly kind: 'web'; readonly port: number }
  | { readonly kind: 'unix'; readonly path: string }

/** What fits into a socket's address, with its end. */
const longestPath = 107

const refused = (text: string, expected: string): FaultError =>
  new FaultError({
    code: 'bad-request',
    message: `--listen ${JSON.stringify(text.slice(0, 200))}: expected ${expected}.`,
  })

/** Reads `ws://127.0.0.1:PORT` or `unix:///PATH`. Throws FaultError for every other address, those that other machines reach among them. */
export function listenAddress(text: string): ListenAddress {
  const [, path] = /^unix:\/\/(.+)$/s.exec(text) ?? []
  if (path !== undefined) {
    if (!isAbsolute(path) || path.includes('\0')) throw refused(text, 'an absolute path behind unix://')
    if (Buffer.byteLength(path) > longestPath)
      throw refused(text, `a path of at most ${String(longestPath)} bytes, which is what a socket can have`)
    return { kind: 'unix', path }
  }
  const [, digits] = /^ws:\/\/127\.0\.0\.1:(\d{1,5})\/?$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === undefined || port > 65_535)
    throw refused(text, 'ws://127.0.0.1:PORT, which only this machine reaches, or unix://PATH')
  return { kind: 'web', port }
}
