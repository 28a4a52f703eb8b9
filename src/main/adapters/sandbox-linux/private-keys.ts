import { lstat, opendir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { readRegularFile } from '../regular-file/read-regular-file'
import { homeStores } from './credential-stores'
import { isUnder } from './writable-roots'

/** Files that are private keys by what is in them, wherever they lie below the home directory. */
export interface PrivateKeys {
  /** Real paths of those that are known, the nearest to the home first; asks for a new look where the last one is old. */
  found(): readonly string[]
  /** Waits until the first look is over, for half a second at most. */
  ready(): Promise<void>
}

/** How far one look goes, and how long the next one waits. What lies beyond is not known. */
const bounds = { depth: 6, entries: 30_000, ms: 5_000, keys: 200, againMs: 30_000, waitMs: 500 }
/** Where a key stands in its file, at the latest; and how large files of keys are. */
const headBytes = 4096
const sizes = { least: 100, most: 65_536 }

/** What others made, in great numbers: keys there are samples of tests. */
const installed = new Set(
  'node_modules .git .hg .cache .npm .cargo .rustup .gradle .m2 .ivy2 .pyenv .nvm .rbenv .venv venv site-packages __pycache__ .vscode-server'.split(
    ' ',
  ),
)
const stores = new Set([...homeStores, 'go/pkg', '.local/lib', '.local/share/Trash'])

/** A header of PEM, OpenPGP, OpenSSH or PuTTY at the beginning of a line, an age identity, or a service account's JSON. */
const forms = [
  /^-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/m,
  /^---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----/m,
  /^PuTTY-User-Key-File-\d/m,
  /^AGE-SECRET-KEY-1[A-Z0-9]{20}/m,
  /"type"\s*:\s*"service_account"/,
  /"private_key"\s*:\s*"-----BEGIN /,
]

const Known = z.object({ lookedMs: z.number(), keys: z.array(z.string()).max(1000) })
type Known = z.infer<typeof Known>

async function known(file: string): Promise<Known> {
  try {
    const read = await readRegularFile(file, { limit: 1024 * 1024, links: 'refuse' })
    return Known.parse(read.kind === 'read' ? JSON.parse(read.bytes.toString()) : undefined)
  } catch {
    return { lookedMs: 0, keys: [] } // none yet, or damaged: everything is looked at anew
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

/** One look below `home`, the nearest first. A file that did not change since `before`, by a time that no program can set, is what it was. */
async function look(home: string, before: Known): Promise<readonly string[]> {
  const ends = Date.now() + bounds.ms
  const was = new Set(before.keys)
  const keys: string[] = []
  let entries = 0
  let level = ['']
  for (let depth = 0; depth < bounds.depth && level.length > 0; depth += 1) {
    const below: string[] = []
    for (const folder of level) {
      try {
        for await (const entry of await opendir(join(home, folder))) {
          const path = folder === '' ? entry.name : `${folder}/${entry.name}`
          entries += 1
          if (entries > bounds.entries || Date.now() > ends || keys.length >= bounds.keys) return keys
          if (entries % 200 === 0) await nextTurn()
          if (installed.has(entry.name) || stores.has(path)) continue
          if (entry.isDirectory()) below.push(path)
          else if (entry.isFile() && (await isStillKey(join(home, path)))) keys.push(join(home, path))
        }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error // gone meanwhile, or not ours to list
      }
    }
    level = below
  }
  return keys

  async function isStillKey(path: string): Promise<boolean> {
    const { size, ctimeMs } = await lstat(path)
    if (size < sizes.least || size > sizes.most) return false
    return ctimeMs < before.lookedMs - 1000 ? was.has(path) : isKey(path)
  }
}

/**
 * Looks for private keys below `home` off the way of whatever runs: now, and again when it is asked later. What was found stays on file in
 * the engine's home, so that a start knows it at once. Never rejects and keeps no process alive longer than it lives.
 */
export function findPrivateKeys(home: string, engineHome: string): PrivateKeys {
  const file = join(engineHome, 'private-keys.json')
  let last: Known = { lookedMs: 0, keys: [] }
  let running: Promise<void> | undefined
  const again = (): Promise<void> => {
    const lookedMs = Date.now()
    running ??= look(home, last)
      .then(async (keys) => {
        const changed = keys.join('\n') !== last.keys.join('\n')
        const first = last.lookedMs === 0
        last = { lookedMs, keys: keys.filter((path) => !isUnder(path, engineHome)) }
        if (changed || first) await writeFile(file, JSON.stringify(last), { mode: 0o600 })
      })
      .catch(() => undefined) // a full disk, or a home that is gone: what was known stays known
      .finally(() => {
        running = undefined
      })
    return running
  }
  const first = known(file).then((found) => {
    last = found
    return again()
  })
  return {
    found() {
      if (running === undefined && Date.now() - last.lookedMs > bounds.againMs) void again()
      return last.keys
    },
    ready: () => Promise.race([first, delay(bounds.waitMs, undefined, { ref: false })]),
  }
}
