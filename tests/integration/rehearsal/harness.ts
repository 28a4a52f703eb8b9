import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { OnlyHunks } from '@shared/domain/only-hunks'
import type { RehearsalChange } from '@shared/domain/rehearsal'
import type { FoundContent, FoundRehearsal } from '../../../src/main/core/rehearsal/rehearser'
import type { AppliedChanges } from '../../../src/main/core/run/kept-changes'
import type { HostRequest } from '../sandbox/harness/host'
import { openWorld, type User, type World } from '../sandbox/harness/world'

/** Bounds that nothing meets by itself on a busy machine. */
export const wide = { timeoutMs: 60_000, maxBytes: 1_000_000_000, maxEntries: 100_000 }

/** Rehearses a script in a world. */
export async function rehearse(
  world: World,
  script: string,
  options: Partial<HostRequest> & { readonly bounds?: typeof wide; readonly beyond?: readonly string[] } = {},
): Promise<FoundRehearsal> {
  const { bounds = wide, beyond = [], ...rest } = options
  const found: unknown = await world.sh(script, { ...rest, rehearse: { bounds, beyond } })
  return found as FoundRehearsal
}

/** The same, where it must have run. */
export async function rehearsed(
  ...asked: Parameters<typeof rehearse>
): Promise<Extract<FoundRehearsal, { kind: 'ran' }>> {
  const found = await rehearse(...asked)
  if (found.kind !== 'ran') throw new Error(JSON.stringify(found))
  return found
}

/** A digest of everything in these folders: names, kinds, modes, owners, sizes, times, content, and how many names a file has. */
export function digestOf(...folders: readonly string[]): string {
  const digest = createHash('sha256')
  const add = (path: string): void => {
    const found = lstatSync(path)
    const { mode, uid, gid, nlink, ino, mtimeMs, ctimeMs } = found
    digest.update(JSON.stringify([path, mode, uid, gid, nlink, ino, mtimeMs, ctimeMs]))
    if (found.isSymbolicLink()) digest.update(readlinkSync(path))
    else if (found.isFile()) digest.update(readFileSync(path))
    else if (found.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
  }
  for (const folder of folders) add(folder)
  return digest.digest('hex')
}

/** The changes of a rehearsal with what can be looked at of each, paths from the workspace. */
export async function shown(
  world: World,
  script: string,
  options: Parameters<typeof rehearse>[2] = {},
): Promise<readonly (RehearsalChange & FoundContent)[]> {
  const { bounds = wide, beyond = [], ...rest } = options
  const found = (await world.sh(script, {
    ...rest,
    rehearse: { bounds, beyond, shown: true },
  })) as unknown as {
    readonly shown?: readonly (RehearsalChange & FoundContent)[]
  }
  if (found.shown === undefined) throw new Error(JSON.stringify(found))
  return found.shown.map((change) => ({ ...change, path: change.path.replace(`${world.workspace}/`, '') }))
}

/** A world whose engine has a home, so that what is rehearsed can be put in place. */
export interface KeepingWorld extends World {
  readonly engineHome: string
}

/** Opens one; `close` removes the home as well. */
export function openKeeping(user: User): KeepingWorld {
  const engineHome = mkdtempSync('/var/tmp/cs-home-')
  const world = openWorld({ bundle: inject('hostBundle'), user, env: { CS_ENGINE_HOME: engineHome } })
  const { uid, gid } = lstatSync(world.workspace)
  chownSync(engineHome, uid, gid)
  return {
    ...world,
    engineHome,
    close() {
      world.close()
      rmSync(engineHome, { recursive: true, force: true })
    },
  }
}

/** Gives everything in a folder to whoever owns another. */
export function own(path: string, as: string): void {
  const { uid, gid } = lstatSync(as)
  const give = (at: string): void => {
    const found = lstatSync(at)
    lchownSync(at, uid, gid)
    if (found.isDirectory()) for (const name of readdirSync(at)) give(join(at, name))
  }
  give(path)
}

/** Rehearses a script and keeps what it changed. */
export const keeping = (
  world: World,
  script: string,
  options: Parameters<typeof rehearse>[2] = {},
): Promise<Extract<FoundRehearsal, { kind: 'ran' }>> => {
  const { beyond = [], bounds = wide, ...rest } = options
  return world.sh(script, {
    ...rest,
    rehearse: { bounds, beyond, keeps: { most: 2_000 } },
  }) as unknown as Promise<Extract<FoundRehearsal, { kind: 'ran' }>>
}

/** Puts in place what the last rehearsal of a world kept. */
export const applyKept = (
  world: World,
  leaveOut: readonly string[] = [],
  onlyHunks: readonly OnlyHunks[] = [],
): Promise<AppliedChanges> =>
  world.run({
    confined: true,
    command: [],
    kept: { leaveOut, onlyHunks },
  }) as unknown as Promise<AppliedChanges>

/** Throws away what the last rehearsal of a world kept. */
export const letGo = (world: World): Promise<unknown> =>
  world.run({ confined: true, command: [], kept: 'free' })

/** Everything below a folder by its path in it: kind, mode and content, and what a link leads to. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  const add = (path: string, name: string): void => {
    const stats = lstatSync(path)
    const mode = (stats.mode & 0o7777).toString(8)
    if (stats.isSymbolicLink()) found[name] = `link ${readlinkSync(path)}`
    else if (stats.isDirectory()) {
      found[name] = `folder ${mode}`
      for (const each of readdirSync(path)) add(join(path, each), `${name}/${each}`)
    } else found[name] = stats.isFile() ? `file ${mode} ${readFileSync(path, 'latin1')}` : `other ${mode}`
  }
  add(folder, '')
  return found
}

/** A few files, folders and a link for what is tried on them. */
export function fillWorkspace(work: string): void {
  const at = (name: string) => join(work, name)
  for (const folder of ['tree', 'tree/deep', 'again', 'again/in', 'closed']) mkdirSync(at(folder))
  for (const file of [
    'a',
    'b',
    'c',
    'tree/one',
    'tree/deep/two',
    'again/x',
    'again/y',
    'again/in/z',
    'closed/k',
  ])
    writeFileSync(at(file), `${file}\n`)
  writeFileSync(at('big'), Buffer.alloc(3_000_000, 'b'))
  symlinkSync('a', at('link'))
  chmodSync(at('b'), 0o640)
  chmodSync(at('c'), 0o755)
}

/** Takes away what is in a folder. */
export function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
}
