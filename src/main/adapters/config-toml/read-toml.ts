// oxlint-disable-next-line countersign/no-restricted-imports -- a file in the home that nobody else writes to, at once
import { readFileSync, statSync } from 'node:fs'
import { parse, TomlError } from 'smol-toml'
import { readJudgedFile, type NoRegularFile, type RefuseFile } from '../regular-file/read-regular-file'
import { ConfigError } from './config-error'

/** No configuration is longer; what is would be held in memory for as long as the program runs. */
export const maxTomlBytes = 4 * 1024 * 1024

/** A parsed TOML document or one of its tables. */
export type ConfigTable = Readonly<Record<string, unknown>>

/** True for a table; lists and dates are none. */
export function isTable(value: unknown): value is ConfigTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

const expected = 'a file that can be read'

const noFile = (kind: NoRegularFile['kind']): string =>
  kind === 'folder' ? 'it is a directory' : 'it is no regular file'

const tooLong = (file: string): ConfigError =>
  new ConfigError({ file, what: `longer than ${maxTomlBytes} bytes`, expected })

/** Throws what was said of a file; nothing where there is none. */
function unlessMissing(file: string, error: unknown): void {
  if (error instanceof ConfigError) throw error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code !== 'ENOENT') throw new ConfigError({ file, what: unreadable(code), expected }, error)
}

function decoded(file: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new ConfigError({ file, what: 'not UTF-8 text', expected: 'TOML, which is UTF-8' }, error)
  }
}

/** The file's text; undefined when there is none. Throws ConfigError when it cannot be read, or may not be, or is not UTF-8. */
export async function readText(file: string, refuses?: RefuseFile): Promise<string | undefined> {
  let bytes: Uint8Array
  try {
    const read = await readJudgedFile(file, { limit: maxTomlBytes, links: 'follow' }, refuses)
    if (read.kind === 'refused') throw new ConfigError({ file, what: read.reason, expected })
    if (read.kind !== 'read') throw new ConfigError({ file, what: noFile(read.kind), expected })
    if (!read.whole) throw tooLong(file)
    bytes = read.bytes
  } catch (error) {
    unlessMissing(file, error)
    return undefined
  }
  return decoded(file, bytes)
}

/**
 * The same of a file that nobody but the person writes to, at once: each decision looks, and handing a look to another thread and back takes longer than
 * the look.
 */
export function readOwnText(file: string): string | undefined {
  let bytes: Uint8Array
  try {
    const found = statSync(file)
    if (!found.isFile())
      throw new ConfigError({ file, what: noFile(found.isDirectory() ? 'folder' : 'other'), expected })
    if (found.size > maxTomlBytes) throw tooLong(file)
    bytes = readFileSync(file)
  } catch (error) {
    unlessMissing(file, error)
    return undefined
  }
  return decoded(file, bytes)
}

function unreadable(code: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'no permission to read it'
    case 'ENOTDIR':
      return 'its folder is no directory'
    default:
      return code === '' ? 'it cannot be read' : `it cannot be read (${code})`
  }
}

/** The document in a file's text. Throws ConfigError with line and column when it is not TOML. */
export function parseToml(file: string, text: string): ConfigTable {
  try {
    return parse(text, { unsafeKeyBehaviour: 'throw' })
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const { line, column } = error
    // The message goes on with an excerpt of the file, which one line has no place for.
    const detail = error.message
      .split('\n', 1)
      .join('')
      .replace(/^Invalid TOML document: /, '')
    const what = `not valid TOML at column ${column}: ${detail}`
    throw new ConfigError({ file, line, column, what, expected: 'lines such as key = "value"' }, error)
  }
}
