import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import type { FleetSettings } from '@shared/domain/fleet-settings'
import { BranchName, type FleetWork, type WorkRefusal } from '@shared/domain/fleet-work'
import {
  beginWork,
  deleteAgain,
  type BegunWork,
  type DeletedAgain,
} from '../../../core/host-link/fleet/begin-work'
import { remoteAddress, workSource } from '../../../core/host-link/fleet/work-source'
import type { Workspace, WorkspaceSource } from '../../../core/host-link/fleet/workspace'
import type { FleetSandbox, FleetSandboxes } from '../../../core/host-link/fleet/sandboxes'
import { HostFault } from '../../../core/host-link/greet-host'
import type { CliContext, CliHosts, Write } from '../../cli/cli-context'
import { visible, visibleLine } from '../../visible'
import type { ExecOptions } from '../exec-options'
import { exitCodes } from '../run-once'
import { refuseWhatStaysHere, runThere, type ExecOnHost } from './exec-on-host'
import { fleetNamed } from './fleet-named'
import { complainOf, runOver, sandboxHost, withHost, withName } from './run-on-host'

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
  if (options.branch !== undefined && !BranchName.safeParse(options.branch).success)
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
    const begun = await begin(all, source, { settings, ...io })
    if (typeof begun === 'number') return begun
    const { sandbox, workspace, release } = begun
    const full = `${name}/${sandbox.name}`
    const { hold: _, ...host } = sandboxHost(all, sandbox, withName(full, cli.complain))
    try {
      let mayWork = false
      const code = await withHost(hosts, full, {
        ...{ cli, host, json: options.json === true },
        use: async (client, engine, terminal) => {
          // Until its end was told. A line that is given up says nothing of the turn.
          mayWork = true
          const run = runThere(exec, workspace.folder, cli)
          const ended = await runOver(client, { name: full, engine, terminal }, run, cli)
          mayWork = false
          return ended
        },
      })
      return await end(all, sandbox, workspace, { code, mayWork, options, settings, ...io })
    } finally {
      await release()
    }
  })
}

interface Io {
  readonly say: Write
  readonly cli: CliContext
  readonly name: string
}

/** A sandbox with the work in it, or the exit code where why there is none was said. */
async function begin(
  all: FleetSandboxes,
  source: WorkspaceSource,
  { settings, say, cli, name }: Io & { readonly settings: FleetSettings },
): Promise<BegunWork | number> {
  let sending = false
  try {
    return await beginWork(all, source, {
      ...{ folder: settings.folder, stop: cli.stop },
      tell: (step) => {
        switch (step.kind) {
          case 'waiting':
            say(
              step.reason === undefined
                ? `waiting for a sandbox of ${settings.template}\n`
                : `${visibleLine([step.reason, step.message].filter(Boolean).join(': '))}\n`,
            )
            break
          case 'ready':
            say(`the sandbox ${name}/${step.sandbox.name} is ready (pod ${step.sandbox.pod})\n`)
            break
          case 'cloning':
            say(`cloning ${visibleLine(step.url)} there\n`)
            break
          case 'sending':
            if (!sending) say('sending the folder there\n')
            sending = true
            break
          case 'trouble':
            withName(`${name}/${step.sandbox.name}`, cli.complain)(`countersign: ${visible(step.why)}\n`)
            break
          case 'deleted':
          case 'not-deleted':
            sayDeleted(step, { say, name })
        }
      },
    })
  } catch (error) {
    return codeOf(error, name, cli)
  }
}

/** Says why, and gives the exit code for it. Throws what is no fault of a host's. */
function codeOf(error: unknown, name: string, cli: CliContext): number {
  if (!(error instanceof HostFault)) throw error
  const code = complainOf(name, error, cli.complain)
  return cli.stop.aborted ? exitCodes.interrupted : code
}

function sayDeleted(step: DeletedAgain, { say, name }: Pick<Io, 'say' | 'name'>): void {
  say(
    step.kind === 'deleted'
      ? `the sandbox ${name}/${step.sandbox.name} was deleted\n`
      : `${visible(step.why)}\n`,
  )
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
    return (await deleteAgain(all, sandbox, (step) => {
      sayDeleted(step, { say, name })
    }))
      ? code
      : exitCodes.failed
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

const expected: Readonly<Record<WorkRefusal, (named: string) => string>> = {
  address: () =>
    '--clone names nothing that can be cloned there; expected https://, ssh://, git:// or user@host:path without a password, which would be written down there.',
  remote: (named) => `There is no remote ${named} in a repository here; expected one, or an address.`,
  branch: () => '--branch names no branch.',
}

async function sourceOf({ options }: ExecOnHost, hosts: CliHosts, cli: CliContext): Promise<WorkspaceSource> {
  const { clone = '', send, branch } = options
  const work: FleetWork =
    send === undefined
      ? { kind: 'clone', from: clone, branch, folder: realpathSync('.') }
      : { kind: 'send', folder: resolve(send) }
  const place = {
    sendFolder: (folder: string, stop: AbortSignal) => hosts.sendFolder(folder, stop),
    remoteAddress: async (folder: string, remote: string, stop: AbortSignal) => {
      const { withGit } = await import('../cli/hosts-pull')
      return withGit(cli, ({ git: { readGit }, runTyped }) =>
        remoteAddress([folder, remote], { readGit, runTyped, stop }),
      )
    },
  }
  const source = await workSource(work, place, cli.stop)
  return source.kind === 'refused' ? refuse(expected[source.why](clone)) : source
}
