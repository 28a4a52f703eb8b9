import { lstat, opendir, stat } from 'node:fs/promises'
import { join, basename, dirname, isAbsolute } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import type { FolderLook, FolderMark, ProjectLook } from '@shared/domain/folder-look'
import type { TrustLevel } from '@shared/domain/settings'
import type { RepositoryLook } from '@shared/domain/worktree'
import { hiddenCharacter } from '@shared/domain/hidden-characters'
import type { SettingsStore } from '../../core/settings/settings-store'
import type { Workspace, Folders } from '../../core/ports/workspace'

/** Where other programs keep what a project may say to them. */
const foreign = ['.codex/config.toml', '.claude/settings.json', '.mcp.json']
/** An edit is made anew on a file that somebody else has just changed. */
const mostTries = 3

/** What the folders are looked at with. `trusted` is the listed folder that one lies in, with what is said of it now. */
export interface FolderParts {
  readonly workspace: Workspace
  readonly settings: SettingsStore
  readonly trusted: (
    cwd: string,
  ) => Promise<{ readonly folder: string; readonly trust: TrustLevel } | undefined>
  readonly projectSettings: (folder: string) => Promise<ProjectLook['settings']>
  readonly documents: (cwd: string) => Promise<ProjectLook['instructions']>
  readonly repository: (cwd: string) => Promise<RepositoryLook | undefined>
  readonly canRehearse: () => Promise<boolean>
}

/** The folders of this machine. */
export function createFolders(parts: FolderParts): Folders {
  const project = async (cwd: string, root: string | undefined): Promise<ProjectLook> => {
    const known = await parts.trusted(cwd)
    const folder = known?.folder ?? root ?? cwd
    const settings = await parts.projectSettings(folder)
    const instructions = await parts.documents(cwd)
    const unread = await Promise.all(
      foreign.map(async (name) => ((await isThere(join(folder, name))) ? [name] : [])),
    )
    return {
      folder,
      ...(known && { trust: known.trust, listed: known.folder }),
      instructions,
      ...(settings && { settings }),
      unread: unread.flat(),
    }
  }

  /** A wrong configuration proposes nothing: a session with it does not begin. */
  const isPolicyOpen = async (cwd: string): Promise<boolean> => {
    const { isUnchosen } = await parts.settings.defaults(cwd).catch((): { isUnchosen?: true } => ({}))
    return isUnchosen === true && (await parts.canRehearse())
  }

  const look = async (path: string): Promise<FolderLook> => {
    try {
      const cwd = await parts.workspace.resolveFolder(path)
      const [repository, marks, isOpen] = await Promise.all([
        parts.repository(cwd),
        marksOf(cwd),
        isPolicyOpen(cwd),
      ])
      const found = await project(cwd, repository?.root)
      const proposes = isOpen ? ('effects' as const) : undefined
      return {
        ...{ kind: 'there', cwd, project: found },
        ...(repository && { repository }),
        ...(proposes && { proposes }),
        ...(marks.length > 0 && { marks }),
      }
    } catch (error) {
      if (error instanceof FaultError) return { kind: 'missing', problem: error.fault.message }
      throw error
    }
  }

  return {
    complete: completeFolders,
    look,
    async trust(path, trust) {
      const before = await look(path)
      if (before.kind === 'missing') throw new FaultError({ code: 'bad-request', message: before.problem })
      const key = `projects.${JSON.stringify(before.project.folder)}.trust_level`
      for (let tries = 0; tries < mostTries; tries++) {
        const { version, problem } = await parts.settings.read()
        if (problem !== undefined) throw new FaultError({ code: 'bad-request', message: problem })
        const reply = await parts.settings.write(version, [{ key, value: trust }])
        if (reply.kind === 'refused') throw new FaultError({ code: 'bad-request', message: reply.message })
        if (reply.kind === 'written') return look(path)
      }
      throw new FaultError({ code: 'store-failed', message: 'config.toml changes too fast to be edited.' })
    },
  }
}

const namesOfMarks: readonly (readonly [FolderMark, RegExp])[] = [
  [
    'tests',
    /^(tests?|specs?|__tests__|go\.mod|Cargo\.toml|mix\.exs|pytest\.ini|tox\.ini|(vitest|jest)\.config\..+)$/,
  ],
  [
    'dependencies',
    /^(package\.json|deno\.json|Cargo\.toml|go\.mod|pyproject\.toml|requirements\.txt|Pipfile|Gemfile|composer\.json|pom\.xml|build\.gradle(\.kts)?|mix\.exs|pubspec\.yaml)$/,
  ],
  ['readme', /^readme(\..+)?$/i],
]

/** By the names alone, of which the first ones are looked at; none where the folder cannot be read. */
async function marksOf(folder: string): Promise<FolderMark[]> {
  const names: string[] = []
  try {
    for await (const { name } of await opendir(folder)) if (names.push(name) === mostEntries) break
  } catch {
    return []
  }
  if (names.every((name) => name.startsWith('.'))) return ['nothing']
  return namesOfMarks.flatMap(([mark, pattern]) => (names.some((name) => pattern.test(name)) ? [mark] : []))
}

const mostFolders = 20
/** Of a folder with more entries than this the first ones are looked at. */
const mostEntries = 5000

/**
 * The folders that begin with what is typed of an absolute path, by name in order. Those that begin with a dot only where that is typed.
 * A path with a character that is not seen is left out. Nothing is found where the folder cannot be read.
 */
export async function completeFolders(typed: string): Promise<readonly string[]> {
  if (!isAbsolute(typed) || typed.includes('\0')) return []
  const whole = typed.endsWith('/')
  const folder = whole ? typed : dirname(typed)
  const begin = whole ? '' : basename(typed).toLowerCase()
  const found: string[] = []
  let seen = 0
  try {
    for await (const entry of await opendir(folder)) {
      if ((seen += 1) > mostEntries) break
      const { name } = entry
      if (!name.toLowerCase().startsWith(begin) || (name.startsWith('.') && !begin.startsWith('.'))) continue
      if (hiddenCharacter.test(name)) continue
      const path = join(folder, name)
      if (entry.isDirectory() || (entry.isSymbolicLink() && (await isFolder(path)))) found.push(path)
    }
  } catch {
    return [] // no folder, or none that may be read
  }
  return found.sort((a, b) => a.localeCompare(b)).slice(0, mostFolders)
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false, // it leads nowhere
  )

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false, // nothing there
  )
