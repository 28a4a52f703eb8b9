import type { UserImage, UserInput } from '@shared/domain/user-input'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { EngineService } from '../../core/engine/engine-service'

type Channel = 'turn.start' | 'turn.steer' | 'turn.retry' | 'turn.run-again' | 'turn.interrupt'

const inputOf = (text: string, images: readonly UserImage[] | undefined): string | UserInput[] =>
  images ? [{ type: 'text', text }, ...images] : text

/** Beginning turns, writing to the one that runs, and stopping it. */
export const turnRequests = (
  engine: Pick<EngineService, 'startTurn' | 'steerTurn' | 'retryTurn' | 'runAgain' | 'interruptTurn'>,
): { readonly [C in Channel]: (request: RequestOf<C>) => Promise<ResponseOf<C>> } => ({
  'turn.start': ({ sessionId, text, images, overrides }) =>
    engine.startTurn(sessionId, inputOf(text, images), overrides),
  'turn.steer': ({ sessionId, text, images, clientId }) =>
    engine.steerTurn(sessionId, inputOf(text, images), { clientId }),
  'turn.retry': ({ sessionId }) => engine.retryTurn(sessionId),
  'turn.run-again': ({ sessionId, callId }) => engine.runAgain(sessionId, callId),
  'turn.interrupt': async ({ sessionId, turnId }) => {
    await engine.interruptTurn(sessionId, turnId)
    return {}
  },
})
