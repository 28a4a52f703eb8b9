import type { RawBridge, Reply } from '@shared/ipc/contract'
import { bridgeProtocol, helloId, helloPath, maxMessageBytes } from '@shared/ipc/browser-link'
import type { KeptSecret } from './secret-storage'
import { strings } from './strings'

/** `refused` means that the server is there and does not know this browser; trying again does not help. */
export type LinkStatus = 'connecting' | 'open' | 'lost' | 'refused'

/** What the transport needs of the browser, so that tests can stand in for it. */
export interface BrowserParts {
  readonly origin: string
  /** The URL fragment with its #, '' when there is none. */
  readonly fragment: string
  readonly clearFragment: () => void
  readonly fetch: (path: string, init?: RequestInit) => Promise<{ status: number; text(): Promise<string> }>
  /** `protocols` holds the bridge's name and this origin's secret, where it has one. */
  readonly openSocket: (url: string, protocols: readonly string[]) => WebSocketLike
  readonly secret: KeptSecret
  readonly later: (ms: number, run: () => void) => () => void
  /** Calls this whenever the machine may have slept, or the network may be another one. */
  readonly onWake: (awake: () => void) => void
  /** Calls this with the fragment whenever that has changed: a link that is pasted over this page's address loads no page. */
  readonly onFragment: (changed: (fragment: string) => void) => void
  /** Calls this when another tab of this origin has kept a secret. */
  readonly onOtherSecret: (kept: () => void) => void
}

/** The part of a WebSocket that is used. */
export interface WebSocketLike {
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: (() => void) | null
  send(text: string): void
  close(): void
}

/**
 * The bridge over HTTP and WebSocket of `countersign serve`. `connectNow` skips the wait between two attempts. `begun` resolves when the first
 * attempt has the token behind it and waits for the socket, or has failed.
 */
export interface BrowserTransport extends RawBridge {
  readonly begun: Promise<void>
  status(): LinkStatus
  onStatus(listener: (status: LinkStatus) => void): () => void
  connectNow(): void
}

const firstWaitMs = 500
const longestWaitMs = 15_000
/** So long an answer is waited for before it is asked whether anybody is there, and so long for that. */
const patienceMs = 10_000
/** What is asked then: anything that is answered at once and changes nothing. */
const knock = { channel: 'settings.read', payload: {} } as const
/** What every page asks first. */
const hello = 'app.hello'

/**
 * Connects at once and again, with growing waits, after each loss. A connection over which nothing comes back (the machine slept, and the tunnel
 * to the engine did not last) is one that is lost: that is asked after a sleep, and where an answer takes long. Requests while not connected, and those in flight
 * when the socket closes, are answered with the fault `connection-failed`, one that the server would end the connection for with
 * `bad-request`; nothing is sent twice. What a page asks first is asked by opening the socket: it gets the answer, and what was pushed since, when
 * it asks.
 */
export function createBrowserTransport(parts: BrowserParts): BrowserTransport {
  const pushListeners = new Set<(push: unknown) => void>()
  const statusListeners = new Set<(status: LinkStatus) => void>()
  const waiting = new Map<number, (reply: unknown) => void>()
  let token = tokenIn(parts.fragment)
  let status: LinkStatus = 'connecting'
  let socket: WebSocketLike | undefined
  let cancelRetry: (() => void) | undefined
  let losses = 0
  let nextId = 1
  let cancelKnock: (() => void) | undefined
  let early: { readonly reply: Promise<unknown>; readonly pushes: unknown[] } | undefined

  const setStatus = (next: LinkStatus): void => {
    if (next === status) return
    status = next
    for (const listener of statusListeners) listener(next)
  }

  const retryLater = (): void => {
    setStatus('lost')
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** losses)
    losses += 1
    cancelRetry = parts.later(wait, () => void connect())
  }

  const connect = async (): Promise<void> => {
    cancelRetry?.()
    cancelRetry = undefined
    if (token !== undefined && !(await exchange(token))) {
      retryLater()
      return
    }
    open()
  }

  /** Trades the token for the secret. A refused token is no end: the secret of an earlier exchange may still hold. */
  const exchange = async (offered: string): Promise<boolean> => {
    try {
      const answer = await parts.fetch('/auth', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'X-Countersign': '1' },
        body: JSON.stringify({ token: offered }),
      })
      const secret = answer.status === 200 ? parseMessage(await answer.text())?.secret : undefined
      if (typeof secret === 'string') parts.secret.keep(secret)
    } catch {
      return false // nobody listens at this address now; the token is kept for the next attempt
    }
    token = undefined
    parts.clearFragment()
    return true
  }

  const open = (): void => {
    const secret = parts.secret.kept()
    const protocols = secret === undefined ? [bridgeProtocol] : [bridgeProtocol, secret]
    const opened = parts.openSocket(`${parts.origin.replace(/^http/, 'ws')}${helloPath}`, protocols)
    let wasOpen = false
    socket = opened
    opened.onopen = () => {
      wasOpen = true
      losses = 0
      early = { reply: answerTo(helloId), pushes: [] }
      setStatus('open')
    }
    opened.onmessage = (event) => {
      receive(event.data)
    }
    opened.onclose = () => {
      forget()
      if (wasOpen) retryLater()
      else void reportRefusedFromLost()
    }
  }

  const forget = (): void => {
    socket = undefined
    early = undefined
    cancelKnock?.()
    cancelKnock = undefined
    failWaiting()
  }

  /** Whether the other end is still there: whatever comes from it says so. Else the connection is made anew, at once. */
  const askIfThere = (): void => {
    const asked = socket
    if (asked === undefined || status !== 'open') {
      if (status === 'lost') connectNow()
      return
    }
    if (cancelKnock !== undefined) return
    cancelKnock = parts.later(patienceMs, () => {
      if (socket !== asked) return
      // It closes when the system gives it up, which may take a quarter of an hour.
      asked.onmessage = null
      asked.onclose = null
      asked.close()
      forget()
      setStatus('lost')
      connectNow()
    })
    asked.send(JSON.stringify({ id: nextId++, ...knock }))
  }

  const connectNow = (): void => {
    if (status === 'open' || socket !== undefined) return
    losses = 0
    setStatus('connecting')
    void connect()
  }

  /** A refused upgrade and a dead server look alike to a WebSocket; an answer to plain HTTP tells them apart. */
  const reportRefusedFromLost = async (): Promise<void> => {
    try {
      await parts.fetch('/', { cache: 'no-store' })
      setStatus('refused')
    } catch {
      retryLater() // no answer at all: the server is away, which may pass
    }
  }

  const receive = (data: unknown): void => {
    cancelKnock?.()
    cancelKnock = undefined
    const message = parseMessage(data)
    if (message === undefined) return
    if ('push' in message) {
      if (early) early.pushes.push(message.push)
      else push(message.push)
    }
    if (typeof message.id !== 'number') return
    waiting.get(message.id)?.(message.reply)
    waiting.delete(message.id)
  }

  const push = (pushed: unknown): void => {
    for (const listener of pushListeners) listener(pushed)
  }

  const ask = (channel: string, payload: unknown): Promise<unknown> => {
    const to = socket
    if (to === undefined || status !== 'open') return Promise.resolve(notConnected())
    const id = nextId++
    const text = JSON.stringify({ id, channel, payload })
    if (isTooLarge(text)) return Promise.resolve(tooLarge())
    to.send(text)
    return answerTo(id)
  }

  const answerTo = (id: number): Promise<unknown> =>
    new Promise((resolve) => {
      const cancel = parts.later(patienceMs, askIfThere)
      waiting.set(id, (reply) => {
        cancel()
        resolve(reply)
      })
    })

  const failWaiting = (): void => {
    for (const answer of waiting.values()) answer(notConnected())
    waiting.clear()
  }

  parts.onWake(askIfThere)
  parts.onFragment((fragment) => {
    const offered = tokenIn(fragment)
    if (offered === undefined) return
    token = offered
    if (status === 'open') void exchange(offered)
    else connectNow()
  })
  parts.onOtherSecret(() => {
    if (status === 'refused') connectNow()
  })
  const begun = connect()
  return {
    begun,
    invoke(channel, payload) {
      if (channel !== hello || early === undefined) return ask(channel, payload)
      const { reply, pushes } = early
      early = undefined
      for (const each of pushes) push(each)
      return reply
    },
    on: (listener) => subscribe(pushListeners, listener),
    status: () => status,
    onStatus: (listener) => subscribe(statusListeners, listener),
    connectNow,
  }
}

/** The token of a link; undefined for any other fragment. */
const tokenIn = (fragment: string): string | undefined =>
  new URLSearchParams(fragment.slice(1)).get('token') ?? undefined

/** A unit of a string is at most three bytes of UTF-8: few texts have to be counted. */
const isTooLarge = (text: string): boolean =>
  text.length * 3 > maxMessageBytes && new TextEncoder().encode(text).length > maxMessageBytes

// Connecting begins before the page's language is known.
const tooLarge = (): Reply => ({
  ok: false,
  fault: { code: 'bad-request', message: strings.connection.tooLarge },
})

const notConnected = (): Reply => ({
  ok: false,
  fault: { code: 'connection-failed', message: strings.connection.notConnected },
})

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** One message of the server as a record; undefined for anything else, which is ignored. */
function parseMessage(data: unknown): Record<string, unknown> | undefined {
  if (typeof data !== 'string') return undefined
  try {
    const parsed: unknown = JSON.parse(data)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined
  } catch {
    return undefined // not JSON: not a message of this protocol
  }
}
