import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DecisionLine } from '@shared/domain/decision-counts'
import { FaultError } from '@shared/domain/fault'
import type { DecisionLog } from '../../core/ports/home-files'
import { appendLine } from '../regular-file/append-line'
import { readRegularFile } from '../regular-file/read-regular-file'

/** Some 30,000 ends of requests; the file before it is kept beside it. */
const maxBytes = 4 * 1024 * 1024

/** `decisions.jsonl` in the home, for its owner alone, with the file before it as `decisions.1.jsonl`. */
export function createDecisionLog(home: string, limit = maxBytes): DecisionLog {
  const file = join(home, 'decisions.jsonl')
  const before = join(home, 'decisions.1.jsonl')

  async function add(line: DecisionLine): Promise<void> {
    const text = JSON.stringify(line)
    let done = await appendLine(file, text, limit)
    if (done === 'full') {
      await rename(file, before)
      done = await appendLine(file, text, limit)
    }
    if (done !== 'appended') throw new Error(`it is ${done}; expected a regular file, or none`)
  }

  async function lines(path: string): Promise<readonly DecisionLine[]> {
    try {
      const found = await readRegularFile(path, { limit: limit + 1, links: 'refuse' })
      if (found.kind !== 'read') return []
      return found.bytes.toString('utf8').split('\n').flatMap(lineFrom)
    } catch (error) {
      if (error instanceof Error && 'code' in error) return []
      throw error
    }
  }

  return {
    async add(line) {
      try {
        await add(line)
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error)
        throw new FaultError({ code: 'store-failed', message: `${file} cannot be written: ${why}` }, error)
      }
    },
    async read() {
      return (await Promise.all([before, file].map(lines))).flat()
    },
  }
}

function lineFrom(text: string): readonly DecisionLine[] {
  try {
    const read = DecisionLine.safeParse(JSON.parse(text))
    return read.success ? [read.data] : []
  } catch {
    return [] // torn, or another program's
  }
}
