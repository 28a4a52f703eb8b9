import type { SessionEvent } from '@shared/domain/agent-event'
import { FaultError } from '@shared/domain/fault'
import { asFunctionCall, type ResponseItem } from '@shared/domain/response-item'
import { z } from 'zod'
import type { StoppedCommand } from '../commands/stopped-command'
import { performCommand } from '../execution/command-action'
import { performPatch } from '../execution/patch-action'
import type { TurnWork } from './turn'
import { userAction } from './user-action'
import { readJson } from '../text/read-json'

/** How a command that a person has run again can be waited for, who sees it and can stop it. */
const mostMs = 3_600_000

/** What of a session's record tells of its calls. */
interface OnRecord {
  readonly events: readonly SessionEvent[]
  readonly items: readonly ResponseItem[]
}

/** A call that was stopped, as it can be made again. */
export type StoppedCall =
  | ({ readonly kind: 'command' } & StoppedCommand)
  | { readonly kind: 'patch'; readonly body: string }

/**
 * A command or a patch that was stopped and not let through: denied, expired, withdrawn, refused by the policy, or stopped by the sandbox
 * with nobody asked; as it last stood. Throws FaultError `bad-request` for a call that was none, or of which the record tells no more.
 */
export function stoppedCall({ events, items }: OnRecord, callId: string): StoppedCall {
  let command: StoppedCommand | undefined
  let stopped: StoppedCall['kind'] | undefined
  for (const { event } of events) {
    if (event.type === 'approval.requested' || event.type === 'approval.resolved') {
      const { request } = event
      if (request.callId !== callId) continue
      const { kind = 'command', state, decision, stop, cwd } = request
      const is = kind === 'command' || kind === 'patch' ? kind : undefined
      stopped = state !== 'pending' && !isYes(decision?.kind) ? is : undefined
      if (kind === 'command') command = { command: request.command, cwd, evidence: stop.evidence }
    } else if (!('callId' in event) || event.callId !== callId) continue
    else if (event.type === 'command.started') {
      stopped = undefined
      command = { command: event.command, cwd: event.cwd, evidence: [] }
    } else if (event.type === 'patch.started') stopped = undefined
    else if (event.type === 'command.finished' || event.type === 'patch.finished') {
      const { outcome } = event
      const kind = event.type === 'command.finished' ? 'command' : 'patch'
      if (outcome.kind === 'refused' && outcome.unasked) command = { ...outcome.unasked, evidence: [] }
      const by = outcome.kind === 'denied' ? outcome.evidence : undefined
      const evidence = by ?? (outcome.kind === 'exited' ? outcome.refused : undefined)
      if (evidence && command) command = { ...command, evidence }
      if (evidence || outcome.kind === 'refused') stopped = kind
    }
  }
  if (stopped === 'command' && command) return { kind: 'command', ...command }
  const body = stopped === 'patch' ? bodyOf(items, callId) : undefined
  if (body !== undefined) return { kind: 'patch', body }
  throw new FaultError({
    code: 'bad-request',
    message: 'Nothing of this session was stopped under that id, or its record tells no more of it.',
    remedy: 'Ask the agent to try again.',
  })
}

const PatchArguments = z.object({ input: z.string() })

/** The patch of a call of that tool; undefined where the history has no such call (any more). */
function bodyOf(items: readonly ResponseItem[], callId: string): string | undefined {
  const call = items.map(asFunctionCall).findLast((each) => each?.id === callId)
  if (call?.name !== 'apply_patch') return undefined
  return readJson(PatchArguments, call.arguments)?.input
}

const isYes = (kind: string | undefined): boolean => kind === 'allow' || kind === 'apply' || kind === 'edit'

/**
 * The beginning of a turn in which a person has a stopped call made again, before the model goes on: it is asked about, whatever the
 * policy, and never done unasked but under a standing yes. The model is told what came of it, as of something the person did.
 */
export const runAgainFirst =
  (stopped: StoppedCall, callId: string): NonNullable<TurnWork['first']> =>
  async (context, work) => {
    const { parts } = work
    const asked = { callId, escalated: false, justification: undefined }
    const { text, ends } =
      stopped.kind === 'patch'
        ? await performPatch({ ...asked, body: stopped.body, cwd: context.cwd, again: true }, context, parts)
        : await performCommand(
            { ...asked, ...of(stopped), timeoutMs: mostMs, again: stopped },
            context,
            parts,
          )
    await work.remember(
      userAction({
        context: 'The user had something done again that had been stopped before, and was asked about it.',
        action:
          stopped.kind === 'patch' ? stopped.body : `${JSON.stringify(stopped.command)} in ${stopped.cwd}`,
        results: text,
      }),
    )
    return { ends }
  }

const of = ({ command, cwd }: StoppedCommand) => ({ command, cwd })
