import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import type { FleetSettings } from '@shared/domain/fleet-settings'
import { changedFiles, chosenFiles, type ChangedFile } from '../../../core/host-link/fleet/change-set'
import { packOf, patchOf, resultsOf, type SandboxResults } from '../../../core/host-link/fleet/results'
import type { FleetSandbox, FleetSandboxes } from '../../../core/host-link/fleet/sandboxes'
import { HostFault } from '../../../core/host-link/greet-host'
import type { RunTyped } from '../../../core/commands/run-typed'
import type { InputSink, ProcessInput } from '../../../core/run/process-input'
import { worktreeBranches } from '@shared/domain/worktree'
import type { CliContext, CliEngine, CliHosts } from '../../cli/cli-context'
import { visible, visibleJson, visibleLine } from '../../visible'
import { fleetNamed, partsOfName } from '../remote/fleet-named'
import { complainOf, withName } from '../remote/run-on-host'
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

/** A few bytes may say that they unpack to any size: git gets 8 GiB of address space for what a sandbox sent, where the system can hold it to that. */
const bounded = 'ulimit -v 8388608 2>/dev/null'

/** A sandbox that is asked, and the folder here that is meant. */
interface Pulled {
  readonly name: string
  readonly fleet: FleetSandboxes
  readonly sandbox: FleetSandbox
  readonly settings: FleetSettings
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
    const release = fleet.hold(sandbox, (why) => {
      cli.complain(`countersign: ${visibleLine(why)}\n`)
    })
    try {
      const pulled = { name, fleet, sandbox, settings, cli, here }
      if (branch !== undefined)
        return await pullBranch(
          pulled,
          branch === true ? `${before}-${sandbox.name}` : branch,
          options.json === true,
        )
      return await pullChanges(pulled, paths, options)
    } finally {
      await release()
    }
  } catch (error) {
    if (error instanceof HostFault) return complainOf(name, error, cli.complain)
    throw error
  }
}

const asked = ({ fleet, sandbox, settings: { folder }, cli: { stop } }: Pulled) => ({
  fleet,
  sandbox,
  folder,
  stop,
})

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
export async function pullBranch(pulled: Pulled, branch: string, json: boolean): Promise<number> {
  const { cli, here, name } = pulled
  if (!/^[A-Za-z0-9_][A-Za-z0-9._-]{0,100}$/.test(branch) || /\.\.|\.lock$|\.$/.test(branch))
    refuse('--branch is no name for a branch; expected letters, digits and ". _ -".')
  const results = await resultsOf(asked(pulled))
  const full = `${worktreeBranches}/${branch}`
  await withGit(cli, (composed) => fetchInto(pulled, results, { full, here, composed }))
  if (json) cli.write(`${visibleJson({ name, branch: full, ...results })}\n`)
  else
    cli.write(
      results.base === results.result
        ? `${visibleLine(`${name}: nothing was changed there; the branch ${full} is what it began as.`)}\n`
        : `${visibleLine(`${name}: the branch ${full} holds what was done there: git log ${results.base.slice(0, 12)}..${full}`)}\n`,
    )
  return 0
}

async function fetchInto(
  pulled: Pulled,
  { base, result }: SandboxResults,
  {
    full,
    here,
    composed: { git, runTyped },
  }: { readonly full: string; readonly here: string; readonly composed: CliEngine },
): Promise<void> {
  const { stop } = pulled.cli
  const reader = await git.readGit(here, { runTyped, signal: stop })
  const place = await git.placeOf(reader)
  if (!place) return refuse(`${here} is in no git repository with files; expected one, or --apply.`)
  if (!(await git.countsAmongItsOwn(reader, place)))
    refuse(`${place.common} does not count ${place.root} among its folders; expected a repository.`)
  const ref = `refs/heads/${full}`
  if ((await reader.git('show-ref', '--verify', '--quiet', ref)).code === 0)
    refuse(`There is a branch ${full} already; expected another name with --branch.`)
  const thin = (await reader.git('cat-file', '-e', `${base}^{commit}`)).code === 0
  const writes = [
    `${place.common}/objects`,
    ...[`refs/heads`, `logs/refs/heads`].map((each) => `${place.common}/${each}/${dirname(full)}`),
  ]
  for (const folder of writes) ensure(folder)
  const empty = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-pull-')))
  try {
    const sink = Promise.withResolvers<InputSink>()
    const input: ProcessInput = { terminal: undefined, poured: true, attach: sink.resolve }
    const command = git.guardedScript(
      // Every object is looked at, and each that one names has to be there.
      `(${bounded}; exec git -c core.packedGitLimit=1g -C "$1" index-pack --strict --fix-thin --stdin) && git -C "$1" cat-file -e "$2^{commit}" && git -C "$1" update-ref "$3" "$2" ""`,
      [place.root, result, ref],
    )
    const running = runTyped(
      { command, cwd: empty, policy: git.writing(writes), timeoutMs: 15 * 60_000, input },
      stop,
      () => undefined,
    )
    const failed = running.then((ran): never => {
      throw ended(ran)
    })
    failed.catch(() => undefined) // asked again below
    await packOf(asked(pulled), { base, result, thin }, async (piece) => {
      const into = await Promise.race([sink.promise, failed])
      into.write(piece)
      await into.drained()
    })
    ;(await Promise.race([sink.promise, failed])).end()
    const ran = await running
    if (ran.kind !== 'exited' || ran.exitCode !== 0) throw ended(ran)
  } finally {
    rmSync(empty, { recursive: true, force: true })
  }
}

const ended = (ran: Awaited<ReturnType<RunTyped>>): FaultError =>
  new FaultError({
    code: 'bad-request',
    message:
      ran.kind === 'failed'
        ? `git could not be run in the sandbox: ${ran.reason}`
        : `git did not take what came from the sandbox, and nothing of it is used: ${visibleLine(ran.output.stderr.trim().slice(0, 600))}`,
  })

/** A folder that is there, and no link leads elsewhere from it. */
function ensure(folder: string): void {
  mkdirSync(folder, { recursive: true })
  if (realpathSync(folder) !== folder)
    refuse(`${folder} leads elsewhere; expected a folder of the repository.`)
}

async function pullChanges(
  pulled: Pulled,
  paths: readonly string[],
  { json = false, patch: whole = false, apply = false, yes = false }: PullOptions,
): Promise<number> {
  const { cli, name, here } = pulled
  const bytes = await patchOf(asked(pulled), await resultsOf(asked(pulled)))
  return withGit(cli, async (composed) => {
    const files = changedFiles(
      Buffer.from(bytes).toString('latin1'),
      await countsOf(bytes, composed, cli.stop),
    )
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
    return putInPlace(composed, { cli, name, here, yes, json }, chosen)
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

/** What git says of a patch: it reads it in the sandbox, in an empty folder. */
async function countsOf(patch: Uint8Array, { git, runTyped }: CliEngine, stop: AbortSignal): Promise<string> {
  if (patch.length === 0) return ''
  const empty = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-pull-')))
  try {
    const file = join(empty, 'changes.patch')
    writeFileSync(file, patch, { mode: 0o600 })
    const pieces: Uint8Array[] = []
    const listener = Object.assign(() => undefined, {
      bytes: (stream: 'stdout' | 'stderr', chunk: Uint8Array): undefined => {
        if (stream === 'stdout') pieces.push(Uint8Array.from(chunk))
      },
    })
    const command = git.guardedScript(`${bounded}; GIT_DIR=/nonexistent git apply --numstat -z "$1"`, [file])
    const policy = { mode: 'read-only', network_access: false } as const
    const ran = await runTyped({ command, cwd: empty, policy, timeoutMs: 60_000 }, stop, listener)
    if (ran.kind !== 'exited' || ran.exitCode !== 0) throw ended(ran)
    return Buffer.concat(pieces).toString('latin1')
  } finally {
    rmSync(empty, { recursive: true, force: true })
  }
}

/**
 * Has git put these files in place in the folder, in the sandbox and as a turn of a session of its own: so it is decided on as any command is, shown
 * by a rehearsal where it is asked about, on record, and taken back by undo. Files that are not as the sandbox began with them are none that git changes,
 * and then nothing is put in place.
 */
async function putInPlace(
  composed: CliEngine,
  {
    cli,
    name,
    here,
    yes,
    json,
  }: Pick<Pulled, 'cli' | 'name' | 'here'> & { readonly yes: boolean; readonly json: boolean },
  chosen: readonly ChangedFile[],
): Promise<number> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-pull-')))
  try {
    const file = join(folder, 'changes.patch')
    writeFileSync(file, Buffer.from(chosen.map(({ patch }) => patch).join(''), 'latin1'), { mode: 0o600 })
    // As in no repository: below the folder of one, git would pass over what is not in it, and say nothing.
    const command = ['env', 'GIT_DIR=/nonexistent', 'git', 'apply', '--whitespace=nowarn', file]
    const said: { last?: string } = {}
    const { provider, done } = composed.changeSet
    await runHere(
      composed,
      {
        input: {
          ...{ cwd: here, provider, model: provider, modelsView: 'off' },
          ...{ sandboxMode: 'workspace-write', approvalPolicy: yes ? 'never' : 'untrusted' },
        },
        prompt: `What was changed in the sandbox ${name}: ${String(chosen.length)} ${chosen.length === 1 ? 'file' : 'files'}\n${JSON.stringify(command)}`,
        ...{ answer: 'ask', json },
        onLastMessage: (text) => {
          said.last = text
        },
      },
      cli,
    )
    if (said.last !== done) return 1
    if (!json) cli.write(`Taken back by: countersign undo --cd ${visibleLine(here)}\n`)
    return 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
