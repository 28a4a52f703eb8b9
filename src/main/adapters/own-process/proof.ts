import { randomBytes } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import type { PrivateFolder } from './private-folder'

/** A text that nobody can guess. */
export const secretText = (): string => randomBytes(32).toString('hex')

/** What the name of a proof looks like: it can lead nowhere else. */
export const proofName = /^proof-[0-9a-f]{32}$/
/** What a secret looks like. */
export const secretForm = /^[0-9a-f]{64}$/

/** Puts the text in a fresh file of the folder, for its owner alone, and tells its name. Throws the file system's error, and no file is left then. */
export function makeProof(folder: PrivateFolder, text: string): string {
  const name = `proof-${randomBytes(16).toString('hex')}`
  try {
    writeFileSync(folder.at(name), text, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    folder.drop(name) // where the disk is full it was made, and is empty
    throw error
  }
  return name
}

/**
 * Whether that file is there, is this user's alone, and holds the text; it is gone then. Whoever told both could make it, so that it is a
 * process of this user (or root), and one that may write in this home.
 */
export function takeProof(folder: PrivateFolder, name: string, text: string): boolean {
  if (!proofName.test(name)) return false
  let handle: number | undefined
  try {
    handle = openSync(folder.at(name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const { uid, mode, nlink, size } = fstatSync(handle)
    const file = (mode & constants.S_IFMT) === constants.S_IFREG
    const own = uid === process.getuid?.() && (mode & 0o077) === 0 && nlink === 1
    if (!file || !own || size !== Buffer.byteLength(text) || readFileSync(handle, 'utf8') !== text)
      return false
    unlinkSync(folder.at(name))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false // gone, or none that can be opened
    throw error
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
