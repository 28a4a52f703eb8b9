import { createHash, randomBytes } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import type { FleetSettings } from '@shared/domain/fleet-settings'
import { tarOfFolder } from './adapters/engine-archive/tar-of-folder'
import { walkFiles } from './adapters/file-search/walk-files'
import { openPipe } from './adapters/host-pipe/host-pipe'
import { readRegularFile } from './adapters/regular-file/read-regular-file'
import { findProgram } from './adapters/sandbox-linux/find-program'
import { systemClock } from './adapters/system/clock'
import { FleetSandboxes } from './core/host-link/fleet/sandboxes'

/** Who this user of this machine is to a cluster: 32 hexadecimal digits that say nothing else. The same after every start, another in another home. */
async function ownerOf(home: string): Promise<string> {
  const id = await readRegularFile('/etc/machine-id', { limit: 100, links: 'follow' }).catch(() => undefined)
  const machine = id?.kind === 'read' ? id.bytes.toString().trim() : ''
  return createHash('sha256')
    .update(['countersign', machine, hostname(), userInfo().username, home].join('\0'))
    .digest('hex')
    .slice(0, 32)
}

/**
 * What `kubectl` is started by, so that the system ends it where this program is killed: what it waits for, or has run in a pod, may go on for long and reads nothing
 * that would tell it. Nothing where the system has no such program; there it ends with its time.
 */
function endingWithUs(path: string | undefined): readonly string[] {
  // Where there is no kubectl, that is what is said.
  if (process.platform !== 'linux' || findProgram('kubectl', path) === undefined) return []
  const setpriv = findProgram('setpriv', path)
  return setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'KILL', '--']
}

/** The sandboxes of a fleet, reached with the person's own `kubectl` and kubeconfig. Its context and namespace are always said, whatever are the current ones. */
export async function openFleet(
  fleet: FleetSettings,
  { env, home }: { readonly env: NodeJS.ProcessEnv; readonly home: string },
): Promise<FleetSandboxes> {
  const program = ['kubectl', `--context=${fleet.context}`, `--namespace=${fleet.namespace}`]
  const ending = endingWithUs(env['PATH'])
  return new FleetSandboxes({
    ...{ fleet, program, clock: systemClock },
    owner: await ownerOf(home),
    open: (args) => openPipe([...ending, ...program, ...args], env),
    id: () => randomBytes(16).toString('hex'),
  })
}

/**
 * A folder as a tar, without .git and what .gitignore files leave out, its own and those above it in its repository. Symbolic links are neither sent nor followed. Throws FaultError `bad-request`
 * for one that is not there or has too many files, and while it is read for what is too large or is changed meanwhile.
 */
export async function sendFolder(folder: string, stop: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
  let root: string
  try {
    root = realpathSync(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new FaultError({
      code: 'bad-request',
      message: `${folder} cannot be sent (${code ?? String(error)}); expected a folder here.`,
    })
  }
  const top = repositoryOf(root)
  const from = relative(top, root)
  const files = await walkFiles(top, stop, from)
  if (files.length === 0)
    throw new FaultError({
      code: 'bad-request',
      message: `${root} holds nothing that can be sent; expected files that no .gitignore leaves out.`,
    })
  return tarOfFolder(
    root,
    files.map((file) => (from === '' ? file : file.slice(from.length + 1))),
  )
}

/** The folder of the repository that a folder is in, whose .gitignore files speak of it as well; itself where there is none. */
function repositoryOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (at === dirname(at)) return folder
  }
}
