import type { RawBridge } from '@shared/ipc/contract'
import { createBrowserTransport, type BrowserTransport, type WebSocketLike } from './browser-transport'
import { keepSecretIn, secretKey } from './secret-storage'

declare global {
  interface Window {
    countersign?: RawBridge
  }
}

/** What a window reaches its engine by: the desktop preload's bridge, or HTTP where there is none. */
export type EngineLink =
  | { readonly kind: 'preloaded'; readonly bridge: RawBridge }
  | { readonly kind: 'served'; readonly bridge: BrowserTransport }

/** The bridge that a desktop preload exposed; undefined in a plain browser. */
export function preloadedBridge(): RawBridge | undefined {
  return window.countersign
}

/** So long the page waits for the token to be traded: what runs while it is on its way would keep the answer waiting for itself. */
const tradeMs = 60

/** Resolves when the socket to the engine is on its way, which goes on while the page is run. */
export function linkBegun(link: EngineLink): Promise<void> {
  if (link.kind === 'preloaded') return Promise.resolve()
  return Promise.race([link.bridge.begun, new Promise<void>((resolve) => setTimeout(resolve, tradeMs))])
}

/** Begins to connect, which needs nothing of the page: it is loaded meanwhile. */
export function linkToEngine(target: Window & typeof globalThis): EngineLink {
  const bridge = preloadedBridge()
  if (bridge !== undefined) return { kind: 'preloaded', bridge }
  return { kind: 'served', bridge: createBrowserTransport(browserParts(target)) }
}

function browserParts(target: Window & typeof globalThis): Parameters<typeof createBrowserTransport>[0] {
  const { location, history } = target
  return {
    origin: location.origin,
    fragment: location.hash,
    clearFragment: () => {
      history.replaceState(null, '', location.pathname + location.search)
    },
    fetch: (path, init) => target.fetch(path, init),
    openSocket: (url, protocols) => openSocket(target, url, protocols),
    secret: keepSecretIn(() => target.localStorage),
    later: (ms, run) => {
      const timer = target.setTimeout(run, ms)
      return () => {
        target.clearTimeout(timer)
      }
    },
    onWake: (awake) => {
      watchSleep(target, awake)
    },
    onFragment: (changed) => {
      target.addEventListener('hashchange', ({ newURL }) => {
        changed(new URL(newURL).hash)
      })
    },
    onOtherSecret: (kept) => {
      target.addEventListener('storage', ({ key }) => {
        if (key === secretKey) kept()
      })
    },
  }
}

const tickMs = 5000

/** A clock that has gone on by itself: the machine slept, or a page in the background was not let run. */
function watchSleep(target: Window & typeof globalThis, awake: () => void): void {
  let last = target.Date.now()
  target.setInterval(() => {
    const now = target.Date.now()
    if (Math.abs(now - last) > 3 * tickMs) awake()
    last = now
  }, tickMs)
  target.addEventListener('online', awake)
}

function openSocket(
  target: Window & typeof globalThis,
  url: string,
  protocols: readonly string[],
): WebSocketLike {
  const socket = new target.WebSocket(url, [...protocols])
  const like: WebSocketLike = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => {
      socket.send(text)
    },
    close: () => {
      socket.close()
    },
  }
  socket.addEventListener('open', () => like.onopen?.())
  socket.addEventListener('message', (event) => like.onmessage?.({ data: event.data }))
  socket.addEventListener('close', () => like.onclose?.())
  return like
}
