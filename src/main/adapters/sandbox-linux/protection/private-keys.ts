import { lstat, opendir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { readRegularFile } from '../../regular-file/read-regular-file'
import { writeWhole } from '../../regular-file/write-whole'
import { homeStores } from '../../../core/policy/credential-stores'
import { isUnder } from '../writable-roots'

/** Files that are private keys by what is in them, wherever they lie below the home directory. */
export interface PrivateKeys {
  /** Real paths of those that are known, the nearest to the home first; asks for a new look where the last one is old. */
  found(): readonly string[]
  /** Waits until the first look is over: of a home that no engine has looked at, as long as that takes, and half a second at most of another. */
  ready(): Promise<void>
}

/**
 * How far one look goes, in all and in one entry of the home, so that no folder that commands fill hides what lies in another; and how long the
 * next one waits. What lies beyond is not known, what was known stays so.
 */
export interface KeyBounds {
  readonly depth: number
  readonly entries: number
  readonly ms: number
  readonly entriesInOne: number
  readonly keysInOne: number
  readonly againMs: number
  /** How far a file system's clock may be behind. */
  readonly slackMs: number
}
const usual: KeyBounds = {
  ...{ depth: 6, entries: 30_000, ms: 5_000 },
  ...{ entriesInOne: 15_000, keysInOne: 100, againMs: 30_000, slackMs: 1_000 },
}
const waitMs = 500
/** Where a key stands in its file, at the latest; and how large files of keys are. */
const headBytes = 4096
const sizes = { least: 60, most: 65_536 }

/** What others made, in great numbers: keys there are samples of tests. */
const installed = new Set(
  'node_modules .git .hg .cache .npm .cargo .rustup .gradle .m2 .ivy2 .pyenv .nvm .rbenv .venv venv site-packages __pycache__ .vscode-server'.split(
    ' ',
  ),
)
const stores = new Set([...homeStores, 'go/pkg', '.local/lib', '.local/share/Trash'])

/**
 * A header of PEM, OpenPGP, OpenSSH or PuTTY at the beginning of a line, also of one that is set in or gives it a name (YAML, an environment file), an
 * age identity, or a service account's JSON.
 */
const forms = [
  /^(?:\xEF\xBB\xBF)?[ \t]*(?:(?:export )?["']?[\w.-]+["']?[ \t]*[:=][ \t]*["']?)?-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/m,
  /^[ \t]*---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----/m,
  /^(?:\xEF\xBB\xBF)?PuTTY-User-Key-File-\d/m,
  /^(?:\xEF\xBB\xBF)?[ \t]*AGE-SECRET-KEY-1[A-Z0-9]{20}/m,
  /"type"\s*:\s*"service_account"/,
  /"private_?key"\s*:\s*"-----BEGIN /i,
]

/** What one look found; `folders`: those that were gone through to their end, each with what it was. */
const Known = z.object({
  lookedMs: z.number(),
  keys: z.array(z.string()),
  folders: z.record(z.string(), z.string()),
})
type Known = z.infer<typeof Known>
/** As much as a look with all its folders can come to. */
const mostKnown = 16 * 1024 * 1024

async function known(file: string): Promise<Known> {
  try {
    const read = await readRegularFile(file, { limit: mostKnown, links: 'refuse' })
    return Known.parse(read.kind === 'read' ? JSON.parse(read.bytes.toString()) : undefined)
  } catch {
    return { lookedMs: 0, keys: [], folders: {} } // none yet, of an earlier version, or damaged: everything is looked at anew
  }
}

async function isKey(path: string): Promise<boolean> {
  try {
    const read = await readRegularFile(path, { limit: headBytes, links: 'refuse' })
    return read.kind === 'read' && forms.some((form) => form.test(read.bytes.toString('latin1')))
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false // gone, or not ours to read: then no command reads it
    throw error
  }
}

/**
 * One look below `home`, the nearest first. A file that did not change since `before`, by a time that no program can set, in a folder that was gone
 * through then, is no key if it was none.
 */
async function look(home: string, before: Known, bounds: KeyBounds): Promise<Omit<Known, 'lookedMs'>> {
  const ends = Date.now() + bounds.ms
  const keys = new Set<string>()
  const folders: Record<string, string> = {}
  const inOne = new Map<string, { entries: number; keys: number }>()
  const countOf = (path: string): { entries: number; keys: number } => {
    const [place = ''] = path.split('/')
    const count = inOne.get(place) ?? { entries: 0, keys: 0 }
    inOne.set(place, count)
    return count
  }
  for (const path of before.keys) {
    if (!(await isKey(path))) continue
    keys.add(path)
    countOf(dirname(path.slice(home.length + 1)).replace(/^\.$/, '')).keys += 1
  }
  let entries = 0
  let level = ['']
  for (let depth = 0; depth < bounds.depth && level.length > 0; depth += 1) {
    const below: string[] = []
    for (const folder of level) {
      const count = countOf(folder)
      try {
        const { dev, ino } = await lstat(join(home, folder))
        const is = `${String(dev)}:${String(ino)}`
        const wasLooked = before.folders[folder] === is
        let whole = true
        for await (const entry of await opendir(join(home, folder))) {
          const path = folder === '' ? entry.name : `${folder}/${entry.name}`
          entries += 1
          count.entries += 1
          if (entries > bounds.entries || Date.now() > ends) return { keys: [...keys], folders }
          whole = count.entries <= bounds.entriesInOne && count.keys < bounds.keysInOne
          if (!whole) break
          if (entries % 200 === 0) await nextTurn()
          if (installed.has(entry.name) || stores.has(path)) continue
          if (entry.isDirectory()) below.push(path)
          else if (entry.isFile() && (await isNewKey(join(home, path), wasLooked))) {
            count.keys += 1
            keys.add(join(home, path))
          }
        }
        if (whole) folders[folder] = is
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error // gone meanwhile, or not ours to list
      }
    }
    level = below
  }
  return { keys: [...keys], folders }

  async function isNewKey(path: string, wasLooked: boolean): Promise<boolean> {
    if (keys.has(path)) return false
    try {
      const { size, ctimeMs } = await lstat(path)
      if (size < sizes.least || size > sizes.most) return false
      return !(wasLooked && ctimeMs < before.lookedMs - bounds.slackMs) && (await isKey(path))
    } catch (error) {
      if (error instanceof Error && 'code' in error) return false // gone meanwhile, or of a name that is no text
      throw error
    }
  }
}

/**
 * Looks for private keys below `home` off the way of whatever runs: now, and again when it is asked later. What was found stays on file in
 * the engine's home, so that a start knows it at once. Never rejects and keeps no process alive longer than it lives.
 */
export function findPrivateKeys(home: string, engineHome: string, bounds = usual): PrivateKeys {
  const file = join(engineHome, 'private-keys.json')
  let last: Known = { lookedMs: 0, keys: [], folders: {} }
  let running: Promise<void> | undefined
  let isRead = false
  const again = (): Promise<void> => {
    const lookedMs = Date.now()
    running ??= look(home, last, bounds)
      .then(async ({ keys, folders }) => {
        const before = last
        last = { lookedMs, keys: keys.filter((path) => !isUnder(path, engineHome)), folders }
        const isSame = isDeepStrictEqual([before.keys, before.folders], [last.keys, folders])
        if (!isSame || before.lookedMs === 0) await writeWhole(file, [JSON.stringify(last)])
      })
      .catch(() => undefined) // a full disk, or a home that is gone: what was known stays known
      .finally(() => {
        running = undefined
      })
    return running
  }
  const read = known(file).then((found) => {
    last = found
    isRead = true
  })
  const first = read.then(again)
  return {
    found() {
      if (isRead && running === undefined && Date.now() - last.lookedMs > bounds.againMs) void again()
      return last.keys
    },
    async ready() {
      await read
      const isNew = last.lookedMs === 0
      await (isNew ? first : Promise.race([first, delay(waitMs, undefined, { ref: false })]))
    },
  }
}
