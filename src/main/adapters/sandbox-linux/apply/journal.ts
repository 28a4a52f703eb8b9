import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
// eslint-disable-next-line no-restricted-imports -- a file of ours in a folder of ours
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isLeftBehind, ownPrefix } from '../../own-process/process-name'

/** What is known of a step on file. `made`: what is to come, once it lies beside; `mode`: it gets this one and stays. */
export const NotedStep = z.strictObject({
  folder: z.strictObject({ path: z.string(), dev: z.number(), ino: z.number() }),
  name: z.string(),
  before: z.strictObject({ dev: z.number(), ino: z.number(), mode: z.number() }).optional(),
  comes: z.boolean(),
  mode: z.number().optional(),
})
export type NotedStep = z.infer<typeof NotedStep>

/** What a thing is that lies beside and shall have the name of a step. `entries`: how much is in a folder. */
export const NotedMade = z.strictObject({
  dev: z.number(),
  ino: z.number(),
  size: z.number(),
  mtimeMs: z.number(),
  entries: z.number(),
})
export type NotedMade = z.infer<typeof NotedMade>

/** A journal, as far as it came: `made` by number of step when everything lies beside; `done` when everything has its name. */
export interface LeftJournal {
  readonly id: string
  readonly steps: readonly NotedStep[]
  readonly made: ReadonlyMap<number, NotedMade> | undefined
  readonly done: boolean
}

/** The journal of one set of changes, in a folder of its own that nobody else may enter. Each of its parts is on disk when it returns. */
export interface Journal {
  readonly id: string
  begin(steps: readonly NotedStep[]): void
  laid(made: ReadonlyMap<number, NotedMade>): void
  done(): void
  read(): LeftJournal | undefined
  /** Removes it. */
  end(): void
}

const mark = 'apply-'
const Id = z.string().regex(/^[\w-]+$/)
const Begun = z.strictObject({ id: Id, steps: z.array(NotedStep) })
const Laid = z.array(z.tuple([z.number(), NotedMade]))

/** Where the journals lie in the engine's home. */
export const journalFolder = (engineHome: string): string => join(engineHome, 'applying')

function sync(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Writes a file that is there whole or not at all, also when the machine stops. */
function settle(folder: string, name: string, text: string): void {
  const [fresh, place] = [join(folder, `${name}.new`), join(folder, name)]
  const fd = openSync(fresh, 'wx', 0o600)
  try {
    writeSync(fd, text)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
  renameSync(fresh, place)
  sync(folder)
}

function textOf(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function journalIn(folder: string, id: string): Journal {
  return {
    id,
    begin(steps) {
      settle(folder, 'begun', JSON.stringify({ id, steps }))
    },
    laid(made) {
      settle(folder, 'laid', JSON.stringify([...made]))
    },
    done() {
      settle(folder, 'done', '')
    },
    read() {
      const begun = textOf(folder, 'begun')
      if (begun === undefined) return undefined
      const laid = textOf(folder, 'laid')
      const made = laid === undefined ? undefined : new Map(Laid.parse(JSON.parse(laid)))
      return { ...Begun.parse(JSON.parse(begun)), made, done: textOf(folder, 'done') !== undefined }
    },
    end() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Opens a journal in `shared`, which is made where it is missing. Throws what the file system throws. */
export function openJournal(shared: string): Journal {
  mkdirSync(shared, { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(join(shared, `${ownPrefix()}${mark}`))
  sync(shared)
  const id = folder.slice(folder.lastIndexOf(mark) + mark.length)
  return journalIn(folder, `${String(process.pid)}-${id}`)
}

/** The journals that engines which are gone left, each claimed for this process, so that no other one works on it. */
export function claimLeftJournals(shared: string): readonly Journal[] {
  let names: readonly string[]
  try {
    names = readdirSync(shared)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
  return names.flatMap((name) => {
    if (!name.includes(mark) || !isLeftBehind(name)) return []
    const mine = join(shared, ownPrefix() + name.slice(name.indexOf(mark)))
    try {
      renameSync(join(shared, name), mine)
    } catch (error) {
      if (error instanceof Error && 'code' in error) return [] // another engine was quicker
      throw error
    }
    const begun = textOf(mine, 'begun')
    if (begun !== undefined) return [journalIn(mine, Begun.parse(JSON.parse(begun)).id)]
    rmSync(mine, { recursive: true, force: true }) // it had not begun
    return []
  })
}
