import type { SessionEvent } from '@shared/domain/agent-event'
import { FaultError } from '@shared/domain/fault'
import type { StoppedCommand } from '../commands/stopped-command'
import { performCommand } from '../execution/command-action'
import type { TurnWork } from './turn'
import { userAction } from './user-action'

/** How a command that a person has run again can be waited for, who sees it and can stop it. */
const mostMs = 3_600_000

/**
 * The command of a call that was stopped and not let through: denied, expired, withdrawn, refused by the policy, or stopped by the sandbox
 * with nobody asked; as it last stood. Throws FaultError `bad-request` for a call that was none, or that is of another kind.
 */
export function stoppedCommand(events: readonly SessionEvent[], callId: string): StoppedCommand {
  let found: StoppedCommand | undefined
  let stopped = false
  for (const { event } of events) {
    if (event.type === 'approval.requested' || event.type === 'approval.resolved') {
      const { request } = event
      if (request.callId !== callId) continue
      const { kind = 'command', command, cwd, stop, state, decision } = request
      stopped = kind === 'command' && state !== 'pending' && !isYes(decision?.kind)
      if (kind === 'command') found = { command, cwd, evidence: stop.evidence }
    } else if (event.type === 'command.started' && event.callId === callId) {
      stopped = false
      found = { command: event.command, cwd: event.cwd, evidence: [] }
    } else if (event.type === 'command.finished' && event.callId === callId) {
      const { outcome } = event
      if (outcome.kind === 'refused' && outcome.unasked) found = { ...outcome.unasked, evidence: [] }
      if (outcome.kind === 'denied' && found) found = { ...found, evidence: outcome.evidence }
      const beside = outcome.kind === 'exited' ? outcome.refused : undefined
      if (beside && found) found = { ...found, evidence: beside }
      if (outcome.kind === 'denied' || outcome.kind === 'refused' || beside) stopped = true
    }
  }
  if (found && stopped) return found
  throw new FaultError({
    code: 'bad-request',
    message: 'No command of this session was stopped under that id, or it has run since.',
  })
}

const isYes = (kind: string | undefined): boolean => kind === 'allow' || kind === 'apply' || kind === 'edit'

/**
 * The beginning of a turn in which a person has a stopped command run again, before the model goes on: it is asked about, whatever the
 * policy, and never run unasked but under a standing yes. The model is told what came of it, as of something the person did.
 */
export const runAgainFirst =
  (stopped: StoppedCommand, callId: string): NonNullable<TurnWork['first']> =>
  async (context, work) => {
    const { command, cwd } = stopped
    const call = { callId, command, cwd, timeoutMs: mostMs, escalated: false, justification: undefined }
    const { text, ends } = await performCommand({ ...call, again: stopped }, context, work.parts)
    await work.remember(
      userAction({
        context: 'The user had a command run again that had been stopped before, and was asked about it.',
        action: `${JSON.stringify(command)} in ${cwd}`,
        results: text,
      }),
    )
    return { ends }
  }
