import type { CommandOutcome, CommandOutput } from '@shared/domain/command-outcome'
import type { Evidence } from '@shared/domain/evidence'
import { truncateForModel } from '../conversation/truncate-output'

/** The JSON the model gets for a command that ran (semantics §6.1); seconds with one decimal. */
function ran(output: CommandOutput, exitCode: number, durationMs: number): string {
  return JSON.stringify({
    output: truncateForModel(output.aggregated, output.omittedBytes),
    metadata: { exit_code: exitCode, duration_seconds: Math.round(durationMs / 100) / 10 },
  })
}

/** One piece of evidence in words, e.g. "write to /srv/x (openat)". */
export function describeEvidence(evidence: Evidence): string {
  const what =
    evidence.kind === 'network'
      ? `connection to ${evidence.target}`
      : `${evidence.kind} to ${evidence.target}`
  return evidence.operation === undefined ? what : `${what} (${evidence.operation})`
}

/** The first few pieces of evidence on one line; says how many more there are. */
export function listEvidence(evidence: readonly Evidence[], most = 5): string {
  const shown = evidence.slice(0, most).map(describeEvidence).join(', ')
  return evidence.length > most ? `${shown} and ${String(evidence.length - most)} more` : shown
}

/** What the model is told of an attempt that no person was asked about. */
export function outcomeText(outcome: CommandOutcome): string {
  switch (outcome.kind) {
    case 'exited':
      return ran(outcome.output, outcome.exitCode, outcome.durationMs)
    case 'denied':
      return `failed in sandbox: the sandbox stopped a ${listEvidence(outcome.evidence)}\n${ran(outcome.output, outcome.exitCode, outcome.durationMs)}`
    case 'timed-out':
      return `command timed out after ${String(outcome.timeoutMs)} milliseconds\n${ran(outcome.output, 124, outcome.durationMs)}`
    case 'cancelled':
      return 'aborted'
    case 'refused':
      return outcome.reason
    case 'failed':
      return `the command could not be started: ${outcome.reason}`
  }
}
