import type { Assessment } from '@shared/domain/assessment'
import type { Evidence } from '@shared/domain/evidence'
import type { Grant } from '@shared/domain/grant'
import type { Facts } from '@shared/domain/facts'
import { FaultError } from '@shared/domain/fault'
import type { Rehearsal, RehearsalAttempt, RehearsalLimit } from '@shared/domain/rehearsal'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { incidentalTo } from '../commands/incidental-to-command'
import { namedBy } from '../commands/removed-trees'
import { lineMayConnect } from '../policy/may-connect'
import { allow } from '../policy/permit'
import type { OutputListener, RunResult } from '../ports/sandbox'
import type { Clock } from '../ports/system'
import { parentOf } from '../shell/paths'
import type { CommandParts } from '../turn/turn-context'
import type { RehearsalBounds } from './rehearsal-bounds'
import type { FoundRehearsal, RehearsalSpec, Rehearser, ShowingRules } from './rehearser'

/** A command that somebody wants rehearsed; `cwd` is absolute. `policy` is what it would run under for real. */
export interface TypedRehearsal {
  readonly command: readonly string[]
  readonly cwd: string
  readonly policy: SandboxPolicy
  readonly bounds: RehearsalBounds
}

/** Rehearses one typed command; compose gives it. `policy` absent: the configured one; `timeoutMs` absent: as configured. */
export type RehearseTyped = (
  typed: Pick<TypedRehearsal, 'command' | 'cwd'> & {
    readonly policy?: SandboxPolicy
    readonly timeoutMs?: number
  },
  signal: AbortSignal,
) => Promise<Rehearsal>

/** What it is rehearsed with. `assess` tells the facts of the command, without a model. */
export interface RehearsalParts extends Pick<CommandParts, 'workspace' | 'parser'> {
  /** A sandbox that may not be able to. */
  readonly sandbox: Partial<Rehearser>
  readonly clock: Clock
  readonly assess: (command: readonly string[], cwd: string, signal: AbortSignal) => Promise<Assessment>
  /** The policy as the sandbox takes it, in the real folder. */
  readonly settle: (policy: SandboxPolicy, cwd: string) => SandboxPolicy
}

const nothingFound = (): Pick<Rehearsal, 'changes' | 'attempts' | 'limits'> => ({
  changes: [],
  attempts: [],
  limits: [],
})

/** What a shell takes for a connection and no file. */
const isConnection = /^\/dev\/(tcp|udp)\//

/** The folders around what the facts say is changed beyond the session's: in these the command is let write to copies. */
export function beyondOf(facts: Pick<Facts, 'targets'> | undefined): readonly string[] {
  const targets = facts?.targets ?? []
  return [
    ...new Set(
      targets
        .filter(
          ({ access, inside, path }) => access !== 'read' && inside !== true && !isConnection.test(path),
        )
        .map(({ path, realPath }) => parentOf(realPath ?? path)),
    ),
  ]
}

const attemptsOf = (evidence: readonly Evidence[]): readonly RehearsalAttempt[] =>
  [...new Set(evidence.filter(({ kind }) => kind === 'network').map(({ target }) => target))].map(
    (target) => ({
      kind: 'network',
      target,
    }),
  )

/** What was found, put together with what ended it. Pure. */
export function rehearsalOf(found: FoundRehearsal, bounds: RehearsalBounds, durationMs: number): Rehearsal {
  if (found.kind !== 'ran')
    return { status: found.kind, reason: found.reason, exitCode: null, ...nothingFound(), durationMs }
  const { result, over } = found
  const hosts = attemptsOf(result.evidence)
  const sockets = found.limits.some(({ kind }) => kind === 'socket')
  const attempts: RehearsalAttempt[] = [
    ...hosts,
    ...(sockets ? [{ kind: 'socket', target: 'Unix socket' } as const] : []),
  ]
  const refused = new Set(
    result.evidence
      .filter(({ kind, source }) => kind === 'write' && source === 'kernel')
      .map(({ target }) => target),
  )
  const reported = new Set(found.limits.flatMap((limit) => (limit.kind === 'closed' ? [limit.path] : [])))
  const closed = new Set(
    result.evidence.flatMap(({ kind, target }) => (kind === 'read' && !reported.has(target) ? [target] : [])),
  )
  const limits: RehearsalLimit[] = [
    ...(hosts.length === 0 ? [] : [{ kind: 'network', hosts: hosts.map(({ target }) => target) } as const]),
    ...found.limits,
    ...[...refused].map((path) => ({ kind: 'refused', path }) as const),
    ...[...closed].map((path) => ({ kind: 'closed', path }) as const),
  ]
  const whole = { changes: [...found.changes], attempts, durationMs }
  if (over !== undefined) {
    const limit: RehearsalLimit =
      over === 'room'
        ? { kind: 'room' }
        : { kind: over, limit: over === 'bytes' ? bounds.maxBytes : bounds.maxEntries }
    const reason = 'it would take more than a rehearsal may'
    return { status: 'refused', reason, exitCode: null, ...whole, limits: [limit, ...limits] }
  }
  switch (result.kind) {
    case 'exited':
      return { status: 'done', exitCode: result.exitCode, ...whole, limits }
    case 'timed-out': {
      const time: RehearsalLimit = { kind: 'time', ms: bounds.timeoutMs }
      return { status: 'timed-out', exitCode: null, ...whole, limits: [time, ...limits] }
    }
    case 'cancelled':
      return {
        status: 'refused',
        reason: 'it was called off',
        exitCode: null,
        ...whole,
        limits: [{ kind: 'cancelled' }, ...limits],
      }
  }
}

/** A command that is rehearsed in a session's folder (`workspace`), with what it may write to besides the policy's places. */
export interface RehearsedCommand extends TypedRehearsal {
  readonly workspace: string
  readonly beyond: readonly string[]
  readonly shows?: ShowingRules
  /** Hears what it prints as it goes. Absent: nobody does. */
  readonly onOutput?: OutputListener
  /** Hosts that it may connect to; it then does so for real. Absent: none. */
  readonly hosts?: readonly Grant[]
}

/** Rehearses a command whose folder is real. Never rejects for what the command does. */
export async function rehearseCommand(
  { policy: real, workspace, hosts = [], ...asked }: RehearsedCommand,
  parts: Pick<RehearsalParts, 'sandbox' | 'workspace' | 'parser' | 'settle'>,
  signal: AbortSignal,
): Promise<FoundRehearsal> {
  const { rehearse } = parts.sandbox
  if (!rehearse) return { kind: 'unavailable', reason: 'this system has no rehearsals' }
  const policy = parts.settle(rehearsedPolicy(real), workspace)
  const watch = await lineMayConnect(asked.command, parts.parser)
  const spec: RehearsalSpec = {
    ...asked,
    permit: allow('policy-sandboxed', hosts),
    ...{ policy, workspace },
    env: parts.workspace.environment(policy, true),
    ...(watch ? ({ watchHosts: true } as const) : {}),
  }
  return rehearse({ ...spec, incidental: incidentalIn(spec, parts) }, signal)
}

function incidentalIn(
  { command, env }: Pick<RehearsalSpec, 'command' | 'env'>,
  { parser, workspace }: Pick<RehearsalParts, 'workspace' | 'parser'>,
): NonNullable<RehearsalSpec['incidental']> {
  return async (evidence, succeeded) => {
    const home = workspace.home()
    const { paths: named } = await namedBy(command, home, parser)
    return incidentalTo(command, evidence, { home, env, named, parser, succeeded })
  }
}

/**
 * The policy that a command is rehearsed under: what it may write to, it writes to a copy of; it may write to its folder in any
 * case, since it is asked about there; and it never has a network, so that the answer is its own.
 */
export function rehearsedPolicy(policy: SandboxPolicy): SandboxPolicy {
  if (policy.mode === 'workspace-write') return { ...policy, network_access: false }
  return {
    mode: 'workspace-write',
    writable_roots: [],
    network_access: false,
    exclude_tmpdir_env_var: false,
    exclude_slash_tmp: false,
  }
}

/** Folders that a first try was refused and a second is let write to, on copies. */
const mostOpened = 8

/** Calls that remove: what empties a folder may go on to remove it, which a place that is laid over cannot be. */
const removes = /^(unlink|rmdir|rename)/

/** The folders around what the kernel refused writes to, beyond the session's own; what is protected is so on copies as well. */
export function foldersRefused(evidence: readonly Evidence[], workspace: string): readonly string[] {
  const targets = evidence.flatMap(({ kind, source, target, operation = '', protectedBy }) => {
    const isBeyond = target.startsWith('/') && !target.startsWith(`${workspace}/`)
    if (kind !== 'write' || source !== 'kernel' || protectedBy !== undefined || !isBeyond) return []
    const folder = parentOf(target)
    const above = parentOf(folder)
    return removes.test(operation) && above !== '/' ? [folder, above] : [folder]
  })
  return [...new Set(targets)].slice(0, mostOpened)
}

/** Hears of a second try what the first did not print: what it printed has been heard. */
function afterFirst(first: RunResult, onOutput: OutputListener): OutputListener {
  const { stdout, stderr } = first.kind === 'failed' ? { stdout: '', stderr: '' } : first.output
  const heard = { stdout, stderr }
  return (stream, text) => {
    const known = heard[stream]
    let same = 0
    while (same < text.length && text[same] === known[same]) same += 1
    heard[stream] = same === text.length ? known.slice(same) : ''
    if (same < text.length) onOutput(stream, text.slice(same))
  }
}

/**
 * Once, and again with the folders open that it was refused, in what is left of its time; of the two the better is kept. `refused`: what the
 * first was refused, where the second is. `stoppedBy`: what of a first try is worth a second; absent: all that it was refused.
 */
export async function rehearseTwice(
  wanted: RehearsedCommand,
  parts: Omit<RehearsalParts, 'assess'>,
  {
    signal,
    stoppedBy = ({ evidence }) => evidence,
  }: {
    readonly signal: AbortSignal
    readonly stoppedBy?: (first: Extract<RunResult, { kind: 'exited' }>) => readonly Evidence[]
  },
): Promise<{ readonly found: FoundRehearsal; readonly refused: readonly Evidence[] }> {
  const { bounds, beyond, workspace } = wanted
  const began = parts.clock.now()
  const first = await rehearseCommand(wanted, parts, signal)
  const only = { found: first, refused: [] }
  if (first.kind !== 'ran' || first.over !== undefined || first.result.kind !== 'exited') return only
  const stops = stoppedBy(first.result)
  const more = foldersRefused(stops, workspace).filter((folder) => !beyond.includes(folder))
  const timeoutMs = Math.floor(bounds.timeoutMs - (parts.clock.now() - began))
  if (more.length === 0 || timeoutMs < bounds.timeoutMs / 2 || signal.aborted) return only
  const opened = {
    ...wanted,
    bounds: { ...bounds, timeoutMs },
    beyond: [...beyond, ...more.slice(0, mostOpened)],
    ...(wanted.onOutput && { onOutput: afterFirst(first.result, wanted.onOutput) }),
  }
  const second = await rehearseCommand(opened, parts, signal)
  const isBetter = second.kind === 'ran' && second.result.kind === 'exited'
  const other = isBetter ? first : second
  if (other.kind === 'ran' && other.kept?.kind === 'kept') await other.kept.free()
  return isBetter ? { found: second, refused: first.result.evidence } : only
}

/**
 * Rehearses one command: it runs on copies of what its policy and its facts let it write to, and then of what it was refused, without a network,
 * and changes nothing. Never rejects for what the command does.
 */
export async function rehearseTyped(
  typed: TypedRehearsal,
  parts: RehearsalParts,
  signal: AbortSignal,
): Promise<Rehearsal> {
  const began = parts.clock.now()
  const { command, bounds } = typed
  const took = (): number => parts.clock.now() - began
  let cwd: string
  try {
    cwd = await parts.workspace.resolveFolder(typed.cwd)
  } catch (error) {
    if (error instanceof FaultError)
      return rehearsalOf({ kind: 'refused', reason: error.message }, bounds, took())
    throw error
  }
  const { facts } = await parts.assess(command, cwd, signal)
  const wanted = { ...typed, cwd, workspace: cwd, beyond: beyondOf(facts) }
  const { found } = await rehearseTwice(wanted, parts, { signal })
  return rehearsalOf(found, bounds, took())
}
