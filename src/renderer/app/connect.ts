import type { RawBridge } from '@shared/ipc/contract'
import { watchAttention } from '../lib/attention'
import { createBridge, preloadedBridge } from '../lib/bridge'
import { createBrowserTransport } from '../lib/browser-transport'
import type { BrowserTransport, WebSocketLike } from '../lib/browser-transport'
import { loadDrafts, saveDrafts } from '../lib/draft-storage'
import { keepSecretIn } from '../lib/secret-storage'
import { createActions } from '../state/actions'
import type { Actions } from '../state/actions'
import type { WindowContext } from '../state/context'
import { createAppStore } from '../state/store'
import type { AppStore } from '../state/store'
import { startSync } from '../state/sync'
import { loadView, saveView } from '../state/view-storage'

/** Builds this window's parts and says hello: over the preload's bridge, or over HTTP where there is none. */
export function connectWindow(target: Window & typeof globalThis): WindowContext {
  const store = createAppStore()
  keepDrafts(store, target.sessionStorage)
  keepView(store, target.sessionStorage)
  const attention = watchAttention(target, () => performance.now())
  const preloaded = preloadedBridge()
  if (preloaded !== undefined) {
    const { actions, hello } = overBridge(preloaded, store)
    hello()
    return { store, actions, attention, reconnect: hello }
  }
  const transport = createBrowserTransport(browserParts(target))
  const { actions, hello } = overBridge(transport, store)
  followLink(transport, store, hello)
  const reconnect = (): void => {
    transport.connectNow()
  }
  return { store, actions, attention, reconnect }
}

/** A reload, or the new link after a restart of the engine, must not lose what was typed. */
function keepDrafts(store: AppStore, storage: Storage): void {
  store.setState({ drafts: loadDrafts(storage) })
  store.subscribe((state, before) => {
    if (state.drafts !== before.drafts) saveDrafts(storage, state.drafts)
  })
}

/** A reload comes back to the session that was open. */
function keepView(store: AppStore, storage: Storage): void {
  const view = loadView(storage)
  if (view !== undefined) store.setState({ view })
  store.subscribe((state, before) => {
    if (state.view !== before.view) saveView(storage, state.view)
  })
}

function overBridge(raw: RawBridge, store: AppStore): { actions: Actions; hello: () => void } {
  const bridge = createBridge(raw)
  const sync = startSync(bridge, store)
  const hello = (): void => {
    void sync.hello()
  }
  return { actions: createActions(bridge, store, sync, () => Date.now()), hello }
}

/** Every opened socket is a new connection with its own push numbers, so each begins with a hello. */
function followLink(transport: BrowserTransport, store: AppStore, hello: () => void): void {
  const follow = (): void => {
    const status = transport.status()
    if (status === 'open') hello()
    else store.setState({ connection: { kind: status } })
  }
  transport.onStatus(follow)
  follow()
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
  }
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
