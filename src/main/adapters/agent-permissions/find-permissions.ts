import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { HookAgent } from '@shared/domain/hook-agent'
import type { FindPermissions, PermissionFile } from '../../core/ports/agent-permissions'
import { readRegularFile } from '../regular-file/read-regular-file'

/** No such file is longer; what stands behind that could deny anything, so that a longer one is none. */
const maxBytes = 4 * 1024 * 1024

/** This user's home, and where the agents are told to keep theirs. */
export interface PermissionHomes {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

const codexFile = /\.(rules|codexpolicy)$/
const claudeFile = /^(settings(\.local)?|managed-settings|\.claude)\.json$/

const agentOf = (path: string): HookAgent | undefined =>
  codexFile.test(path) ? 'codex' : claudeFile.test(basename(path)) ? 'claude-code' : undefined

/** The files of rules in a folder, by name; none where it cannot be read. */
async function rulesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => [])
  return names
    .filter((name) => codexFile.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/** The files of a folder that is a project, a home of an agent, or a folder of rules. */
async function filesOf(folder: string): Promise<readonly string[]> {
  const settings = [
    '.claude/settings.json',
    '.claude/settings.local.json',
    'settings.json',
    'settings.local.json',
  ]
  const rules = await Promise.all(
    ['.codex/rules', 'rules', 'policy', '.'].map((name) => rulesIn(join(folder, name))),
  )
  return [...settings.map((name) => join(folder, name)), ...rules.flat()]
}

/** The project that a file is for: the folder that holds the agent's own, but for this user's home. */
async function projectOf(path: string, home: string): Promise<string | undefined> {
  const [, project] = /^(.+)\/\.(?:claude|codex)\/(?:rules\/)?[^/]+$/.exec(path) ?? []
  if (project === undefined) return undefined
  const [real, own] = await Promise.all([project, home].map((each) => realpath(each).catch(() => each)))
  return real === own ? undefined : real
}

/** Undefined: there is none, or it is no file that can be read whole. */
async function read(path: string, agent: HookAgent, home: string): Promise<PermissionFile | undefined> {
  const found = await readRegularFile(path, { limit: maxBytes, links: 'follow' }).catch(() => undefined)
  if (found?.kind !== 'read') return undefined
  const folder = await projectOf(path, home)
  const text = found.whole ? found.bytes.toString('utf8') : ''
  return { agent, path, text, ...(folder !== undefined && { folder }) }
}

/** Finds the permissions of agents. A project's own are read only where it is named: whoever makes a repository writes them. */
export function createPermissions({ home, env }: PermissionHomes): FindPermissions {
  const ownFiles = async (): Promise<readonly string[]> => {
    const claude = env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude')
    const codex = env['CODEX_HOME'] ?? join(home, '.codex')
    const rules = await Promise.all(['rules', 'policy'].map((name) => rulesIn(join(codex, name))))
    return [
      ...['settings.json', 'settings.local.json'].map((name) => join(claude, name)),
      join(env['CLAUDE_CONFIG_DIR'] ?? home, '.claude.json'),
      ...rules.flat(),
    ]
  }
  const named = async (path: string): Promise<readonly string[]> => {
    const stats = await stat(path).catch((error: unknown) => {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
      throw new Error(`${path} cannot be read (${code}); expected a file of permissions or a folder.`, {
        cause: error,
      })
    })
    if (stats.isDirectory()) return filesOf(path)
    if (stats.isFile() && agentOf(path) !== undefined) return [path]
    throw new Error(
      `${path} is no file of permissions; expected settings.json, a file of .rules, or a folder.`,
    )
  }
  return async ({ from, paths }) => {
    const places =
      paths.length === 0
        ? await ownFiles()
        : (await Promise.all(paths.map((path) => named(resolve(path))))).flat()
    const files = await Promise.all(
      [...new Set(places)].map(async (path) => {
        const agent = agentOf(path)
        return agent === undefined || (from !== undefined && agent !== from)
          ? undefined
          : read(path, agent, home)
      }),
    )
    return files.filter((file) => file !== undefined)
  }
}
