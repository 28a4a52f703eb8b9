import { z } from 'zod'
import { TurnOverrides } from '../domain/session'
import { UserImage } from '../domain/user-input'

const SessionId = z.string().min(1).max(100)
const ofSession = z.strictObject({ sessionId: SessionId })
const Begun = z.strictObject({ turnId: z.string() })

const message = {
  sessionId: SessionId,
  text: z.string().trim().min(1).max(1_000_000),
  images: z.array(UserImage).max(20).optional(),
}

/** What a window asks for the turns of a session. */
export const turnChannels = {
  'turn.start': {
    request: z.strictObject({ ...message, overrides: TurnOverrides.optional() }),
    response: Begun,
  },
  /** Gives a message to the turn that runs, which goes on; `clientId` is the name under which events tell what became of it. */
  'turn.steer': {
    request: z.strictObject({ ...message, clientId: z.string().min(1).max(200) }),
    response: Begun,
  },
  'turn.retry': { request: ofSession, response: Begun },
  /** Has a command, a patch or the call of a server's tool made again that was stopped; it is asked about first. */
  'turn.run-again': {
    request: z.strictObject({ sessionId: SessionId, callId: z.string().min(1).max(200) }),
    response: Begun,
  },
  /** Stops the turn that runs; one that is named only where it is that. */
  'turn.interrupt': {
    request: z.strictObject({ sessionId: SessionId, turnId: z.string().min(1).max(200).optional() }),
    response: z.strictObject({}),
  },
} as const
