import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { PatchStep } from '../../core/ports/patch-files'

/** A step without its texts, which lie beside the note as `<number>.new` and `<number>.old`. */
export const NotedStep = z.strictObject({
  kind: z.enum(['mkdir', 'new', 'swap', 'fill', 'drop', 'unlink']),
  folder: z.string(),
  name: z.string(),
})
export type NotedStep = z.infer<typeof NotedStep>

/** What an engine was about to do when it was killed. `id` is part of every temporary name. */
export const PatchNote = z.strictObject({ id: z.string().regex(/^[\w-]+$/), steps: z.array(NotedStep) })
export type PatchNote = z.infer<typeof PatchNote>

const noteIn = (folder: string): string => join(folder, 'note.json')

/** Notes a patch down in its staging folder before anything is done. Throws what the file system throws. */
export async function writeNote(folder: string, id: string, steps: readonly PatchStep[]): Promise<void> {
  const noted = steps.map(({ kind, folder: place, name }) => ({ kind, folder: place, name }))
  await writeFile(noteIn(folder), JSON.stringify({ id, steps: noted }), { flag: 'wx', mode: 0o400 })
}

/** The note of a staging folder; undefined: the engine did not come so far that it could have begun. */
export async function readNote(folder: string): Promise<PatchNote | undefined> {
  try {
    return PatchNote.parse(JSON.parse(await readFile(noteIn(folder), 'utf8')))
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}
