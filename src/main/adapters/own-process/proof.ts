import { createHash, randomBytes } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import type { PrivateFolder } from './private-folder'

/** A text that nobody can guess. */
export const secretText = (): string => randomBytes(32).toString('hex')

/** What the name of a proof looks like: it can lead nowhere else. */
export const proofName = /^proof-[0-9a-f]{32}$/
/** What a secret looks like. */
export const secretForm = /^[0-9a-f]{64}$/

/** The name says the text as well: nobody guesses one, nor makes a file for a text that was not told. */
const nameFor = (text: string): string =>
  `proof-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`

/**
 * Makes a fresh file of the folder for the text, for its owner alone, and tells its name. The text stands in it, but where the disk is full, which takes an empty file still. Throws the
 * file system's error, and no file is left then.
 */
export function makeProof(folder: PrivateFolder, text: string): string {
  const name = nameFor(text)
  const handle = openSync(folder.at(name), 'wx', 0o600)
  try {
    writeFileSync(handle, text)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if ((code === 'ENOSPC' || code === 'EDQUOT') && fstatSync(handle).size === 0) return name
    folder.drop(name)
    throw error
  } finally {
    closeSync(handle)
  }
  return name
}

/**
 * Whether that file is there for the text, is this user's alone, and holds the text or nothing; it is gone then. Whoever told both could make it, so that it is a
 * process of this user (or root), and one that may write in this home.
 */
export function takeProof(folder: PrivateFolder, name: string, text: string): boolean {
  if (name !== nameFor(text)) return false
  let handle: number | undefined
  try {
    handle = openSync(folder.at(name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { uid, mode, nlink, size } = fstatSync(handle)
    const file = (mode & constants.S_IFMT) === constants.S_IFREG
    const own = uid === process.getuid?.() && (mode & 0o077) === 0 && nlink === 1
    if (!file || !own || ![0, Buffer.byteLength(text)].includes(size)) return false
    if (![text, ''].includes(readFileSync(handle, 'utf8'))) return false
    unlinkSync(folder.at(name))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false // gone, or none that can be opened
    throw error
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
