import { changeSetProvider } from '@shared/domain/change-set-turn'
import { FaultError } from '@shared/domain/fault'
import { escapeOf, namingHidden } from '@shared/domain/hidden-characters'
import { worktreeBranches } from '@shared/domain/worktree'
import { wholeOutput, type guardedScript, type readGit, type writing } from '../../commands/read-git'
import type { RunTyped } from '../../commands/run-typed'
import type { SessionInput } from '../../engine/engine-service'
import type { InputSink, ProcessInput } from '../../run/process-input'
import { parentOf } from '../../shell/paths'
import type { countsAmongItsOwn, placeOf } from '../../worktrees/repository'
import type { InflateStart } from './binary-size'
import { changedFiles, readPatch, type ChangedFile } from './change-set'
import { packOf, patchOf, resultsOf, type SandboxResults, type SandboxWork } from './results'
import { notePulled } from './unpulled'

/**
 * Git as the engine uses it (`core/commands/read-git`, `core/worktrees/repository`): nothing that is configured anywhere starts a program for it. It is given,
 * so that it is loaded once.
 */
export interface GuardedGit {
  readonly readGit: typeof readGit
  readonly guardedScript: typeof guardedScript
  readonly writing: typeof writing
  readonly placeOf: typeof placeOf
  readonly countsAmongItsOwn: typeof countsAmongItsOwn
}

/** A new folder that is this user's alone. */
export interface ScratchFolder {
  readonly path: string
  /** Puts a file there and gives back its path. */
  write(name: string, bytes: Uint8Array): string
  remove(): void
}

/** What work is brought back with on this machine. `done`: what a turn that put a change set in place says last. */
export interface BringBackParts {
  readonly runTyped: RunTyped
  readonly git: GuardedGit
  readonly inflateStart: InflateStart
  readonly scratch: () => ScratchFolder
  /** Makes a folder where there is none, and nothing behind a link. Throws FaultError `bad-request` where one leads elsewhere. */
  readonly ensureFolder: (folder: string) => Promise<void>
  readonly done: string
}

/** A turn of a session of its own that puts files in place. `close` is called when it is over. */
export interface Placing {
  readonly input: SessionInput
  readonly prompt: string
  /** Whether they are in place, by what was said last. */
  readonly isDone: (lastMessage: string | undefined) => boolean
  readonly close: () => void
}

/** Some bytes may say that they unpack to any size: git gets 8 GiB of address space for what a sandbox sent, where the system can hold it to that. */
const bounded = 'ulimit -v 8388608 2>/dev/null'
const branchName = /^(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9_](?:[A-Za-z0-9._-]{0,99}[A-Za-z0-9_-])?$/
const minuteMs = 60_000
/** A path stands in a patch, and here with its counts. */
const mostCounts = 32 * 1024 * 1024

const refuse = (message: string): never => {
  throw new FaultError({ code: 'bad-request', message })
}

/**
 * Brings what was done in a sandbox of a fleet to this machine: shows it, makes a branch of it, or has chosen files put in place. All of it is untrusted,
 * and git reads it in the sandbox of this machine.
 */
export class BringBack {
  readonly #parts: BringBackParts

  constructor(parts: BringBackParts) {
    this.#parts = parts
  }

  /** The files that were changed there. Throws HostFault, and FaultError `bad-request` for what is no change set. */
  async changes(work: SandboxWork): Promise<readonly ChangedFile[]> {
    const bytes = await patchOf(work, await resultsOf(work))
    const parts = readPatch(Buffer.from(bytes).toString('latin1'), this.#parts.inflateStart)
    return changedFiles(parts, await this.#countsOf(bytes, work.stop))
  }

  /**
   * Makes the branch `countersign/NAME` of it in the repository that a folder here is in. Nothing that was there changes; git checks every object that
   * comes. Throws HostFault, and FaultError `bad-request` for a name, folder or answer that cannot be used.
   */
  async branch(
    work: SandboxWork,
    { repository, name }: { readonly repository: string; readonly name: string },
  ): Promise<SandboxResults & { readonly branch: string }> {
    if (!branchName.test(name))
      refuse(`${JSON.stringify(name)} is no name for a branch; expected letters, digits and ". _ -".`)
    const branch = `${worktreeBranches}/${name}`
    const results = await resultsOf(work)
    await this.#fetchInto(work, results, { branch, repository })
    await notePulled(work, results.result)
    return { ...results, branch }
  }

  /**
   * Has git put these files in place in a folder, in the sandbox and as a turn of a session of its own: so it is decided on as any command is, shown
   * by a rehearsal where it is asked about, on record, and taken back by undo. Files that are not as the sandbox began with them are none that git changes,
   * and then nothing is put in place. `asks`: whether somebody is asked about it first.
   */
  placing(
    chosen: readonly ChangedFile[],
    { from, folder, asks }: { readonly from: string; readonly folder: string; readonly asks: boolean },
  ): Placing {
    const scratch = this.#parts.scratch()
    const patch = Buffer.from(chosen.map((each) => each.patch).join(''), 'latin1')
    const file = scratch.write('changes.patch', patch)
    // As in no repository: below the folder of one, git would pass over what is not in it, and say nothing.
    const command = ['env', 'GIT_DIR=/nonexistent', 'git', 'apply', '--whitespace=nowarn', file]
    const files = `${String(chosen.length)} ${chosen.length === 1 ? 'file' : 'files'}`
    return {
      input: {
        ...{ cwd: folder, provider: changeSetProvider, model: changeSetProvider, modelsView: 'off' },
        ...{ sandboxMode: 'workspace-write', approvalPolicy: asks ? 'untrusted' : 'never' },
      },
      prompt: `What was changed in the sandbox ${from}: ${files}\n${JSON.stringify(command)}`,
      isDone: (lastMessage) => lastMessage === this.#parts.done,
      close: () => {
        scratch.remove()
      },
    }
  }

  async #fetchInto(
    work: SandboxWork,
    { base, result }: SandboxResults,
    { branch, repository }: { readonly branch: string; readonly repository: string },
  ): Promise<void> {
    const { git, runTyped, scratch, ensureFolder } = this.#parts
    const { stop } = work
    const reader = await git.readGit(repository, { runTyped, signal: stop })
    const place = await git.placeOf(reader)
    if (!place) return refuse(`${repository} is in no git repository with files; expected a folder of one.`)
    if (!(await git.countsAmongItsOwn(reader, place)))
      refuse(`${place.common} does not count ${place.root} among its folders; expected a repository.`)
    const ref = `refs/heads/${branch}`
    if ((await reader.git('show-ref', '--verify', '--quiet', ref)).code === 0)
      refuse(`There is a branch ${branch} already; expected another name.`)
    const thin = (await reader.git('cat-file', '-e', `${base}^{commit}`)).code === 0
    const writes = [
      `${place.common}/objects`,
      ...[`refs/heads`, `logs/refs/heads`].map((each) => `${place.common}/${each}/${parentOf(branch)}`),
    ]
    for (const folder of writes) await ensureFolder(folder)
    const empty = scratch()
    try {
      const sink = Promise.withResolvers<InputSink>()
      const input: ProcessInput = { terminal: undefined, poured: true, attach: sink.resolve }
      const command = git.guardedScript(
        // Every object is looked at, and each that one names has to be there.
        `(${bounded}; exec git -c core.packedGitLimit=1g -C "$1" index-pack --strict --fix-thin --stdin) && git -C "$1" cat-file -e "$2^{commit}" && git -C "$1" update-ref "$3" "$2" ""`,
        [place.root, result, ref],
      )
      const running = runTyped(
        {
          command,
          cwd: empty.path,
          policy: git.writing(writes),
          timeoutMs: 15 * minuteMs,
          input,
          offline: true,
        },
        stop,
        () => undefined,
      )
      const failed = running.then((ran): never => {
        throw ended(ran)
      })
      failed.catch(() => undefined) // asked again below
      await packOf(work, { base, result, thin }, async (piece) => {
        const into = await Promise.race([sink.promise, failed])
        into.write(piece)
        await into.drained()
      })
      ;(await Promise.race([sink.promise, failed])).end()
      const ran = await running
      if (ran.kind !== 'exited' || ran.exitCode !== 0) throw ended(ran)
    } finally {
      empty.remove()
    }
  }

  /** What git says of a patch: it reads it in the sandbox, in an empty folder. */
  async #countsOf(patch: Uint8Array, stop: AbortSignal): Promise<string> {
    if (patch.length === 0) return ''
    const { git, runTyped, scratch } = this.#parts
    const empty = scratch()
    try {
      const file = empty.write('changes.patch', patch)
      const output = wholeOutput(mostCounts)
      const command = git.guardedScript(`${bounded}; GIT_DIR=/nonexistent git apply --numstat -z "$1"`, [
        file,
      ])
      const policy = { mode: 'read-only', network_access: false } as const
      const ran = await runTyped(
        { command, cwd: empty.path, policy, timeoutMs: minuteMs, offline: true },
        stop,
        output.listener,
      )
      const bytes = output.bytes()
      if (ran.kind !== 'exited' || ran.exitCode !== 0 || !bytes) throw ended(ran)
      return bytes.toString('latin1')
    } finally {
      empty.remove()
    }
  }
}

const ended = (ran: Awaited<ReturnType<RunTyped>>): FaultError =>
  new FaultError({
    code: 'bad-request',
    message:
      ran.kind === 'failed'
        ? `git could not be run in the sandbox: ${ran.reason}`
        : `git did not take what came from the sandbox, and nothing of it is used: ${visibleOf(ran.output.stderr)}`,
  })

/** As much of what git says as a line takes, with nothing that hides or moves anything. */
const visibleOf = (text: string): string =>
  namingHidden(text.trim().slice(0, 600), escapeOf).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
