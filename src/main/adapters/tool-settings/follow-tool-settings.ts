import type { BigIntStats } from 'node:fs'
import { lstat, opendir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isToolSetting, toolSettingNames } from '../../core/policy/tool-settings'
import type { Sandbox } from '../../core/ports/sandbox'
import type { ToolSettings } from '../../core/ports/workspace'

/** More than this are not looked at, and folders of settings not deeper. */
const maxFiles = 2_000
const maxDepth = 4

/** What a file is, and its last change, which no program can set. */
interface Seen {
  readonly is: string
  readonly changedNs: bigint
}

/** Undefined: it is gone, or not ours to look at. */
async function orGone<T>(look: Promise<T>): Promise<T | undefined> {
  try {
    return await look
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

const look = (path: string): Promise<BigIntStats | undefined> => orGone(lstat(path, { bigint: true }))

/** What a link leads to, and whether that is a folder below this one: another is not gone into. */
async function behindLink(
  path: string,
  folder: string,
): Promise<{ readonly found: BigIntStats | undefined; readonly inside: boolean }> {
  const [found, real, root] = await Promise.all([
    orGone(stat(path, { bigint: true })),
    orGone(realpath(path)),
    orGone(realpath(folder)),
  ])
  return { found, inside: found?.isDirectory() === true && real?.startsWith(`${root ?? folder}/`) === true }
}

/** Of a folder behind a link, what it is; what is in it is looked at by itself. */
function seenOf(found: BigIntStats, behind: BigIntStats | undefined): Seen {
  const { dev, ino, size, mtimeNs, ctimeNs } = found
  const own = { is: [dev, ino, size, mtimeNs, ctimeNs].join(' '), changedNs: ctimeNs }
  if (!behind) return own
  if (behind.isDirectory()) return { ...own, is: [own.is, behind.dev, behind.ino].join(' ') }
  const { is, changedNs } = seenOf(behind, undefined)
  return { is: `${own.is} ${is}`, changedNs: changedNs > ctimeNs ? changedNs : ctimeNs }
}

/** At most `maxFiles` of them; undefined: it cannot be listed. */
const namesIn = (folder: string): Promise<readonly string[] | undefined> =>
  orGone(
    (async () => {
      const names: string[] = []
      for await (const { name } of await opendir(folder, { bufferSize: 256 })) {
        names.push(name)
        if (names.length === maxFiles) break
      }
      return names
    })(),
  )

/** What is looked at of folders that hold a whole history besides. */
const only: ReadonlyMap<string, readonly string[]> = new Map([
  ['.hg', ['hgrc', 'hgrc-not-shared', 'sharedpath']],
  ['.jj', ['repo', 'workspace-config.toml']],
  ['.jj/repo', ['config.toml', 'workspace-config.toml', 'store']],
  ['repo/store', ['git_target']],
])
const onlyIn = (path: string): readonly string[] | undefined =>
  only.get(basename(path)) ?? only.get(join(basename(dirname(path)), basename(path)))

/**
 * What is there of these now, by path from the folder. A link in the place of such a file, or of a folder of such, is one itself, with what it leads to; nothing
 * is opened but folders of this one.
 */
async function settingsIn(folder: string, paths: Iterable<string>): Promise<ReadonlyMap<string, Seen>> {
  const seen = new Map<string, Seen>()
  const take = async (path: string, depth: number): Promise<void> => {
    if (seen.size >= maxFiles) return
    const found = await look(path)
    if (!found) return
    const behind = found.isSymbolicLink() ? await behindLink(path, folder) : undefined
    const own = path.slice(folder.length + 1)
    if (
      behind
        ? toolSettingNames.has(basename(own)) || isToolSetting(own)
        : !found.isDirectory() && isToolSetting(own)
    )
      seen.set(own, seenOf(found, behind?.found))
    if ((!found.isDirectory() && behind?.inside !== true) || depth >= maxDepth) return
    for (const name of onlyIn(path) ?? (await namesIn(path)) ?? []) await take(join(path, name), depth + 1)
  }
  for (const path of paths) await take(path, 0)
  return seen
}

const atTop = (folder: string): readonly string[] => [...toolSettingNames].map((name) => join(folder, name))

/** Those that may be there: looking for each of a hundred that are not costs a turn two milliseconds. Some file systems take a name in any case. */
async function atTopNow(folder: string): Promise<readonly string[]> {
  const names = await namesIn(folder)
  if (names === undefined || names.length === maxFiles) return atTop(folder)
  const there = new Set(names.map((name) => name.toLowerCase()))
  const wanted = [...toolSettingNames].filter((name) => there.has(name.toLowerCase()))
  return wanted.map((name) => join(folder, name))
}

/**
 * Follows tools' settings by what they are and when they last changed: those at the top of a session's folder, and those
 * that the sandbox knows below it.
 */
export function createToolSettings(sandbox: Pick<Sandbox, 'settingsBelow'>): ToolSettings {
  const below = async (folder: string): Promise<ReadonlyMap<string, Seen>> => {
    const known = (await sandbox.settingsBelow?.(folder)) ?? []
    const top = new Set(atTop(folder))
    return settingsIn(
      folder,
      known.filter((path) => path.startsWith(`${folder}/`) && !top.has(path)),
    )
  }
  const topOf = async (folder: string): Promise<ReadonlyMap<string, Seen>> =>
    settingsIn(folder, await atTopNow(folder))
  return {
    follow(folder) {
      const beganNs = BigInt(Date.now()) * 1_000_000n
      const none = new Map<string, Seen>()
      const top = topOf(folder).catch(() => none)
      const deeper = below(folder).catch(() => none)
      const changed = async (): Promise<readonly string[]> => {
        const before = new Map([...(await top), ...(await deeper)])
        const after = await Promise.all([topOf(folder), below(folder)]).then(
          (both) => new Map(both.flatMap((each) => [...each])),
          () => before,
        )
        const isChanged = ([path, { is, changedNs }]: [string, Seen]): boolean => {
          const was = before.get(path)
          if (changedNs >= beganNs) return true
          // One in a sub-folder may only be known since then.
          return was ? was.is !== is : toolSettingNames.has(path.split('/', 1)[0] ?? path)
        }
        const made = [...after].filter(isChanged)
        const gone = [...before.keys()].filter((path) => !after.has(path))
        return [...made.map(([path]) => path), ...gone].sort()
      }
      return { begun: top.then(() => undefined), changed }
    },
  }
}
