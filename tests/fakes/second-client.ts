import { startAppServer, type AppServerClient, type Message } from './app-server-client'
import type { AppServerHome } from './app-server-home'

/** What a client of the second protocol says at its beginning. */
export const secondClient = {
  clientInfo: { name: 'sample', title: null, version: '1.0.0' },
  capabilities: { experimentalApi: true, requestAttestation: false },
}

/** A running app-server that was greeted as a client of the second protocol greets it. */
export interface SecondClient extends AppServerClient {
  /** The result of a request; rejects with the error's message. */
  call(method: string, params?: unknown): Promise<Message>
  /** A thread in the home's project; returns its id. */
  thread(params?: object): Promise<string>
  /** Begins a turn; returns its id. */
  turn(threadId: string, text?: string, params?: object): Promise<string>
  /** The nth notification or request of this name, with what it says. */
  told(method: string, nth?: number): Promise<Message>
  /** All of that name so far. */
  all(method: string): readonly Message[]
  /** The nth request that we are asked, with its id. */
  asked(nth?: number): Promise<{ readonly id: unknown; readonly method: unknown; readonly params: Message }>
}

/** Greets one that was started, or starts one in the home. */
export async function greetSecond(
  home: AppServerHome,
  client: AppServerClient = startAppServer({ env: home.env, cwd: home.project }),
): Promise<SecondClient> {
  const greeted = secondOf(home, client)
  await greeted.call('initialize', secondClient)
  return greeted
}

/** What it says to one that was greeted already. */
export function secondOf(home: AppServerHome, client: AppServerClient): SecondClient {
  let next = 0
  const call = async (method: string, params?: unknown): Promise<Message> => {
    next += 1
    const answer = await client.request(`call-${String(next)}`, method, params)
    const { error } = answer as { error?: { message: string } }
    if (error) throw new Error(error.message)
    return answer['result'] as Message
  }
  const paramsOf = (message: Message): Message => message['params'] as Message
  return {
    ...client,
    get messages() {
      return client.messages
    },
    call,
    thread: async (params = {}) => {
      const made = await call('thread/start', { cwd: home.project, ...params })
      return (made['thread'] as { id: string }).id
    },
    turn: async (threadId, text = 'go', params = {}) => {
      const input = [{ type: 'text', text }]
      const begun = await call('turn/start', { threadId, input, ...params })
      return (begun['turn'] as { id: string }).id
    },
    told: async (method, nth) => paramsOf(await client.until((each) => each['method'] === method, nth)),
    all: (method) => client.messages.filter((each) => each['method'] === method).map(paramsOf),
    asked: async (nth) => {
      const found = await client.until((each) => 'method' in each && 'id' in each, nth)
      return { id: found['id'], method: found['method'], params: paramsOf(found) }
    },
  }
}
