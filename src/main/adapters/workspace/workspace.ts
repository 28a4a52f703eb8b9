import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import { opensNetwork, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { Workspace } from '../../core/ports/workspace'
import { readRegularFile } from '../regular-file/read-regular-file'
import { findCommand } from './find-command'
import { quietTools } from './quiet-tools'
import { type VariableChoice, namedBy, noChoice, secretVariables } from './secret-variables'

const problem = (folder: string, what: string, cause?: unknown): FaultError =>
  new FaultError({ code: 'bad-request', message: `${folder} ${what}; expected a readable folder.` }, cause)

function realFolder(folder: string, base?: string): string {
  if (folder.includes('\0')) throw problem('The path', 'contains NUL')
  if (!isAbsolute(folder) && base === undefined) throw problem(folder, 'is not an absolute path')
  const wanted = base === undefined ? folder : resolve(base, folder)
  try {
    const real = realpathSync.native(wanted)
    if (!statSync(real).isDirectory()) throw problem(wanted, 'is not a folder')
    accessSync(real, constants.R_OK | constants.X_OK)
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
  const settled = withRealTmpdir(env)
  return {
    environment: (policy, sandboxed) => buildEnvironment(settled, policy, sandboxed, variables),
    branch,
    git,
    // Both at once, as they are on the way of every command (findCommand).
    resolveFolder: (folder, base) => new Promise((resolved) => resolved(realFolder(folder, base))),
    home: () => env.HOME ?? homedir(),
    program: (name, cwd) => Promise.resolve(findCommand(name, cwd, env.PATH)),
  }
}

/** The same with the folder for temporary files by its real path, as the sandbox opens it; one that everybody may write around stays as it is. */
function withRealTmpdir(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { TMPDIR } = env
  if (TMPDIR === undefined || !isAbsolute(TMPDIR) || resolve(TMPDIR).startsWith('/tmp/')) return env
  try {
    return { ...env, TMPDIR: realpathSync.native(TMPDIR) }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return env // it is not there
    throw error
  }
}

/** What programs need to start at all. */
const core = /^(HOME|LOGNAME|PATH|SHELL|USER|USERNAME|TMPDIR|TEMP|TMP|SYSTEMROOT|COMSPEC|PATHEXT|WINDIR)$/i
/** What would change how the engine's own helpers or a child's Node start, and what npm tells its scripts. */
const machinery = /^(ELECTRON_|NODE_OPTIONS$|NODE_CHANNEL|npm_|LD_PRELOAD$|LD_AUDIT$|SRT_|COUNTERSIGN_)/
/** How npm reaches its registry: a person's settings, and none that npm makes up for the scripts that it runs. */
const registry =
  /^npm_config_(registry|@[^:]+:registry|(https?_)?proxy|noproxy|cafile|strict_ssl|(prefer_)?offline|fund|audit|engine_strict|legacy_peer_deps)$/i

/** npm takes the names of its variables in any case. */
function quietBeside(
  kept: Readonly<Record<string, string>>,
  wanted: (name: string) => boolean,
): Readonly<Record<string, string>> {
  const said = new Set(Object.keys(kept).map((name) => name.toLowerCase()))
  return Object.fromEntries(
    Object.entries(quietTools).filter(([name]) => wanted(name) && !said.has(name.toLowerCase())),
  )
}

/**
 * The environment of a command: rebuilt from the user's, without secrets and without the engine's own variables, and after the
 * person's own choice (`[shell_environment_policy]`).
 * Tools that would ask for a host beside their work are told not to where the network is off, and what the person says of that counts more.
 * `CODEX_SANDBOX_NETWORK_DISABLED=1` is set whenever the network is off, as existing tools look for it.
 */
export function buildEnvironment(
  env: NodeJS.ProcessEnv,
  policy: SandboxPolicy,
  sandboxed: boolean,
  choice: VariableChoice = noChoice,
): Readonly<Record<string, string>> {
  const isSecret = secretVariables(choice)
  const { inherit = 'all', exclude = [], include_only: only = [], set = {} } = choice.shell ?? {}
  const excluded = namedBy(exclude)
  const included = only.length === 0 ? () => true : namedBy(only)
  const inherited = (name: string): boolean => inherit === 'all' || (inherit === 'core' && core.test(name))
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(env))
    if (
      value !== undefined &&
      inherited(name) &&
      (!machinery.test(name) || registry.test(name)) &&
      !isSecret(name, value) &&
      !excluded(name) &&
      included(name)
    )
      kept[name] = value
  for (const [name, value] of Object.entries(set)) if (included(name)) kept[name] = value
  const offline = sandboxed && !opensNetwork(policy)
  return {
    ...(offline ? quietBeside(kept, (name) => !excluded(name) && included(name)) : {}),
    ...kept,
    // Nobody is at a terminal: pagers and prompts would only hang.
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    PAGER: 'cat',
    TERM: 'dumb',
    ...(offline ? { CODEX_SANDBOX_NETWORK_DISABLED: '1' } : {}),
    // What only reads a repository keeps git's index fresh where it may: refused, that would look like a stop of `git status | grep x`.
    ...(sandboxed && policy.mode === 'read-only' ? { GIT_OPTIONAL_LOCKS: '0' } : {}),
  }
}
