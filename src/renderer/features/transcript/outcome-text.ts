import type { ApprovalRequest } from '@shared/domain/approval'
import type { CommandOutcome, CommandOutput } from '@shared/domain/command-outcome'
import { staysInWords } from '@shared/messages/promise'
import { appliedInWords } from '@shared/messages/rehearsal'
import type { IconName } from '../../ui/icon'
import { laterStrings } from '../../lib/later-strings'
import { visibleString } from '../../lib/visible-text'
import { formatDuration } from '../../lib/time'

const words = laterStrings.transcript

/** How an attempt ended, in words for the card's head. Without `mark` it went as usual. */
export interface OutcomeText {
  readonly mark: { readonly icon: IconName; readonly text: string } | undefined
  readonly detail: string | undefined
}

/** Whether a person's no ended what the request was for; one to a connection ends no call. */
export const isDeniedByPerson = ({ decision, decidedBy, stage }: ApprovalRequest): boolean =>
  (decision?.kind === 'deny' || decision?.kind === 'abort') && decidedBy !== 'engine' && stage !== 'network'

/** The words for an outcome; `request` is the last one of its call. */
export function outcomeText(outcome: CommandOutcome, request?: ApprovalRequest): OutcomeText {
  switch (outcome.kind) {
    case 'exited':
      return {
        mark: exitedMark(outcome),
        detail:
          (outcome.applied === undefined ? '' : `${appliedInWords(outcome.applied)} · `) +
          words.exit(outcome.exitCode, formatDuration(outcome.durationMs)) +
          (outcome.beside === undefined
            ? ''
            : words.stoppedBeside(outcome.beside.map(({ target }) => visibleString(target)))) +
          (outcome.stays === undefined ? '' : `; ${visibleString(staysInWords(outcome.stays))}`),
      }
    case 'denied':
      return {
        mark: { icon: 'shield-x', text: words.stopped },
        detail: words.exit(outcome.exitCode, formatDuration(outcome.durationMs)),
      }
    case 'timed-out':
      return {
        mark: { icon: 'clock', text: words.timedOut(formatLimit(outcome.timeoutMs)) },
        detail: outcome.applied && appliedInWords(outcome.applied),
      }
    case 'cancelled':
      return {
        mark: { icon: 'stop', text: outcome.by === 'person' ? words.stoppedByYou : words.cancelled },
        detail: formatDuration(outcome.durationMs),
      }
    case 'refused':
      if (request && isDeniedByPerson(request))
        return { mark: { icon: 'x', text: words.deniedByYou }, detail: undefined }
      return outcome.stopped
        ? { mark: { icon: 'stop', text: words.stoppedByYou }, detail: undefined }
        : { mark: { icon: 'x', text: words.refused }, detail: undefined }
    case 'failed':
      return { mark: { icon: 'x', text: words.failed }, detail: undefined }
  }
}

function exitedMark({ refused, exitCode }: Extract<CommandOutcome, { kind: 'exited' }>): OutcomeText['mark'] {
  const [first] = refused ?? []
  if (first !== undefined) {
    const said = first.kind === 'network' ? words.connectionRefused : words.partStopped
    return { icon: 'shield-x', text: said(visibleString(first.target)) }
  }
  return exitCode === 0 ? undefined : { icon: 'x', text: words.exitedBadly }
}

/** Why nothing ran; undefined when something did. */
export function outcomeReason(outcome: CommandOutcome): string | undefined {
  return outcome.kind === 'refused' || outcome.kind === 'failed' ? outcome.reason : undefined
}

/** What the engine kept of the output; undefined when nothing ran. */
export function outcomeOutput(outcome: CommandOutcome | undefined): CommandOutput | undefined {
  return outcome !== undefined && 'output' in outcome ? outcome.output : undefined
}

/** A limit is a round number as a rule: "10 s", not "10.0 s". */
function formatLimit(ms: number): string {
  return ms % 1000 === 0 && ms < 60_000 ? `${String(ms / 1000)} s` : formatDuration(ms)
}
