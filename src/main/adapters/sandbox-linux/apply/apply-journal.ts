import {
  appendFileSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
// oxlint-disable-next-line countersign/no-restricted-imports -- a file of ours in a folder of ours
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isLeftBehind, ownPrefix } from '../../own-process/process-name'
import { writeWholeSync } from '../../regular-file/write-whole'

/** What is known of a step on file. `made`: what is to come, once it lies beside; `mode`: it gets this one and stays. */
export const NotedStep = z.strictObject({
  folder: z.strictObject({ path: z.string(), dev: z.number(), ino: z.number() }),
  /** Of one entry of the folder. */
  name: z.string().regex(/^(?!\.{1,2}$)[^/\0]+$/),
  before: z.strictObject({ dev: z.number(), ino: z.number(), mode: z.number() }).optional(),
  comes: z.boolean(),
  mode: z.number().optional(),
})
export type NotedStep = z.infer<typeof NotedStep>

/** What a thing is that lies beside and shall have the name of a step. `tree`: the marks of all in a folder. */
export const NotedMade = z.strictObject({
  dev: z.number(),
  ino: z.number(),
  size: z.number(),
  mtimeMs: z.number(),
  tree: z.string().optional(),
})
export type NotedMade = z.infer<typeof NotedMade>

/**
 * A journal, as far as it came: `made` by number of step when everything lies beside; `given` the numbers of steps whose mode was, or was just about
 * to be, set; `done` when everything has its name.
 */
export interface LeftJournal {
  readonly id: string
  readonly steps: readonly NotedStep[]
  readonly made: ReadonlyMap<number, NotedMade> | undefined
  readonly given: ReadonlySet<number>
  readonly done: boolean
}

/** The journal of one set of changes, in a folder of its own that nobody else may enter. Each of its parts is on disk when it returns. */
export interface Journal {
  readonly id: string
  begin(steps: readonly NotedStep[]): void
  laid(made: ReadonlyMap<number, NotedMade>): void
  /** This step gets its mode now. */
  gives(number: number): void
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

function textOf(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Of what cannot be read nothing is taken for ours: it stays where it is, and is told. */
function laidIn(text: string | undefined): LeftJournal['made'] {
  try {
    return text === undefined ? undefined : new Map(Laid.parse(JSON.parse(text)))
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

function journalIn(folder: string, id: string): Journal {
  return {
    id,
    begin(steps) {
      writeWholeSync(join(folder, 'begun'), JSON.stringify({ id, steps }))
    },
    laid(made) {
      writeWholeSync(join(folder, 'laid'), JSON.stringify([...made]))
    },
    gives(number) {
      // A killed engine loses nothing that was written: no need to wait for the disk each time.
      appendFileSync(join(folder, 'given'), `${String(number)}\n`, { mode: 0o600 })
    },
    done() {
      writeWholeSync(join(folder, 'done'), '')
    },
    read() {
      const begun = textOf(folder, 'begun')
      if (begun === undefined) return undefined
      const made = laidIn(textOf(folder, 'laid'))
      const given = new Set((textOf(folder, 'given') ?? '').split('\n').slice(0, -1).map(Number))
      return { ...Begun.parse(JSON.parse(begun)), made, given, done: textOf(folder, 'done') !== undefined }
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

/** A journal that an engine left. `read` throws an Error where it is none; `putAside` takes it out of the way then, and tells where to. */
export type ClaimedJournal = Pick<Journal, 'read' | 'end'> & { putAside(): string }

/** The journals that engines which are gone left, each claimed for this process, so that no other one works on it. */
export function claimLeftJournals(shared: string): readonly ClaimedJournal[] {
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
    const putAside = (): string => {
      const aside = join(shared, `unreadable-${name}`)
      renameSync(mine, aside)
      return aside
    }
    return [{ ...journalIn(mine, ''), putAside }]
  })
}

const leftName = 'left.json'

/** Notes what stayed when a journal was taken back, until somebody is told of it: also where this process does not live so long. Throws what the disk says. */
export function noteLeft(shared: string, paths: readonly string[]): void {
  if (paths.length > 0)
    writeWholeSync(join(shared, leftName), JSON.stringify([...new Set([...leftIn(shared), ...paths])]))
}

/** What was noted so, once. Throws what the disk says. */
export function takeLeft(shared: string): readonly string[] {
  const left = leftIn(shared)
  rmSync(join(shared, leftName), { force: true })
  return left
}

/** A note that cannot be read is put aside, and where it lies then is what is left. */
function leftIn(shared: string): readonly string[] {
  const text = textOf(shared, leftName)
  if (text === undefined) return []
  try {
    return z.array(z.string()).parse(JSON.parse(text))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const aside = join(shared, `unreadable-${ownPrefix()}${leftName}`)
    renameSync(join(shared, leftName), aside)
    return [aside]
  }
}
