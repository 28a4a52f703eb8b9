import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout's root folder, absolute. (`import.meta.dirname` came only with Node 20.11.) */
export const root = resolve(fileURLToPath(import.meta.url), '../../..')

/** Where set-up keeps its stamps; goes away with node_modules. */
export const cache = join(root, 'node_modules', '.cache', 'countersign')

/**
 * A file's text, or undefined when it cannot be read for whatever reason: a stamp that cannot be read is no stamp.
 * @param {string} file
 */
export function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // Missing and unreadable mean the same to every caller: do the work again.
    return undefined
  }
}

/**
 * Writes a file and the folders above it.
 * @param {string} file
 * @param {string} text
 */
export function writeDeep(file, text) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/**
 * The SHA-256 of some text or bytes, in hex.
 * @param {string | Buffer} content
 */
export function sha256(content) {
  return createHash('sha256').update(content).digest('hex')
}
