import type { z } from 'zod'
import { toFault } from '@shared/domain/fault'
import { requestChannels } from '@shared/ipc/channels'
import { contract, type Reply } from '@shared/ipc/contract'
import type { Log } from '../../core/ports'
import { PushQueue, type PushSender } from './push-queue'
import { createRequestHandlers, type BridgeHost } from './request-handlers'

/** What `createBridgeServer` needs: the host's facts and the log that faults go to before they are answered. */
export interface BridgeServerOptions extends BridgeHost {
  readonly log: Log
}

/** One window or tab. Its pushes are numbered on their own. */
export interface BridgeConnection {
  /** Answers one request. Never throws: bad input and faults come back as `{ ok: false }`. */
  handle(channel: unknown, payload: unknown): Promise<Reply>
  /** Asks the window to show a session, and a request in it; kept until the window has said hello. */
  show(sessionId: string, requestId?: string): void
  /** Ends the pushes. Running requests still get their answer. */
  close(): void
}

/** The engine behind the contract, for any number of connections and any transport. */
export interface BridgeServer {
  connect(send: PushSender): BridgeConnection
}

/** Makes the bridge of one host. It subscribes to the engine once per connection, from `connect` to `close`. */
export function createBridgeServer(options: BridgeServerOptions): BridgeServer {
  return { connect: (send) => connect(options, send) }
}

function connect(options: BridgeServerOptions, send: PushSender): BridgeConnection {
  const { engine, log } = options
  const queue = new PushQueue(send, {
    dropped: (characters) => {
      log.error(`bridge: a slow window lost ${characters} characters of pushes and must ask again`)
    },
    broken: (error) => {
      unsubscribe()
      log.error('bridge: a push could not be sent, its connection is closed', error)
    },
  })
  const unsubscribe = engine.subscribe((notice) => {
    queue.offer(notice)
  })
  const handlers = createRequestHandlers(options, queue)

  return {
    async handle(channel, payload) {
      const name = requestChannels.find((known) => known === channel)
      if (name === undefined) return refuse(`Unknown request; expected one of ${requestChannels.join(', ')}`)
      const request = contract[name].request.safeParse(payload)
      if (!request.success) return refuse(`${name}: ${describeIssues(request.error)}`)
      try {
        // The parse above has just proved that the payload is the one this handler takes.
        const handler = handlers[name] as (request: unknown) => Promise<unknown>
        const response = contract[name].response.safeParse(await handler(request.data))
        if (response.success) return { ok: true, value: response.data }
        log.error(`bridge ${name}: the answer breaks the contract: ${describeIssues(response.error)}`)
        return {
          ok: false,
          fault: { code: 'internal', message: `${name}: the answer did not have the agreed form` },
        }
      } catch (error) {
        log.error(`bridge ${name} failed`, error)
        return { ok: false, fault: toFault(error) }
      }
    },
    show(sessionId, requestId) {
      queue.show(sessionId, requestId)
    },
    close() {
      unsubscribe()
      queue.close()
    },
  }
}

function refuse(message: string): Reply {
  return { ok: false, fault: { code: 'bad-request', message } }
}

/** What was expected, in one bounded line. Names the place, never the value: payloads can hold prompts. */
function describeIssues(error: z.ZodError): string {
  const lines = error.issues.slice(0, 3).map((issue) => {
    const place = issue.path.map(String).join('.')
    return place === '' ? issue.message : `${place}: ${issue.message}`
  })
  // The sender chose the names of unknown keys.
  return lines
    .join('; ')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 500)
}
