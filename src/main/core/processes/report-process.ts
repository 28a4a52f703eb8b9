import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import { listEvidence, refusedText } from '@shared/messages/refusal-text'
import { mayEscalate } from '../policy/granular'
import type { Ids } from '../ports/system'
import { cutOutput } from './cut-output'
import type { RunningProcess } from './running-process'

/** What a reading is told with. `notes` come before the output, each on a line of its own. */
export interface Reading {
  readonly chunkId: string
  readonly waitedMs: number
  readonly maxTokens: number
  readonly notes: readonly string[]
}

/** How a process stands, in the first words of a line. */
function standing(id: number, outcome: CommandOutcome | undefined): string {
  switch (outcome?.kind) {
    case undefined:
      return `Process running with session ID ${String(id)}`
    case 'exited':
    case 'denied':
      return `Process exited with code ${String(outcome.exitCode)}`
    case 'timed-out':
      return 'Process ended: its time was up'
    case 'cancelled':
      return outcome.by === 'person' ? 'Process ended: the user stopped it' : 'Process ended: it was stopped'
    case 'refused':
    case 'failed':
      return `Process could not be started: ${outcome.reason}`
  }
}

/** What the model may do about a denial that came when no call was waiting for it. */
export function remedyAfterDenial(policy: ApprovalPolicy): string {
  if (policy === 'on-failure' || policy === 'untrusted')
    return 'Run the command again with exec_command and a yield_time_ms that lasts until its end: the user is then asked.'
  return mayEscalate(policy)
    ? 'If the task needs it, run it again with with_escalated_permissions and a justification: the user is then asked.'
    : 'Nobody can be asked under this approval policy; choose another way inside the sandbox.'
}

/** The text of one reading (docs/spec/tools.md): chunk, wall time, how the process stands, and its output since the last. */
export function reportProcess(process: RunningProcess, reading: Reading): string {
  const { outcome } = process
  const { text, originalTokens } = cutOutput(process.read(), reading.maxTokens)
  const denied =
    outcome?.kind === 'denied'
      ? [`failed in sandbox: the sandbox stopped a ${listEvidence(outcome.evidence)}`]
      : outcome?.kind === 'exited' && outcome.refused
        ? [refusedText(outcome.refused)]
        : []
  return [
    ...denied,
    `Chunk ID: ${reading.chunkId}`,
    `Wall time: ${(reading.waitedMs / 1000).toFixed(4)} seconds`,
    standing(process.origin.id, outcome),
    ...(originalTokens === undefined ? [] : [`Original token count: ${String(originalTokens)}`]),
    ...reading.notes,
    'Output:',
    text,
  ].join('\n')
}

/** Six hexadecimal digits to know one piece of output by; not unique for ever. */
export function chunkId(ids: Ids): string {
  const digits = ids.next().replace(/[^0-9a-f]/g, '')
  return digits.slice(-6).padStart(6, '0')
}
