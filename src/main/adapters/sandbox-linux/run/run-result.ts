import type { Evidence } from '@shared/domain/evidence'
import { heldBackNote } from '../../../core/run/kept-changes'
import type { OutputListener, RunResult, RunSpec } from '../../../core/ports/sandbox'
import type { FoldedFolder } from '../mounts/fold-masks'
import { isUnder } from '../writable-roots'
import type { Observation } from './observer'

/** A run that began. */
export type Ran = Exclude<RunResult, { kind: 'failed' }>

/** What came of a run. `passing`: its mounts were refused before anything began, which can go by when it is set up anew. */
export type StartResult = Ran | { readonly kind: 'failed'; readonly reason: string; readonly passing?: true }

/** Adds lines to what a program printed to standard error. */
export function withText(result: Ran, text: string): Ran {
  const { output } = result
  return {
    ...result,
    output: { ...output, stderr: `${output.stderr}${text}`, aggregated: `${output.aggregated}${text}` },
  }
}

/** What the C library says where there is no such program; any other refusal means that there is one. */
const noProgram = /^(?:No such file or directory|Not a directory)$/

/**
 * What came of a start. The failures of bubblewrap, and of what enters a prewarmed sandbox, look like the command's: exit 1 and a line on standard error. They are
 * told apart by the helper, which comes to life after their work; without one (no `observation`), by that line alone. A program that is not there
 * or cannot be run is exit 127 or 126 with a line that names it, as shells have it; that line goes to `onOutput` as well.
 * A command that prints the launcher's words itself can have no more of it than another exit code.
 */
export async function startResult(
  result: RunResult,
  run: {
    readonly spec: Pick<RunSpec, 'command' | 'input'>
    readonly observation: Pick<Observation, 'begun'> | undefined
  },
  onOutput: OutputListener,
): Promise<StartResult> {
  if (result.kind !== 'exited' || result.exitCode !== 1) return result
  const { stdout, stderr } = result.output
  const [program = ''] = run.spec.command
  // A terminal has one stream for both, and ends its lines in its own way.
  const terminal = run.spec.input?.terminal !== undefined
  if (stdout !== '' && !terminal) return result
  const printed = terminal ? stdout.replaceAll('\r\n', '\n') : stderr
  const why = /^(?:observe|bwrap: execvp .+): (.*)\n$/.exec(printed)?.[1]
  if (why !== undefined) {
    const text = `[countersign] ${program} could not be run: ${why}\n`
    onOutput('stderr', text)
    void onOutput.bytes?.('stderr', Buffer.from(text))
    return withText({ ...result, exitCode: noProgram.test(why) ? 127 : 126 }, text)
  }
  const said = /^(?:bwrap|enter): (.*)\n$/.exec(printed)?.[1]
  if (said === undefined) return result
  const begun = await run.observation?.begun()
  if (begun === true) return result
  return {
    kind: 'failed',
    reason: `the sandbox could not be set up: ${said}`,
    // Without the observer the line is all there is, and the command may have printed it.
    ...(begun === false && { passing: true }),
  }
}

/**
 * Says in the output what was undone after a run, why it had no network and which limit it met, so that the agent and the person both read
 * it. Nothing to say changes nothing.
 */
export function withNotes(result: Ran, undone: readonly string[], problems: readonly string[]): Ran {
  const notes = [
    ...problems.map((problem) => `[countersign] ${problem}\n`),
    ...(undone.length === 0 ? [] : [heldBackNote(undone)]),
  ].join('')
  return notes === '' ? result : { ...withText(result, notes), notes }
}

/** How programs say that they got no socket. */
const said = /sock.{0,400}(?:EPERM|Operation not permitted)|(?:EPERM|Operation not permitted).{0,400}sock/is

/**
 * What to say of a command that asked for a Unix socket, got none and failed with words that sound like it. Looking up a
 * user asks for one too and takes the no for an answer, so it is only a guess, and nothing is decided by it.
 */
export function unixSocketGuess(result: Ran): readonly string[] {
  const failed = result.kind !== 'exited' || result.exitCode !== 0
  if (!failed || !said.test(result.output.aggregated)) return []
  return ['commands in the sandbox get no datagram Unix sockets, which may be why this failed']
}

/** What no sandboxed command has, by how programs say in one line that they were refused it. */
const refusals = [
  {
    said: /(?:unshare|namespaces?\b).*(?:EPERM|Operation not permitted)|No permissions to create new namespace/i,
    note: 'commands in the sandbox make no namespaces (containers, sandboxes of their own), which may be why this failed',
  },
  {
    said: /(?:chown|chgrp|setfacl|owner|ownership)\b.*(?:EINVAL|Invalid argument)/i,
    note: 'commands in the sandbox know one user and one group, and give files to no other, which may be why this failed',
  },
] as const

/** What to say of a command that failed with words that sound like one of them: only a guess, and nothing is decided by it. */
export function refusalGuesses(result: Ran): readonly string[] {
  if (result.kind === 'exited' && result.exitCode === 0) return []
  return refusals.filter(({ said }) => said.test(result.output.aggregated)).map(({ note }) => note)
}

/** What to say of a command that was stopped in a folder which is read-only for the sake of what lies in it. */
export const foldedNotes = (
  folded: readonly FoldedFolder[],
  evidence: readonly Evidence[],
): readonly string[] =>
  folded
    .filter(({ path }) => evidence.some(({ kind, target }) => kind === 'write' && isUnder(target, path)))
    .map(
      ({ path, places }) =>
        `${path} is read-only for commands: it holds ${String(places)} places that they may not change, such as git folders, which is too many to keep each by itself`,
    )
