import type { SessionEvent } from '@shared/domain/agent-event'
import { messageText } from '@shared/domain/response-item'
import { createJsonlStore } from '../../../../../src/main/adapters/store-jsonl/jsonl-store'
import { systemIds } from '../../../../../src/main/adapters/system/clock'
import { isSummary } from '../../../../../src/main/core/conversation/compacted-history'
import type { ContextLimits } from '../../../../../src/main/core/conversation/context-limit'
import type { ModelEvent } from '../../../../../src/main/core/ports/models'
import { fakeEngine, fakeModel, fakeSandbox, type FakeAnswer } from '../../../../fakes/fake-world'

/** What the model says, in what sandbox; `home` is where records lie. */
interface Script {
  readonly home: string
  readonly answers: readonly FakeAnswer[]
  readonly sandbox?: ReturnType<typeof fakeSandbox>
  readonly limits?: ContextLimits
}

/** A session over a real record. `give` writes to the turn that runs. */
export async function steeredSession({ home, answers, sandbox = fakeSandbox(), limits }: Script) {
  const model = fakeModel(answers)
  const records = createJsonlStore({ home, version: '0.1.0', trash: { put: () => Promise.resolve() } })
  const world = fakeEngine({ model, sandbox, records, ids: systemIds, ...(limits && { limits }) })
  const { id, rolloutPath = '' } = await world.engine.createSession({ cwd: '/work' })
  return {
    ...world,
    ...{ model, id, rolloutPath },
    give: (text: string) => world.engine.steerTurn(id, text, { clientId: text }),
    /** What a person reads, in order, with the beginnings and ends of turns. */
    said: async () => told((await world.engine.openSession(id)).events),
    /** The input of the n-th request from 0, in short. */
    sent: (nth: number) => shortly(model.requests[nth]?.input ?? []),
  }
}

/** What a person reads, in order, with the beginnings and ends of turns. */
export const told = (events: readonly SessionEvent[]): string[] =>
  events.flatMap(({ event }) => {
    if (event.type === 'user.message') return [`${event.steered ? 'also ' : ''}${event.text}`]
    if (event.type === 'message.completed') return [`> ${event.text}`]
    if (event.type === 'message.waiting') return [`waits ${event.text}`]
    if (event.type === 'command.finished') return ['ran']
    if (event.type === 'turn.started') return ['turn']
    return event.type === 'turn.finished' ? [event.outcome] : []
  })

type Items = ReturnType<typeof fakeModel>['requests'][number]['input']
const shortly = (items: Items): string[] =>
  items.flatMap((item) => {
    if (item.type !== 'message') return [item.type]
    if (isSummary(item)) return ['summary']
    const text = messageText(item)
    return text.startsWith('<environment') ? [] : [text]
  })

/** A call that needs nothing. */
export const touch = { id: 'c1', args: { command: ['touch', 'x'] } }

/** An answer before which something is done. */
export const after = (act: () => Promise<unknown>, answer: readonly ModelEvent[]): FakeAnswer =>
  async function* () {
    await act()
    yield* answer
  }

/** Goes on until the turn is stopped. */
export const hangs = (begun: () => void): FakeAnswer =>
  async function* (_, signal) {
    yield { type: 'text-delta', itemId: 'm', text: 'I wait' }
    begun()
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(new Error('aborted'))
      })
    })
  }
