import { join } from 'node:path'
import type { RecordTable } from '../../core/programs/record-table'
import type { ShellTreeReader } from '../../core/shell/shell-tree'
import { readText } from './read-toml'

/**
 * A person's own records, from `programs.toml` beside config.toml; none where there is no file, as mostly, and then nothing is loaded that reads
 * one. Their examples are checked. Throws ConfigError with file, line and what was expected; nothing of the file is then used. No
 * project's folder is looked at.
 */
export async function loadProgramRecords(
  home: string,
  trees: ShellTreeReader,
): Promise<RecordTable | undefined> {
  const file = join(home, 'programs.toml')
  const text = await readText(file)
  if (text === undefined) return undefined
  return (await import('./program-records')).readProgramRecords(file, text, trees)
}
