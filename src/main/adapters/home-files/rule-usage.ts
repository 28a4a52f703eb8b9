import { constants, lstatSync } from 'node:fs'
// oxlint-disable-next-line countersign/no-restricted-imports -- our own file, not followed and not waited for; read on from where it was read last, and only appended to
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { standingOf, type YesStanding, type YesUsage } from '../../core/approvals/yes-ends'
import type { CountedYes, RuleUsage } from '../../core/ports/rule-usage'
import { watchFile } from './watch-file'

const Line = z.union([
  z.strictObject({ use: z.string(), at: z.number(), by: z.string() }),
  z.strictObject({ suspend: z.string(), at: z.number() }),
  z.strictObject({ resume: z.string(), at: z.number() }),
])
type Line = z.infer<typeof Line>

/** Uses of a hundred years. A file that is longer is none of ours, and nothing is used then. */
const mostBytes = 64 * 1024 * 1024

/** What stands in place of a key for each of them. */
const all = 'all'

interface Counted {
  last?: number
  /** What each use was named as, in the order of the file. */
  readonly uses: string[]
}

/**
 * Uses in `rules-used.jsonl`, a line each, only ever appended to: the file's own order says which use was the last that was meant, whichever
 * engine it was of, and needs no lock. `branchOf` tells the branch of a folder's repository; undefined: not known.
 */
export function createRuleUsage(
  home: string,
  world: {
    readonly now: () => number
    readonly id: () => string
    readonly branchOf: (folder: string) => Promise<string | undefined>
  },
): RuleUsage {
  const file = join(home, 'rules-used.jsonl')
  const counted = new Map<string, Counted>()
  const suspended = new Set<string>()
  let [read, rest, latest, resumed, suspendedAll] = [0, '', 0, 0, 0]
  let askedAnew: number | undefined

  /** A person or a run had to do with it at this moment. */
  const touched = (key: string, at: number): Counted => {
    const known = counted.get(key) ?? { uses: [] }
    known.last = Math.max(known.last ?? 0, at)
    counted.set(key, known)
    return known
  }
  const take = (line: Line): void => {
    latest = Math.max(latest, line.at)
    if ('use' in line) touched(line.use, line.at).uses.push(line.by)
    else if ('suspend' in line) {
      suspended.add(line.suspend)
      if (line.suspend !== all) return
      suspendedAll += 1
      askedAnew = Math.max(askedAnew ?? line.at, line.at)
    } else {
      suspended.delete(line.resume)
      resumed += 1
      // Whoever says that it counts again has looked at it: that it was not used for long is over.
      touched(line.resume, line.at)
    }
  }

  /** Reads what is new. Throws what the system says, and for a file that is not ours. */
  async function look(): Promise<void> {
    // Each decision looks, and seldom is there more than before.
    const found = lstatSync(file, { throwIfNoEntry: false })
    if (found?.isFile() === true && found.size === read) return
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
      (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      },
    )
    if (!handle) {
      if (read > 0) throw new Error(`${file} is gone`)
      return
    }
    try {
      const { size } = await handle.stat()
      if (size > mostBytes || size < read) throw new Error(`${file} is not what it was`)
      if (size === read) return
      const bytes = Buffer.alloc(size - read)
      await handle.read(bytes, 0, bytes.length, read)
      read = size
      const lines = (rest + bytes.toString('utf8')).split('\n')
      rest = lines.pop() ?? ''
      for (const text of lines) {
        if (text === '') continue
        const line = Line.safeParse(parse(text))
        // A line that a killed engine left half was the beginning of nothing.
        if (line.success) take(line.data)
      }
    } finally {
      await handle.close()
    }
  }

  async function append(line: Line): Promise<void> {
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW
    const handle = await open(file, flags, 0o600)
    try {
      // A line end before it as well: what was left half stays a line of its own.
      await handle.appendFile(`\n${JSON.stringify(line)}\n`)
      await handle.datasync()
    } finally {
      await handle.close()
    }
  }

  const usageOf = (key: string): YesUsage => {
    const { uses = [], last } = counted.get(key) ?? {}
    return {
      count: uses.length,
      ...(last !== undefined && { last }),
      ...((suspended.has(all) || suspended.has(key)) && { suspended: true }),
    }
  }
  const moment = (): number => (latest = Math.max(latest, world.now()))
  const at = async ({ ends }: CountedYes, folder: string) => ({
    now: moment(),
    branch: ends?.branch === undefined ? undefined : await world.branchOf(folder),
  })
  let last: Promise<unknown> = Promise.resolve()
  /** One after another, so that no part of the file is read twice. */
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  /** Calls back when the file says more of something than it did. */
  function whenMore(count: () => number, listener: () => void): () => void {
    let known = count()
    const changed = async (): Promise<void> => {
      // What cannot be read counts for nothing, and then nothing is otherwise.
      await alone(look).catch(() => undefined)
      if (count() === known) return
      known = count()
      listener()
    }
    return watchFile(file, () => void changed())
  }

  return {
    standing: (each) =>
      alone(async () => {
        await look()
        const standing: YesStanding[] = []
        for (const [yes, folder] of each)
          standing.push(standingOf({ ...yes, usage: usageOf(yes.key) }, await at(yes, folder)))
        return standing
      }),
    use: (yes, folder) =>
      alone(async (): Promise<YesStanding> => {
        await look()
        const where = await at(yes, folder)
        const before = standingOf({ ...yes, usage: usageOf(yes.key) }, where)
        if (before.kind !== 'in-force') return before
        const by = world.id()
        await append({ use: yes.key, at: where.now, by })
        await look()
        const { uses = [] } = counted.get(yes.key) ?? {}
        const mine = uses.indexOf(by)
        // Another engine may have been before us: the file says who was.
        const usage = { ...usageOf(yes.key), count: mine < 0 ? Infinity : mine }
        return standingOf({ ...yes, usage }, where)
      }),
    of: (keys) => alone(async () => (await look(), keys.map(usageOf))),
    suspend: (key) => alone(() => append({ suspend: key, at: moment() })),
    resume: (key) => alone(() => append({ resume: key, at: moment() })),
    onResume: (listener) => whenMore(() => resumed, listener),
    onSuspendAll: (listener) => whenMore(() => suspendedAll, listener),
    askedAnew: () =>
      alone(async () => {
        await look()
        return askedAnew === undefined ? undefined : { at: askedAnew, goesOn: suspended.has(all) }
      }),
    allSuspended: () => alone(async () => (await look(), suspended.has(all))),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
