import { FaultError, type Fault } from '@shared/domain/fault'
import { userMessage, type ResponseItem } from '@shared/domain/response-item'
import { ModelProvider } from '@shared/domain/settings'
import { createModelProviders } from '../../src/main/adapters/model-openai/providers'
import type { Clock } from '../../src/main/core/ports/system'
import type { ModelEvent, ModelRequest, ModelStream } from '../../src/main/core/ports/models'
import { startModelServer, type Answer, type RecordedRequest } from './model-server'

/** A clock that sleeps in no time and keeps what it was asked to sleep, in milliseconds. */
export function recordingClock(): Clock & { readonly sleeps: readonly number[] } {
  const sleeps: number[] = []
  return {
    sleeps,
    now: () => Date.UTC(2026, 0, 1),
    sleep(ms, signal) {
      sleeps.push(ms)
      return signal?.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve()
    },
  }
}

/** A request with one user message and one tool. */
export function modelRequest(change: Partial<ModelRequest> = {}): ModelRequest {
  return {
    sessionId: 'session',
    model: 'scripted',
    instructions: 'Be brief.',
    input: [userMessage('Hello')],
    tools: [{ name: 'shell', description: 'Runs a command', parameters: { type: 'object' } }],
    ...change,
  }
}

/** What a test's provider differs in; `env` is where its key is looked up. */
export interface ClientInput {
  readonly baseUrl: string
  readonly provider?: Partial<ModelProvider>
  readonly env?: Readonly<Record<string, string>>
  readonly clock?: Clock
}

/** The stream of a provider called `local` at an address, made as the application makes it. */
export function openLocal({ baseUrl, provider, env, clock }: ClientInput): ModelStream {
  const local = ModelProvider.parse({ name: 'Local', base_url: baseUrl, ...provider })
  return createModelProviders({
    config: { model_providers: { local } },
    env: env ?? {},
    keys: { read: () => undefined },
    clock: clock ?? recordingClock(),
    builtIn: {},
  }).open('local')
}

/** All that an answer came to: its events, and the fault that ended it early. Any other error is thrown on. */
export async function collect(
  events: AsyncIterable<ModelEvent>,
): Promise<{ readonly events: readonly ModelEvent[]; readonly fault: Fault | undefined }> {
  const seen: ModelEvent[] = []
  try {
    for await (const event of events) seen.push(event)
  } catch (error) {
    if (error instanceof FaultError) return { events: withPlainIds(seen), fault: error.fault }
    throw error
  }
  return { events: withPlainIds(seen), fault: undefined }
}

/** What a person would have read: the deltas since the last retry, joined. */
export function shownText(events: readonly ModelEvent[], type: 'text-delta' | 'reasoning-delta'): string {
  let text = ''
  for (const event of events) {
    if (event.type === 'retrying') text = ''
    if (event.type === type) text += event.text
  }
  return text
}

/** The events with their item ids as i1, i2, … in order of appearance: the real ones are random. */
function withPlainIds(events: readonly ModelEvent[]): ModelEvent[] {
  const plain = new Map<string, string>()
  return events.map((event) => {
    if (!('itemId' in event)) return event
    const itemId = plain.get(event.itemId) ?? `i${plain.size + 1}`
    plain.set(event.itemId, itemId)
    return { ...event, itemId }
  })
}

/** Everything that one answer of a scripted server came to. `retries` counts the events that announce one. */
export interface Asked {
  readonly events: readonly ModelEvent[]
  readonly items: readonly ResponseItem[]
  readonly fault: Fault | undefined
  readonly retries: number
  readonly sleeps: readonly number[]
  readonly requests: readonly RecordedRequest[]
}

/** Asks a server that answers by a script one question, with the key `sk-very-secret-key` in LOCAL_KEY. */
export async function ask(
  script: readonly Answer[] | (() => Answer),
  provider: Partial<ModelProvider>,
  request: Partial<ModelRequest> = {},
): Promise<Asked> {
  const server = await startModelServer(script)
  const clock = recordingClock()
  try {
    const env = { LOCAL_KEY: 'sk-very-secret-key' }
    const model = openLocal({ baseUrl: server.baseUrl, provider, clock, env })
    const { events, fault } = await collect(model.stream(modelRequest(request), new AbortController().signal))
    return {
      events,
      items: events.flatMap((event) => (event.type === 'item' ? [event.item] : [])),
      fault,
      retries: events.filter((event) => event.type === 'retrying').length,
      sleeps: clock.sleeps,
      requests: server.requests,
    }
  } finally {
    await server.close()
  }
}
