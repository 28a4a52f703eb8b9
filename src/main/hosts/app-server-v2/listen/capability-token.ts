import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { FaultError } from '@shared/domain/fault'

const shortest = 32
const longest = 1024

/** A fresh one, of 256 bits. */
export const freshToken = (): string => randomBytes(32).toString('base64url')

/**
 * The token that a file holds. Throws FaultError for a file that others may read or write, or that is not this user's, and for a token
 * that could be guessed.
 */
export async function tokenFrom(file: string): Promise<string> {
  const wrong = (expected: string): FaultError =>
    new FaultError({ code: 'bad-request', message: `--ws-token-file ${file}: expected ${expected}.` })
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: unknown) => {
      throw wrong(`a file that can be read (${error instanceof Error ? error.message : String(error)})`)
    },
  )
  try {
    const found = await handle.stat()
    if (!found.isFile() || (found.mode & 0o077) !== 0 || found.uid !== process.getuid?.())
      throw wrong('a plain file of your own that nobody else may read or write (mode 0600)')
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longest + 2), 0, longest + 2, 0)
    const token = buffer.toString('latin1', 0, bytesRead).trim()
    if (!/^[\x21-\x7e]+$/.test(token) || token.length < shortest || token.length > longest)
      throw wrong(`${String(shortest)} to ${String(longest)} visible ASCII characters`)
    return token
  } finally {
    await handle.close()
  }
}

/** Whether an Authorization header carries the token. Digests are compared, so that no time tells of it. */
export function bears(authorization: string | undefined, token: string): boolean {
  const [, offered = ''] = /^Bearer ([\x21-\x7e]{1,2000})$/i.exec(authorization ?? '') ?? []
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(offered), digest(token))
}
