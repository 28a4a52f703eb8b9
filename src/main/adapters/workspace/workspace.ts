import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import type { Workspace } from '../../core/workspace'
import { readRegularFile } from '../regular-file/read-regular-file'
import { buildEnvironment } from './environment'
import { findCommand } from './find-command'
import type { VariableChoice } from './secret-variables'

const problem = (folder: string, what: string, cause?: unknown): FaultError =>
  new FaultError({ code: 'bad-request', message: `${folder} ${what}; expected a readable folder.` }, cause)

async function resolveFolder(folder: string, base?: string): Promise<string> {
  if (folder.includes('\0')) throw problem('The path', 'contains NUL')
  if (!isAbsolute(folder) && base === undefined) throw problem(folder, 'is not an absolute path')
  const wanted = base === undefined ? folder : resolve(base, folder)
  try {
    const real = await realpath(wanted)
    if (!(await stat(real)).isDirectory()) throw problem(wanted, 'is not a folder')
    await access(real, constants.R_OK | constants.X_OK)
    return real
  } catch (error) {
    if (error instanceof FaultError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw problem(
      wanted,
      code === 'ENOENT' ? 'does not exist' : `cannot be opened (${code ?? 'unknown reason'})`,
      error,
    )
  }
}

/** A file of git's that has one line; undefined when it is no such file. */
async function line(path: string): Promise<string | undefined> {
  const read = await readRegularFile(path, { limit: 8192, links: 'follow' })
  return read.kind === 'read' ? read.bytes.toString() : undefined
}

/** The git folder of cwd or of the nearest folder above it: `.git` itself, or where a `.git` pointer file leads. */
async function branch(cwd: string): Promise<string | undefined> {
  for (let folder = cwd; ; folder = resolve(folder, '..')) {
    try {
      const dot = join(folder, '.git')
      const pointer = /^gitdir: (.+)$/m.exec((await line(dot)) ?? '')?.[1]
      const head = (await line(join(resolve(folder, pointer ?? dot), 'HEAD'))) ?? ''
      // Anything else in its place is some other file, of which nothing is shown.
      return (
        /^ref: refs\/heads\/(.{1,200})$/m.exec(head)?.[1] ?? /^[0-9a-f]{40}\s*$/.exec(head)?.[0].slice(0, 8)
      )
    } catch (error) {
      // No repository here, or one that cannot be read: look further up, and show no branch in the end.
      if (resolve(folder, '..') === folder) return undefined
      if (!(error instanceof Error)) throw error
    }
  }
}

/** The machine around a session; `variables` says which of `env` commands see beyond what is built in. Runs no program: git is only read, by `git` what is more than a branch. */
export function createWorkspace(
  env: NodeJS.ProcessEnv,
  git: Workspace['git'] = () => Promise.resolve(undefined),
  variables?: VariableChoice,
): Workspace {
  return {
    environment: (policy, sandboxed) => buildEnvironment(env, policy, sandboxed, variables),
    branch,
    git,
    resolveFolder,
    home: () => env.HOME ?? homedir(),
    program: (name, cwd) => findCommand(name, cwd, env.PATH),
  }
}
