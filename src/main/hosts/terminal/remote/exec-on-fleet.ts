import { realpathSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import type { FleetSettings } from '@shared/domain/fleet-settings'
import {
  cloneAddress,
  fillSandbox,
  type Workspace,
  type WorkspaceSource,
} from '../../../core/host-link/fleet/workspace'
import type { FleetSandbox, FleetSandboxes } from '../../../core/host-link/fleet/sandboxes'
import { HostFault } from '../../../core/host-link/greet-host'
import type { CliContext, CliHosts, Write } from '../../cli/cli-context'
import { visible, visibleLine } from '../../visible'
import type { ExecOptions } from '../exec-options'
import { exitCodes } from '../run-once'
import { refuseWhatStaysHere, runThere, type ExecOnHost } from './exec-on-host'
import { fleetNamed } from './fleet-named'
import { complainOf, runOver, sandboxHost, whileConnected, withHost, withName } from './run-on-host'

const refuse = (message: string): never => {
  throw new FaultError({ code: 'bad-request', message })
}

/**
 * `countersign exec --host FLEET --clone REMOTE|--send FOLDER`: makes a sandbox, brings the work there, has one run done in it, and says how it is gone on
 * with. What was made for a run that did not begin is deleted again.
 */
export async function execOnFleet(name: string, cli: CliContext, exec: ExecOnHost): Promise<void> {
  const { options, resume } = exec
  refuseWhatStaysHere(exec)
  if (resume !== undefined)
    refuse('--clone and --send are for a new sandbox; expected --host FLEET/SANDBOX with --resume.')
  if (options.cd !== undefined) refuse('A new sandbox has a folder of its own; expected no --cd.')
  if (options.branch !== undefined && options.clone === undefined)
    refuse('--branch is the branch that is cloned; expected it with --clone.')
  if (options.branch !== undefined && !/^[A-Za-z0-9_][A-Za-z0-9._/-]{0,200}$/.test(options.branch))
    refuse('--branch names no branch.')
  if (options.pull === true && options.send !== undefined)
    refuse(
      'A folder that was sent has no history for a branch; expected "countersign hosts pull" behind the run.',
    )
  await cli.withHosts(async (hosts) => {
    const settings = fleetNamed(hosts, name)
    const source = await sourceOf(exec, hosts, cli)
    const all = await hosts.fleet(settings)
    const io = { say: withName(name, cli.complain), cli, name }
    const sandbox = await begin(all, settings, io)
    if (typeof sandbox === 'number') return sandbox
    const full = `${name}/${sandbox.name}`
    const { hold, ...host } = sandboxHost(all, sandbox, withName(full, cli.complain))
    return whileConnected({ hold }, async () => {
      const workspace = await fill(all, sandbox, source, { settings, ...io })
      if (typeof workspace === 'number') return workspace
      let mayWork = false
      const code = await withHost(hosts, full, {
        ...{ cli, host, json: options.json === true },
        use: async (client, engine, terminal) => {
          // Until its end was told. A line that is given up says nothing of the turn.
          mayWork = true
          const run = runThere(exec, workspace.folder)
          const ended = await runOver(client, { name: full, engine, terminal }, run, cli)
          mayWork = false
          return ended
        },
      })
      return end(all, sandbox, workspace, { code, mayWork, options, settings, ...io })
    })
  })
}

interface Io {
  readonly say: Write
  readonly cli: CliContext
  readonly name: string
}

/** A sandbox that can be worked in, or the exit code where why there is none was said. */
async function begin(
  all: FleetSandboxes,
  settings: FleetSettings,
  { say, cli, name }: Io,
): Promise<FleetSandbox | number> {
  try {
    say(`waiting for a sandbox of ${settings.template}\n`)
    const sandbox = await all.make(cli.stop, (reason, message) => {
      say(`${visibleLine(message === '' ? reason : `${reason}: ${message}`)}\n`)
    })
    say(`the sandbox ${name}/${sandbox.name} is ready (pod ${sandbox.pod})\n`)
    return sandbox
  } catch (error) {
    return codeOf(error, name, cli)
  }
}

/** Brings the work there; where that does not come off the sandbox is deleted again. */
async function fill(
  all: FleetSandboxes,
  sandbox: FleetSandbox,
  source: WorkspaceSource,
  { settings, say, cli, name }: Io & { readonly settings: FleetSettings },
): Promise<Workspace | number> {
  try {
    say(source.kind === 'clone' ? `cloning ${visibleLine(source.url)} there\n` : 'sending the folder there\n')
    return await fillSandbox(all, sandbox, source, { folder: settings.folder, stop: cli.stop })
  } catch (error) {
    await deleted(all, sandbox, { say, name })
    return codeOf(error, name, cli)
  }
}

/** Says why, and gives the exit code for it. Throws what is no fault of a host's. */
function codeOf(error: unknown, name: string, cli: CliContext): number {
  if (!(error instanceof HostFault)) throw error
  const code = complainOf(name, error, cli.complain)
  return cli.stop.aborted ? exitCodes.interrupted : code
}

/** Deletes it, and says so. */
async function deleted(
  all: FleetSandboxes,
  sandbox: FleetSandbox,
  { say, name }: Pick<Io, 'say' | 'name'>,
): Promise<boolean> {
  try {
    await all.delete(sandbox)
    say(`the sandbox ${name}/${sandbox.name} was deleted\n`)
    return true
  } catch (error) {
    if (!(error instanceof HostFault)) throw error
    say(`${visible(error.message)}\n`)
    return false
  }
}

/**
 * What becomes of a sandbox behind its run; resolves with the exit code. What could not be brought back is not deleted, nor one in which the run may go on
 * (`mayWork`), since nobody has told its end.
 */
async function end(
  all: FleetSandboxes,
  sandbox: FleetSandbox,
  workspace: Workspace,
  {
    code,
    mayWork,
    options,
    settings,
    say,
    cli,
    name,
  }: Io & {
    readonly code: number
    readonly mayWork: boolean
    readonly options: ExecOptions
    readonly settings: FleetSettings
  },
): Promise<number> {
  const full = `${name}/${sandbox.name}`
  const pulled =
    options.pull === true
      ? await pull(
          all,
          { ...sandbox, ...(workspace.base !== undefined && { base: workspace.base }) },
          { settings, json: options.json === true, say, cli, name },
        )
      : exitCodes.completed
  // Whatever the run itself came to.
  const isBack = pulled === exitCodes.completed
  if (options.delete === true && mayWork)
    say(
      `what ran in ${full} may run still, so the sandbox is not deleted, and what was brought back may not be all\n`,
    )
  if (options.delete === true && isBack && !mayWork)
    return (await deleted(all, sandbox, { say, name })) ? code : exitCodes.failed
  const lines = [
    `the sandbox ${full} is kept, and removed when nobody was connected for ${String(settings.idle_minutes)} min`,
    `go on: countersign exec --host ${full} --cd ${workspace.folder} --resume`,
    ...(workspace.base === undefined ? [] : [`what was changed: countersign hosts pull ${full}`]),
    `delete it: countersign hosts clean ${name} ${sandbox.name}`,
  ]
  for (const line of lines) say(`${visibleLine(line)}\n`)
  return isBack ? code : pulled
}

/** Brings the branch back; 0 where that came off. */
async function pull(
  fleet: FleetSandboxes,
  sandbox: FleetSandbox,
  { settings, json, cli, name }: Io & { readonly settings: FleetSettings; readonly json: boolean },
): Promise<number> {
  const { pullBranch } = await import('../cli/hosts-pull')
  const full = `${name}/${sandbox.name}`
  try {
    const work = { fleet, sandbox, folder: settings.folder, stop: cli.stop }
    return await pullBranch(
      { name: full, work, cli, here: realpathSync('.') },
      `${name}-${sandbox.name}`,
      json,
    )
  } catch (error) {
    if (error instanceof FaultError) return complainOf(full, error, cli.complain)
    throw error
  }
}

/** The address of a remote of the repository here. Throws FaultError `bad-request` for none. */
async function remoteHere(remote: string, cli: CliContext): Promise<string> {
  const { withGit } = await import('../cli/hosts-pull')
  const { code, out } = await withGit(cli, async ({ git: { readGit }, runTyped }) => {
    const { git } = await readGit(realpathSync('.'), { runTyped, signal: cli.stop })
    return git('remote', 'get-url', '--', remote)
  })
  return code === 0
    ? out.replace(/\n$/, '')
    : refuse(`There is no remote ${remote} in a repository here; expected one, or an address.`)
}

async function sourceOf({ options }: ExecOnHost, hosts: CliHosts, cli: CliContext): Promise<WorkspaceSource> {
  const { clone, send, branch } = options
  if (send !== undefined) {
    const folder = resolve(send)
    const name = basename(folder)
      .replaceAll(/[^A-Za-z0-9._-]/g, '-')
      .replace(/^[.-]+/, '')
    return {
      kind: 'send',
      name: name === '' ? 'workspace' : name.slice(0, 100),
      tar: await hosts.sendFolder(folder, cli.stop),
    }
  }
  const named = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,100}$/.test(clone ?? '')
    ? await remoteHere(clone ?? '', cli)
    : clone
  const url = cloneAddress(named ?? '')
  if (url === undefined)
    return refuse(
      '--clone names nothing that can be cloned there; expected https://, ssh://, git:// or user@host:path without a password, which would be written down there.',
    )
  return { kind: 'clone', url, branch }
}
