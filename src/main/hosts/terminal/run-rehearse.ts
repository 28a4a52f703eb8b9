import type { Rehearsal } from '@shared/domain/rehearsal'
import { sandboxPolicyForMode, type SandboxMode } from '@shared/domain/sandbox-policy'
import { rehearsalChangeInWords, rehearsalLimitInWords } from '@shared/messages/rehearsal'
import type { RehearseTyped } from '../../core/rehearsal/rehearse-typed'
import type { Write } from '../cli/cli-context'
import { reportLine, visibleLine } from '../visible'

/** What `countersign rehearse` was called with. */
export interface RehearseOptions {
  readonly json?: boolean
  readonly policy?: SandboxMode
  readonly timeout?: number
}

/** The JSON form, for programs: field names as on the wire. */
function report({ status, reason, exitCode, changes, attempts, limits, durationMs }: Rehearsal): object {
  return {
    status,
    exit_code: exitCode,
    changes,
    attempts,
    limits: [...(reason === undefined ? [] : [reason]), ...limits.map(rehearsalLimitInWords)],
    duration_ms: Math.round(durationMs),
  }
}

function headline({ status, reason, exitCode, changes }: Rehearsal): string {
  const count = changes.length === 1 ? '1 change' : `${String(changes.length)} changes`
  switch (status) {
    case 'done':
      return `It would end with exit code ${String(exitCode)}: ${changes.length === 0 ? 'no changes' : count}.`
    case 'timed-out':
      return `It did not finish: ${count} until then.`
    case 'refused':
      return `Not rehearsed to its end: ${reason ?? 'it was refused'}.`
    case 'unavailable':
      return `It cannot be rehearsed here: ${reason ?? 'unknown why'}.`
  }
}

/**
 * Rehearses the command and prints what it would change. Resolves with the exit code: 0 when the rehearsal itself worked, whatever
 * the command's own is; 1 when it did not come to its end, 2 for bad arguments, 130 when it was called off.
 */
export async function runRehearse(
  asked: {
    readonly command: readonly string[]
    /** Its absolute path, on the machine where this is done. */
    readonly folder: string
    readonly options: RehearseOptions
    readonly rehearse: RehearseTyped
    /** The host that this is done on; absent: this machine. */
    readonly host?: string
  },
  io: { readonly write: Write; readonly complain: Write },
  signal: AbortSignal,
): Promise<number> {
  const { command, folder: cwd, options, rehearse, host } = asked
  const { timeout } = options
  if (timeout !== undefined && !(timeout > 0)) {
    io.complain('countersign: --timeout is no time; expected milliseconds above 0.\n')
    return 2
  }
  const rehearsal = await rehearse(
    {
      ...{ command, cwd },
      ...(options.policy === undefined ? {} : { policy: sandboxPolicyForMode(options.policy) }),
      ...(timeout === undefined ? {} : { timeoutMs: timeout }),
    },
    signal,
  )
  const { changes, limits, status } = rehearsal
  if (options.json === true) io.write(reportLine(report(rehearsal), host))
  else {
    const lines = [
      headline(rehearsal),
      ...changes.map((change) => `  ${rehearsalChangeInWords(change)}`),
      ...(limits.length === 0
        ? []
        : ['Limits:', ...limits.map((limit) => `  ${rehearsalLimitInWords(limit)}`)]),
    ]
    io.write(`${lines.map(visibleLine).join('\n')}\n`)
  }
  if (signal.aborted) return 130
  return status === 'done' ? 0 : 1
}
