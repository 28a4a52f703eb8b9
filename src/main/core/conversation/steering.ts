import { FaultError, toFault } from '@shared/domain/fault'
import { userMessage } from '@shared/domain/response-item'
import type { UserInput } from '@shared/domain/user-input'
import type { SteerWish } from '../engine/engine-service'
import type { ImageFiles } from '../ports/read-files'
import type { Ids } from '../ports/system'
import type { GivenMessage } from './pending-input'
import { readUserInput } from './read-user-input'
import { noTurn, refuseSteering, wrongTurn } from './refuse-turn'
import type { SessionHead } from './session-head'
import type { SessionRecord } from './session-record'
import type { GivenMessages } from './turn'
import type { RunningTurn } from './running-turn'
import type { TurnPlace } from './turn-place'

/** The parts of a session that a message for its running turn needs. */
interface SteeredSession {
  readonly record: SessionRecord
  readonly place: TurnPlace
  readonly ids: Ids
  readonly head: Pick<SessionHead, 'summary'>
}

/** So many messages may wait for the next request of a turn. */
const maxWaiting = 20

/**
 * Messages for the turn that runs (decision 120). Each waits in memory until the turn's next request to the model and is then put on
 * file as a message of that turn; what the turn no more asks the model with is put on file at its end, for the request that comes next.
 */
export class Steering {
  readonly #session: SteeredSession

  constructor(session: SteeredSession) {
    this.#session = session
  }

  /** See EngineService.steerTurn. */
  async give(
    files: ImageFiles,
    input: string | readonly UserInput[],
    { turnId, clientId }: SteerWish = {},
  ): Promise<{ turnId: string }> {
    const { record, place, ids, head } = this.#session
    const message = await readUserInput(input, files)
    const { turn } = place
    if (!turn?.input.begun) throw noTurn()
    if (turnId !== undefined && turnId !== turn.id) throw wrongTurn(turnId, turn.id)
    refuseSteering(head.summary, turn.kind)
    if (!turn.input.open || turn.stop.signal.aborted) throw noTurn()
    if (turn.input.count >= maxWaiting)
      throw new FaultError({
        code: 'bad-request',
        message: `${String(maxWaiting)} messages already wait for the running turn; expected no more before it takes them.`,
      })
    const given = { ...message, clientId: clientId ?? ids.next() }
    turn.input.give(given)
    record.emit({ type: 'message.waiting', ...reported(given) })
    return { turnId: turn.id }
  }

  /** What the loop of a turn sees of it. */
  of(turn: RunningTurn): GivenMessages {
    return {
      take: async () => {
        const any = turn.input.count > 0
        await this.#take(turn)
        return any
      },
      ends: () => turn.input.endIfEmpty(),
      close: () => {
        turn.input.end()
      },
    }
  }

  /** Before a turn's end is told: what it did not take any more is put on record behind it. Never throws. */
  async settle(turn: RunningTurn): Promise<void> {
    turn.input.end()
    try {
      await this.#take(turn)
    } catch (error) {
      const fault = toFault(error)
      const message = `What was written to the running turn is not on record: ${fault.message}`
      this.#session.record.emit({ type: 'error.reported', fault: { ...fault, message } })
    }
  }

  async #take({ input }: RunningTurn): Promise<void> {
    for (let given = input.next; given; given = input.next) {
      const event = { type: 'user.message', ...reported(given), steered: true } as const
      await this.#session.record.take(userMessage(given.text, given.images), event)
      input.taken()
    }
  }
}

const reported = ({ text, labels, clientId }: GivenMessage) => ({
  text,
  clientId,
  ...(labels.length > 0 && { images: [...labels] }),
})
