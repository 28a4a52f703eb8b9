import { parse, TomlError } from 'smol-toml'
import { readRegularFile, type NoRegularFile } from '../regular-file/read-regular-file'
import { ConfigError } from './config-error'

/** No configuration is longer; what is would be held in memory for as long as the program runs. */
const maxBytes = 4 * 1024 * 1024

/** A parsed TOML document or one of its tables. */
export type ConfigTable = Readonly<Record<string, unknown>>

/** True for a table; lists and dates are none. */
export function isTable(value: unknown): value is ConfigTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

const expected = 'a file that can be read'

const noFile = (kind: NoRegularFile['kind']): string =>
  kind === 'folder' ? 'it is a directory' : 'it is no regular file'

/** The file's text; undefined when there is none. Throws ConfigError when it cannot be read or is not UTF-8. */
export async function readText(file: string): Promise<string | undefined> {
  let bytes: Uint8Array
  try {
    const read = await readRegularFile(file, { limit: maxBytes, links: 'follow' })
    if (read.kind !== 'read') throw new ConfigError({ file, what: noFile(read.kind), expected })
    if (!read.whole) throw new ConfigError({ file, what: `longer than ${maxBytes} bytes`, expected })
    bytes = read.bytes
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT') return undefined
    throw new ConfigError({ file, what: unreadable(code), expected }, error)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new ConfigError({ file, what: 'not UTF-8 text', expected: 'TOML, which is UTF-8' }, error)
  }
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
