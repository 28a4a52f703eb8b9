import type { CommandOutcome, CommandOutput } from '@shared/domain/command-outcome'
import { appliedText, listEvidence, refusedText } from '@shared/messages/refusal-text'
import { truncateForModel } from '../text/truncate-output'

/** What a shell says of a program that was interrupted. */
const stoppedCode = 130

/** The JSON the model gets for a command that ran (docs/spec/tools.md); seconds with one decimal. */
const ranWithin =
  (tokens: number | undefined) =>
  (output: CommandOutput, exitCode: number, durationMs: number): string =>
    JSON.stringify({
      output: truncateForModel(output.aggregated, output.omittedBytes, tokens),
      metadata: { exit_code: exitCode, duration_seconds: Math.round(durationMs / 100) / 10 },
    })

/** What the model is told of an attempt that no person was asked about; `tokens` bounds its output in place of what is usual. */
export function outcomeText(outcome: CommandOutcome, tokens?: number): string {
  const ran = ranWithin(tokens)
  switch (outcome.kind) {
    case 'exited': {
      const text = ran(outcome.output, outcome.exitCode, outcome.durationMs)
      if (outcome.applied) return `${appliedText(outcome.applied)}\n${text}`
      const notes = [
        outcome.stays &&
          `stays, as the user was told before the yes, so leave it: ${outcome.stays.join(', ')}`,
        outcome.beside &&
          `refused by the sandbox, beside the work and hardly why it failed: ${listEvidence(outcome.beside)}`,
        outcome.refused && refusedText(outcome.refused),
      ]
      return [...notes.filter((each) => each !== undefined), text].join('\n')
    }
    case 'denied':
      return `failed in sandbox: the sandbox stopped a ${listEvidence(outcome.evidence)}\n${ran(outcome.output, outcome.exitCode, outcome.durationMs)}`
    case 'timed-out':
      return `command timed out after ${String(outcome.timeoutMs)} milliseconds\n${ran(outcome.output, 124, outcome.durationMs)}`
    case 'cancelled':
      return outcome.by === 'person'
        ? `the user stopped this command; go on without it, and run it again only if they ask for it\n${ran(outcome.output, stoppedCode, outcome.durationMs)}`
        : 'aborted'
    case 'refused':
      return outcome.reason
    case 'failed':
      return `the command could not be started: ${outcome.reason}`
  }
}
