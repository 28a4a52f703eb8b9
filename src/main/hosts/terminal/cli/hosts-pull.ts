import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import { chosenFiles, type ChangedFile } from '../../../core/host-link/fleet/change-set'
import type { SandboxWork } from '../../../core/host-link/fleet/results'
import { HostFault } from '../../../core/host-link/greet-host'
import type { CliContext, CliEngine, CliHosts } from '../../cli/cli-context'
import { visible, visibleJson, visibleLine } from '../../visible'
import { fleetNamed, partsOfName } from '../remote/fleet-named'
import { complainOf, sandboxHost, whileConnected, withName } from '../remote/run-on-host'
import { runHere } from './run-in-terminal'

/** What `countersign hosts pull` was called with; `branch` is true for a name of ours. */
export interface PullOptions {
  readonly cd?: string
  readonly json?: boolean
  readonly patch?: boolean
  readonly branch?: string | true
  readonly apply?: boolean
  readonly yes?: boolean
}

const refuse = (message: string): never => {
  throw new FaultError({ code: 'bad-request', message })
}

/** A sandbox that is asked, and the folder here that is meant. */
interface Pulled {
  readonly name: string
  readonly work: SandboxWork
  readonly cli: CliContext
  readonly here: string
}

/**
 * `countersign hosts pull FLEET/SANDBOX`: shows what was changed in a sandbox, or brings it here as a branch, or puts it in place in a folder, file by
 * file, so that it can be undone. Resolves with the exit code.
 */
export async function pullFromSandbox(
  cli: CliContext,
  hosts: CliHosts,
  {
    name,
    paths,
    options,
  }: { readonly name: string; readonly paths: readonly string[]; readonly options: PullOptions },
): Promise<number> {
  const { branch, apply = false, yes = false } = options
  if (branch !== undefined && (apply || options.patch === true))
    refuse('A branch holds all of it; expected --branch, --patch or --apply.')
  if (!apply && (yes || (paths.length > 0 && options.patch !== true)))
    refuse('Paths and --yes are for what is put in place; expected --apply with them.')
  const { first: before, sandbox: short } = partsOfName(name)
  if (short === undefined) refuse(`${name} names no sandbox; expected FLEET/SANDBOX.`)
  const settings = fleetNamed(hosts, before)
  let here: string
  try {
    here = realpathSync(resolve(options.cd ?? '.'))
  } catch (error) {
    return refuse(
      `--cd cannot be used (${(error as NodeJS.ErrnoException).code ?? String(error)}); expected a folder here.`,
    )
  }
  const fleet = await hosts.fleet(settings)
  try {
    const sandbox = await fleet.find(short ?? '', cli.stop)
    const work = { fleet, sandbox, folder: settings.folder, stop: cli.stop }
    const pulled = { name, work, cli, here }
    return await whileConnected(sandboxHost(fleet, sandbox, withName(name, cli.complain)), () =>
      branch === undefined
        ? pullChanges(pulled, paths, options)
        : pullBranch(pulled, branch === true ? `${before}-${sandbox.name}` : branch, options.json === true),
    )
  } catch (error) {
    if (error instanceof HostFault) return complainOf(name, error, cli.complain)
    throw error
  }
}

/** Has an engine of this machine do something with git in its sandbox, and gives back what comes of it. */
export async function withGit<T>(cli: CliContext, use: (composed: CliEngine) => Promise<T>): Promise<T> {
  let result: { readonly value: T } | undefined
  await cli.withEngine(async (composed) => {
    result = { value: await use(composed) }
    return 0
  })
  return result ? result.value : refuse('The engine of this machine could not be used.')
}

/** Brings it as a branch of the repository here. Nothing that was there changes; git checks every object that comes, in the sandbox. */
export async function pullBranch(
  { cli, here, name, work }: Pulled,
  branch: string,
  json: boolean,
): Promise<number> {
  const made = await withGit(cli, async ({ bringBack }) =>
    (await bringBack()).branch(work, { repository: here, name: branch }),
  )
  const { branch: full, base, result } = made
  if (json) cli.write(`${visibleJson({ name, ...made })}\n`)
  else
    cli.write(
      base === result
        ? `${visibleLine(`${name}: nothing was changed there; the branch ${full} is what it began as.`)}\n`
        : `${visibleLine(`${name}: the branch ${full} holds what was done there: git log ${base.slice(0, 12)}..${full}`)}\n`,
    )
  return 0
}

async function pullChanges(
  pulled: Pulled,
  paths: readonly string[],
  { json = false, patch: whole = false, apply = false, yes = false }: PullOptions,
): Promise<number> {
  const { cli, name } = pulled
  return withGit(cli, async (composed) => {
    const files = await (await composed.bringBack()).changes(pulled.work)
    const chosen = chosenFiles(files, paths)
    if (json && !apply)
      cli.write(`${visibleJson({ name, files: files.map((each) => reported(each, whole)) })}\n`)
    else if (!json) {
      const write = withName(name, cli.write)
      for (const each of apply || whole ? (paths.length > 0 ? chosen : files) : files) write(lineOf(each))
      if (files.length === 0) write('Nothing was changed there.\n')
      if (whole && !apply) for (const each of chosen) write(visible(textOf(each.patch)))
    }
    if (!apply) return 0
    if (chosen.length === 0) {
      if (files.length > 0)
        cli.complain(`countersign: ${visibleLine(name)}: nothing of it can be put in place.\n`)
      return files.length > 0 ? 1 : 0
    }
    return putInPlace(composed, { ...pulled, yes, json }, chosen)
  })
}

const textOf = (bytes: string): string => Buffer.from(bytes, 'latin1').toString()

const reported = ({ patch, ...rest }: ChangedFile, whole: boolean): object => ({
  ...rest,
  ...(whole && { patch: textOf(patch) }),
})

const why = {
  link: 'a link',
  submodule: 'a repository of its own',
  path: 'a path that leads out of the folder',
} as const

function lineOf({ path, kind, added, removed, leftOut }: ChangedFile): string {
  const counts = added === undefined ? 'no text' : `+${String(added)} -${String(removed ?? 0)}`
  const left = leftOut === undefined ? '' : `  never put in place: ${why[leftOut]}`
  return `${visibleLine(`${kind.padEnd(8)} ${path}  ${counts}${left}`)}\n`
}

/** Has these files put in place, asked about on the terminal unless `yes`. */
async function putInPlace(
  composed: CliEngine,
  { cli, name, here, yes, json }: Pulled & { readonly yes: boolean; readonly json: boolean },
  chosen: readonly ChangedFile[],
): Promise<number> {
  const back = await composed.bringBack()
  const { input, prompt, isDone, close } = back.placing(chosen, { from: name, folder: here, asks: !yes })
  try {
    let last: string | undefined
    const onLastMessage = (text: string): void => {
      last = text
    }
    await runHere(composed, { input, prompt, answer: 'ask', json, onLastMessage }, cli)
    if (!isDone(last)) return 1
    if (!json) cli.write(`Taken back by: countersign undo --cd ${visibleLine(here)}\n`)
    return 0
  } finally {
    close()
  }
}
