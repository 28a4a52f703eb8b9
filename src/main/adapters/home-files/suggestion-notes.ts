import { join } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import { z } from 'zod'
import type { SuggestionNotes } from '../../core/ports/suggestion-notes'
import { readRegularFile } from '../regular-file/read-regular-file'
import { writeWhole } from '../regular-file/write-whole'

const Note = z.strictObject({
  shown: z.strictObject({ key: z.string(), at: z.number() }).optional(),
  dismissed: z.array(z.string()),
})

/** Some thousand dismissed kinds of requests. */
const maxBytes = 1024 * 1024

/** `rule-suggestions.json` in the home, for its owner alone. */
export function createSuggestionNotes(home: string): SuggestionNotes {
  const file = join(home, 'rule-suggestions.json')
  return {
    async read() {
      try {
        const found = await readRegularFile(file, { limit: maxBytes, links: 'refuse' })
        if (found.kind !== 'read' || !found.whole) throw new Error('it is no file of ours')
        return Note.parse(JSON.parse(found.bytes.toString('utf8')))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { dismissed: [] }
        throw new FaultError({ code: 'store-failed', message: `${file} cannot be read.` }, error)
      }
    },
    async write(note) {
      try {
        await writeWhole(file, [`${JSON.stringify(note)}\n`])
      } catch (error) {
        throw new FaultError({ code: 'store-failed', message: `${file} cannot be written.` }, error)
      }
    },
  }
}
