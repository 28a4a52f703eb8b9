import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { ConfigFile } from '@shared/domain/settings'
import { readRegularFile } from '../regular-file/read-regular-file'

const maxBytes = 128 * 1024

/** What stands in place of the built-in instructions; without `text` nothing does. `warnings` say why a file that is named does not. */
export interface Instructions {
  readonly text?: string | undefined
  readonly warnings: readonly string[]
}

/**
 * What the start says, or the file of `experimental_instructions_file`, whose path is one from the home where it is no absolute one. A file that
 * is none, is empty, binary or longer than 128 KiB leaves the built-in instructions in place. Never throws.
 */
export async function readInstructions(
  said: string | undefined,
  { experimental_instructions_file: named }: Pick<ConfigFile, 'experimental_instructions_file'>,
  home: string,
): Promise<Instructions> {
  if (said !== undefined || named === undefined) return { text: said, warnings: [] }
  const path = resolve(home, named.replace(/^~(?=\/)/, homedir()))
  const without = (why: string): Instructions => ({
    warnings: [`experimental_instructions_file: ${path} ${why}; the built-in instructions are used`],
  })
  try {
    const read = await readRegularFile(path, { limit: maxBytes, links: 'follow' })
    if (read.kind !== 'read') return without('is no regular file')
    if (!read.whole) return without('is longer than 128 KiB')
    const text = read.bytes.toString('utf8').trim()
    if (text === '' || text.includes('\0')) return without('holds no text')
    return { text, warnings: [] }
  } catch (error) {
    return without(`cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`)
  }
}
