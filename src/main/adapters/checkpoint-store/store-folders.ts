import { createHash } from 'node:crypto'
import { link, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import type { KeptStore, StoreFolders } from '../../core/checkpoints/shadow-store'
import { readRegularFile } from '../regular-file/read-regular-file'
import { TurnCheckpoints } from '../../core/checkpoints/turn-checkpoints'

/** Keeps folders for undo in the stores of a home. */
export const createCheckpoints = (
  home: string,
  parts: Omit<ConstructorParameters<typeof TurnCheckpoints>[0], 'folders'>,
): TurnCheckpoints => new TurnCheckpoints({ ...parts, folders: storeFolders(home) })

const dayMs = 86_400_000
/** So much is told of what a restore that was broken off left, in bytes. */
const mostLeft = 65_536

/** How much there is below a folder. Throws what the disk says. */
async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    bytes += entry.isDirectory() ? await bytesBelow(path) : (await lstat(path)).size
  }
  return bytes
}

async function lookAt(store: string): Promise<KeptStore | undefined> {
  const folder = await folderOf(store)
  if (folder === undefined) return undefined
  const used = await lstat(join(store, 'used')).catch(() => lstat(store))
  return { folder, bytes: await bytesBelow(store), used: used.mtimeMs }
}

async function folderOf(store: string): Promise<string | undefined> {
  const read = await readRegularFile(join(store, 'folder'), { limit: 8192, links: 'refuse' })
  return read.kind === 'read' ? read.bytes.toString() : undefined
}

async function brokenIn(store: string): Promise<string | undefined> {
  const found = await Promise.all(
    ['restoring', 'held', 'placed'].map((name) => lstat(join(store, name)).catch(() => undefined)),
  )
  return found.some((each) => each !== undefined) ? folderOf(store) : undefined
}

/**
 * Takes away a repository whose making was broken off: it gets its name when it is whole (shadow-scripts.ts), so that another one was made by
 * an earlier version. The sandbox would hold its settings in place, and git could not go on with it.
 */
async function dropHalf(store: string): Promise<void> {
  const git = join(store, 'git')
  const [repository, whole] = await Promise.all(
    [git, join(git, 'whole')].map((path) => lstat(path).catch(() => undefined)),
  )
  if (repository && !whole) await rm(git, { recursive: true, force: true })
}

/** The stores of one home, each in a folder that is named after the one that it is of. */
export function storeFolders(home: string): StoreFolders {
  const failed = (error: unknown): FaultError => {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    return new FaultError(
      { code: 'store-failed', message: `Copies cannot be kept in ${home} (${code}).` },
      error,
    )
  }
  const all = join(home, 'checkpoints')
  const storeOf = (folder: string): string =>
    join(all, createHash('sha256').update(folder).digest('hex').slice(0, 32))
  const marker = join(all, 'tidied')
  return {
    async due() {
      const looked = await lstat(marker).catch(() => undefined)
      if (looked && Date.now() - looked.mtimeMs < dayMs) return []
      const marked = await writeFile(marker, '', { mode: 0o600 }).then(
        () => true,
        () => false,
      )
      // A home that begins to keep has nothing that is old: tidying would only cost its first turn.
      if (!looked && marked) return []
      const names = await readdir(all).catch((): string[] => [])
      const found = await Promise.all(names.map((name) => lookAt(join(all, name)).catch(() => undefined)))
      return found.filter((each) => each !== undefined)
    },
    async broken() {
      const names = await readdir(all).catch((): string[] => [])
      const found = await Promise.all(names.map((name) => brokenIn(join(all, name)).catch(() => undefined)))
      return found.filter((each) => each !== undefined)
    },
    async left(folder) {
      const file = join(storeOf(folder), 'left')
      const read = await readRegularFile(file, { limit: mostLeft, links: 'refuse' }).catch(() => undefined)
      if (read?.kind !== 'read') return []
      await rm(file, { force: true }).catch(() => undefined)
      const paths = read.bytes.toString('latin1').split('\0')
      return [...new Set(paths.slice(0, -1))]
    },
    async drop(folder) {
      try {
        await rm(storeOf(folder), { recursive: true, force: true })
      } catch (error) {
        throw failed(error)
      }
    },
    // A reference is a file, and git puts another in its place when it changes one.
    again: (folder, reference, other) => {
      const git = join(storeOf(folder), 'git')
      return link(join(git, reference), join(git, other)).catch((error: unknown) => {
        throw failed(error)
      })
    },
    has: (folder) =>
      lstat(storeOf(folder)).then(
        () => true,
        () => false,
      ),
    async of(folder) {
      const store = storeOf(folder)
      try {
        const made = await mkdir(store, { recursive: true, mode: 0o700 })
        if (made !== undefined) await writeFile(join(store, 'folder'), folder, { mode: 0o600 })
        else await dropHalf(store)
      } catch (error) {
        throw failed(error)
      }
      return store
    },
    async plan(store, texts) {
      try {
        const plan = await mkdtemp(join(store, 'plan.'))
        for (const [name, text] of Object.entries<string>({ ...texts }))
          await writeFile(join(plan, name), text, { mode: 0o600, encoding: 'latin1' })
        return plan
      } catch (error) {
        throw failed(error)
      }
    },
  }
}
