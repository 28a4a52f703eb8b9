import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import type { Evidence } from '@shared/domain/evidence'
import { SandboxMode, SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { OutputListener, RunResult } from '../../core/ports/sandbox'
import type { ProcessInput } from '../../core/run/process-input'
import { incidentalWrites } from '../../core/commands/incidental-writes'
import type { RunTyped } from '../../core/commands/run-typed'
import type { Write } from '../cli/cli-context'
import { visibleJson, visibleLine } from '../visible'

/** What `countersign sandbox` was called with. */
export interface SandboxOptions {
  readonly policy: SandboxMode
  readonly writableRoot: readonly string[]
  readonly network?: boolean
  readonly cwd?: string
  readonly timeout?: number
  readonly json?: boolean
}

/** The command could not be started in the sandbox at all; programs of this kind use the number for that. */
const notStarted = 125
/** The longest time-out a timer can measure: in effect, none. */
const noTimeout = 0x7fffffff

/** Adds the options of the command; its words come behind `--`. */
export function sandboxOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--policy <mode>', 'what the command may touch')
        .choices(SandboxMode.options)
        .default('workspace-write'),
    )
    .option(
      '--writable-root <dir>',
      'one more folder it may write to (again for more)',
      (dir: string, all: string[]) => [...all, dir],
      [],
    )
    .option('--network', 'with the machine’s network')
    .option('--cwd <dir>', 'the folder to run in (default: this one)')
    .option('--timeout <ms>', 'stops it after so many milliseconds (default: never)', Number)
    .option('--json', 'prints one JSON object instead of passing the output through')
    .argument('<command...>', 'the program and its arguments, behind --')
}

type Ended = Exclude<RunResult, { kind: 'failed' }>

/** So many of them are named at most. */
const mostNamed = 3

/** What was stopped, as one line for a person whose program often says only that something failed; empty: nothing that counts. */
function stoppedLine({ evidence, denied }: Stopped): string {
  if (!denied) return ''
  const named = new Set(
    evidence.map(({ kind, target }) => `${kind === 'network' ? 'connect to' : kind} ${target}`),
  )
  const more = named.size > mostNamed ? ` and ${String(named.size - mostNamed)} more` : ''
  const opened = evidence.some(({ kind }) => kind === 'network') ? '--network' : '--writable-root or --policy'
  return `${visibleLine(`countersign: the sandbox stopped ${[...named].slice(0, mostNamed).join(', ')}${more}; ${opened} would open more.`)}\n`
}

/** The folder as it is, or why it cannot be a writable root; a root that does not hold would only be left out silently. */
function rootProblem(root: string): string | undefined {
  if (!isAbsolute(root)) return `${root} is not absolute; expected an absolute folder for --writable-root.`
  if (resolve(root) === '/')
    return '/ cannot be a writable root; expected a folder below it, or --policy danger-full-access.'
  try {
    return statSync(root).isDirectory()
      ? undefined
      : `${root} is no folder; expected one for --writable-root.`
  } catch (error) {
    return `${root} cannot be used (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}); expected an existing folder for --writable-root.`
  }
}

function policyOf(options: SandboxOptions): SandboxPolicy {
  const network_access = options.network === true
  return SandboxPolicy.parse(
    options.policy === 'danger-full-access' || options.policy === 'danger-no-network'
      ? { mode: options.policy }
      : options.policy === 'read-only'
        ? { mode: options.policy, network_access }
        : { mode: options.policy, network_access, writable_roots: options.writableRoot },
  )
}

/** What the sandbox stopped of a run, as far as it is certain. */
interface Stopped {
  readonly evidence: readonly Evidence[]
  /** Of a failing run it stopped something that was its work. */
  readonly denied: boolean
}

function stoppedOf(result: Ended, exitCode: number): Stopped {
  const evidence = result.evidence.filter((each) => each.source !== 'guess')
  return {
    evidence,
    denied: exitCode !== 0 && !evidence.every(incidentalWrites(homedir(), process.env)),
  }
}

/** The JSON form: what a person or a program needs of a run. */
function report({ output }: Ended, exitCode: number, { evidence, denied }: Stopped): string {
  return visibleJson({
    exitCode,
    stdout: output.stdout,
    stderr: output.stderr,
    denied,
    evidence: evidence.map(({ kind, target, operation }) => ({
      kind,
      target,
      ...(operation === undefined ? {} : { operation }),
    })),
  })
}

/**
 * Runs the command and resolves with its exit code (128+n for a signal, 124 for a time-out, 125 when it could not be
 * started). What `input` gives it is its standard input. Without `json` its output passes through byte by byte, and what was held back or
 * ended it is said behind it. Throws nothing for what the command does.
 */
export async function runInSandbox(
  run: {
    readonly command: readonly string[]
    readonly options: SandboxOptions
    readonly runTyped: RunTyped
    /** What stands on the command's standard input; absent: nothing. */
    readonly input?: ProcessInput | undefined
  },
  io: {
    readonly write: Write
    readonly complain: Write
    readonly pass: NonNullable<OutputListener['bytes']>
  },
  signal: AbortSignal,
): Promise<number> {
  const { command, options, input } = run
  const problem = options.writableRoot.map(rootProblem).find((each) => each !== undefined)
  if (problem !== undefined) {
    io.complain(`countersign: ${problem}\n`)
    return 2
  }
  const listener: OutputListener = Object.assign(
    () => undefined,
    options.json === true ? {} : { bytes: io.pass },
  )
  const timeoutMs = options.timeout ?? noTimeout
  const cwd = resolve(options.cwd ?? '.')
  const typed = { command, cwd, policy: policyOf(options), timeoutMs, ...(input ? { input } : {}) }
  const result = await run.runTyped(typed, signal, listener)
  if (result.kind === 'failed') {
    io.complain(`countersign: ${result.reason}\n`)
    return notStarted
  }
  const exitCode = result.kind === 'exited' ? result.exitCode : result.kind === 'timed-out' ? 124 : 130
  const stopped = stoppedOf(result, exitCode)
  if (options.json === true) io.write(`${report(result, exitCode, stopped)}\n`)
  else io.complain(`${result.notes ?? ''}${stoppedLine(stopped)}`)
  return exitCode
}
