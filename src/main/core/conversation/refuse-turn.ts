import { hookAgentNames, type HookSession } from '@shared/domain/hook-agent'
import { FaultError } from '@shared/domain/fault'
import type { ResponseItem } from '@shared/domain/response-item'
import type { SessionSummary } from '@shared/domain/session'
import type { ModelStream } from '../ports/models'
import { isUserMessage } from './session-prefix'
import type { TurnKind } from './running-turn'

/** Throws FaultError `turn-running` while a turn runs, and `bad-request` for a session that was closed, or that is another maker's agent's. */
export function refuseTurn({
  running,
  closed,
  ofHookAgent,
}: {
  readonly running: boolean
  readonly closed: boolean
  /** Whose session it is where a turn of ours is to begin in it; nobody's else: false or undefined. */
  readonly ofHookAgent?: HookSession | false | undefined
}): void {
  if (ofHookAgent) throw notOurs(ofHookAgent)
  if (running)
    throw new FaultError({
      code: 'turn-running',
      message: 'A turn is running in this session. Wait for it, or stop it.',
    })
  // Asked for just before the end: it must not begin behind it.
  if (closed) throw new FaultError({ code: 'bad-request', message: 'This session is closed.' })
}

/** Throws FaultError `bad-request` when there is nothing that waits for an answer. */
export function refuseRetry({ status }: SessionSummary, items: readonly ResponseItem[]): void {
  const broken = status === 'failed' || status === 'interrupted'
  if (broken && items.some(isUserMessage)) return
  throw new FaultError({ code: 'bad-request', message: 'There is no failed turn to try again.' })
}

/** What stands where a turn of ours, or settings for one, are wanted in the session of an agent of another maker. */
export const notOurs = ({ agent }: HookSession): FaultError =>
  new FaultError({
    code: 'bad-request',
    message: `This is a session of ${hookAgentNames[agent]}, which runs elsewhere and is only decided on here.`,
    remedy: 'Go on with it there, or begin a session of your own.',
  })

/** What stands where a command is to run again that an agent of another maker ran itself. */
export const notForAcpAgents = (): FaultError =>
  new FaultError({
    code: 'bad-request',
    message: 'An agent of another maker runs its commands itself here.',
    remedy: 'Ask it to try again.',
  })

/** The model of a turn that asks none. */
export const noModel: ModelStream = {
  stream: () => {
    throw new Error('this turn has no model')
  },
}

/** What stands where a message is for a turn, and none runs that takes any. */
export const noTurn = (): FaultError =>
  new FaultError({
    code: 'no-turn',
    message: 'No turn runs in this session that takes a message.',
    remedy: 'Send it as a turn of its own.',
  })

/** What stands where a message is for another turn than the one that runs. */
export const wrongTurn = (wanted: string, runs: string): FaultError =>
  new FaultError({
    code: 'bad-request',
    message: `Another turn runs than the one that the message is for: expected ${runs}, and it is for ${wanted.slice(0, 100)}.`,
  })

/** Throws FaultError `not-steerable` for a turn that is not our agent's own work: nobody would read the message. */
export function refuseSteering({ agent, child, desk }: SessionSummary, kind: TurnKind): void {
  if (desk) throw notOurs(desk)
  const turnKind = agent ? 'guest' : child?.kind === 'review' ? 'review' : kind
  switch (turnKind) {
    case 'own':
    case 'desk':
    case 'none':
      return
    case 'review':
    case 'compact':
    case 'guest':
      throw new FaultError({
        code: 'not-steerable',
        message: notSteerable[turnKind],
        remedy: 'Wait for its end, or stop the turn and send the message then.',
        turnKind,
      })
  }
}

const notSteerable = {
  review: 'A review takes no message while it runs.',
  compact: 'Nothing is taken while the conversation is being compacted.',
  guest: 'An agent of another maker takes no message while its turn runs.',
} as const
