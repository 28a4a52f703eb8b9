import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isLeftBehind, ownPrefix } from '../../own-process/process-name'
import { entryAt } from '../../regular-file/entry-at'
import { readRegularFile } from '../../regular-file/read-regular-file'
import { disarmNewRepositories, restoreLinks, type PlaceRules } from '../repositories/after-run'
import { asBytes } from '../byte-path'
import { GuardedConfig, holdDetached } from '../protection/detached-configs'
import type { GuardedLink } from '../mounts/mask'
import type { SearchRepositories } from '../repositories/search-repositories'

/** What is put right after a run: repositories that it made, by these rules, and links that it changed. */
export interface ToPutRight {
  readonly rules: PlaceRules
  readonly links: readonly GuardedLink[]
  readonly configs: readonly GuardedConfig[]
}

const Note = z.strictObject({
  writable: z.array(z.string()),
  known: z.array(z.tuple([z.string().transform(asBytes), z.number()])),
  pinned: z.array(z.string()),
  kept: z.array(z.string()).default([]),
  exempt: z.array(z.string()),
  untouched: z.array(z.tuple([z.string(), z.number()])).default([]),
  began: z.number(),
  links: z.array(z.strictObject({ path: z.string(), target: z.string() })),
  configs: z.array(GuardedConfig).default([]),
})
/** No run knows so many repositories. */
const maxBytes = 64 * 1024 * 1024

/** Where the notes of all engines of a home lie, which no command can read or change. */
export const runNotesFolder = (engineHome: string): string => join(engineHome, 'runs')

/**
 * What runs under way may have made, on file, so that the next engine of this home can put it right after a kill. A run has one file,
 * from before it begins until all of it is put right.
 */
export class RunNotes {
  readonly #folder: string
  readonly #own = ownPrefix()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Notes a run before it begins, and returns the way to forget it; or why it must not begin. Undefined: there is nothing to note. */
  note(right: ToPutRight | undefined): { readonly forget: () => void } | { readonly problem: string } {
    if (!right) return { forget: () => undefined }
    const { known, ...rules } = right.rules
    const path = join(this.#folder, `${this.#own}${randomBytes(8).toString('hex')}.json`)
    const forget = (): void => {
      rmSync(path, { force: true })
    }
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      const text = JSON.stringify({ ...rules, known: [...known], links: right.links, configs: right.configs })
      writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      if (entryAt(path).kind === 'there') forget()
      return {
        problem: `the run cannot be noted for the next start, should this one be killed: ${error.message}`,
      }
    }
    return { forget }
  }
}

/**
 * Puts right what runs of killed engines left, by a search of all that they could write to, and then forgets them. Returns what was held
 * back, and each note that could not be read, as text: its run had not begun, or the machine went down with it. A note
 * stays where putting right fails, for the next start.
 */
export async function clearLeftNotes(folder: string, search: SearchRepositories): Promise<readonly string[]> {
  const said: string[] = []
  for (const name of notesIn(folder).filter(isLeftBehind)) {
    const path = join(folder, name)
    try {
      said.push(...(await putRight(path, search)))
      rmSync(path, { force: true })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      // Another engine that begins does the same.
      if (error.code !== 'ENOENT') said.push(`${path} (${error.message})`)
    }
  }
  return said
}

async function putRight(path: string, search: SearchRepositories): Promise<readonly string[]> {
  const note = await readNote(path)
  if (note === undefined) return [`${path} (cannot be read)`]
  const { links, known, configs, ...rules } = note
  const { held } = await disarmNewRepositories({ ...rules, known: new Map(known), search }, undefined)
  return [...restoreLinks(links), ...held, ...(await holdDetached(configs))]
}

function notesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function readNote(path: string): Promise<z.infer<typeof Note> | undefined> {
  const read = await readRegularFile(path, { limit: maxBytes, links: 'refuse' })
  if (read.kind !== 'read' || !read.whole) return undefined
  try {
    return Note.parse(JSON.parse(read.bytes.toString()))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined
    throw error
  }
}
