import type { RawBridge } from '@shared/ipc/contract'
import { watchAttention } from '../lib/attention'
import { createBridge, type Bridge } from '../lib/bridge'
import type { BrowserTransport } from '../lib/browser-transport'
import { loadDrafts, loadGiven, saveDrafts, saveGiven } from '../lib/draft-storage'
import type { EngineLink } from '../lib/engine-link'
import { followAppearance } from '../lib/follow-appearance'
import { followLanguage } from '../lib/follow-language'
import { isId, viewAt, viewFragment, windowRoute } from '../lib/window-route'
import { type View, createAppStore, type AppStore } from '../state/app-state'
import { loadComments, saveComments } from '../state/line-comments'
import { loadMarks, saveMarks } from '../state/finding-marks'
import { loadLeft, saveLeft } from '../state/left-of-requests'
import { createActions } from '../state/actions'
import type { Actions } from '../state/actions'
import { createCommands } from '../state/command-handlers'
import type { Commands } from '../state/command-handlers'
import type { WindowContext } from '../state/context'
import { dropClosedInTime } from '../state/drop-closed'
import { givenBefore, leaveQueues, takeQueues, textsToKeep } from '../state/queued-messages'
import { startSync } from '../state/sync'
import { tellLeft } from '../state/tell-left'

/** Builds this window's parts and says hello. */
export function connectWindow(target: Window & typeof globalThis, link: EngineLink): WindowContext {
  const store = createAppStore()
  const commands = createCommands()
  keepDrafts(store, () => target.localStorage)
  keepQueues(store, target)
  beginAtAddress(store, target.location, target.sessionStorage)
  keepComments(store, () => target.localStorage)
  keepMarks(store, target.sessionStorage)
  keepLeft(store, target.sessionStorage)
  dropClosedInTime(store)
  store.subscribe(({ engine }, before) => {
    if (engine === before.engine) return
    followLanguage(engine?.language, target)
    if (engine !== undefined) followAppearance(engine.appearance, target)
  })
  const attention = watchAttention(target, () => performance.now())
  const { bridge, actions, hello } = overBridge(link.bridge, store, commands)
  tellLeft(store, bridge)
  followAddress(store, target, actions)
  if (link.kind === 'preloaded') {
    hello()
    return { store, actions, bridge, attention, commands, reconnect: hello }
  }
  const transport = link.bridge
  followLink(transport, store, hello)
  const reconnect = (): void => {
    transport.connectNow()
  }
  return { store, actions, bridge, attention, commands, reconnect }
}

/**
 * A restart must not lose what was typed: a queue that was not sent is found in the draft again, and goes out by itself no more; what was
 * given to a turn waits for its record to say whether it was taken.
 */
function keepDrafts(store: AppStore, open: () => Storage): void {
  let storage: Storage
  try {
    storage = open()
  } catch {
    return // storage is switched off
  }
  store.setState({ drafts: loadDrafts(storage), given: givenBefore(loadGiven(storage)) })
  store.subscribe((state, before) => {
    if (state.drafts !== before.drafts || state.queued !== before.queued)
      saveDrafts(storage, textsToKeep(state), textsToKeep(before))
    if (state.given !== before.given) saveGiven(storage, state.given, before.given)
  })
}

/** In the same tab a queue is one still: after a reload it goes out as it would have before. */
function keepQueues(store: AppStore, target: Pick<Window, 'sessionStorage' | 'addEventListener'>): void {
  const { queued, drafts } = takeQueues(target.sessionStorage)
  store.setState((state) => ({ queued, drafts: { ...state.drafts, ...drafts } }))
  target.addEventListener('pagehide', () => {
    leaveQueues(target.sessionStorage, store.getState())
  })
}

/** Nor may it lose what was being written about changes. */
function keepComments(store: AppStore, open: () => Storage): void {
  let storage: Storage
  try {
    storage = open()
  } catch {
    return // storage is switched off
  }
  store.setState({ comments: loadComments(storage) })
  store.subscribe((state, before) => {
    if (state.comments !== before.comments) saveComments(storage, state.comments, before.comments)
  })
}

/** A reload must not open again what was accepted or dismissed of a review. */
function keepMarks(store: AppStore, storage: Storage): void {
  store.setState({ findings: loadMarks(storage) })
  store.subscribe((state, before) => {
    if (state.findings !== before.findings) saveMarks(storage, state.findings)
  })
}

/** Nor may it take what was left out of a yes. */
function keepLeft(store: AppStore, storage: Storage): void {
  store.setState({ leftOut: loadLeft(storage) })
  store.subscribe((state, before) => {
    if (state.leftOut !== before.leftOut) saveLeft(storage, state.leftOut)
  })
}

/** What following an address needs of the page. */
export type AddressPlace = Pick<Window, 'location' | 'history' | 'addEventListener'>

/** A window of one session begins with that one, the whole window where its address leads, and a new link of this tab with the session that was open. */
export function beginAtAddress(store: AppStore, { hash }: Pick<Location, 'hash'>, storage: Storage): void {
  const route = windowRoute(hash)
  const view: View | undefined =
    route.kind === 'session'
      ? { kind: 'session', sessionId: route.sessionId }
      : (viewAt(hash) ?? loadView(storage))
  if (view !== undefined) store.setState({ view })
  store.subscribe((state, before) => {
    if (state.view !== before.view) saveView(storage, state.view)
  })
}

const key = 'countersign.session'

/** What this tab last looked at, when that was a session; undefined for anything else, or when it cannot be read. */
export function loadView(storage: Storage): View | undefined {
  try {
    const id = storage.getItem(key) ?? ''
    return id !== '' && isId(id) ? { kind: 'session', sessionId: id } : undefined
  } catch {
    return undefined // storage is switched off: the window starts where it always does
  }
}

/** Keeps what is looked at for this tab, over a new start. Failure only loses that. */
export function saveView(storage: Storage, view: View): void {
  try {
    if (view.kind === 'session') storage.setItem(key, view.sessionId)
    else storage.removeItem(key)
  } catch {
    // Storage is full or switched off: a new start then begins where it always did.
  }
}

/** The whole window has an address for all that it shows: a reload, the way back and a link lead where one was. */
export function followAddress(store: AppStore, place: AddressPlace, actions: Pick<Actions, 'show'>): void {
  const { location, history } = place
  store.subscribe(({ view: now }, before) => {
    if (now === before.view || windowRoute(location.hash).kind !== 'whole') return
    const fragment = viewFragment(now)
    if (fragment === location.hash) return
    // What the window chose by itself is no step that one would go back to; the inbox is one, whatever is looked at in it.
    const staysInInbox = before.view.kind === 'inbox' && now.kind === 'inbox'
    if (before.engine === undefined || staysInInbox) history.replaceState(null, '', fragment)
    else history.pushState(null, '', fragment)
  })
  place.addEventListener('popstate', () => {
    const { hash } = location
    const wanted = hash === '' ? ({ kind: 'start' } as const) : viewAt(hash)
    if (wanted === undefined || windowRoute(hash).kind !== 'whole') return
    const isGone = wanted.kind === 'session' && store.getState().sessions[wanted.sessionId] === undefined
    if (isGone) history.replaceState(null, '', viewFragment({ kind: 'start' }))
    actions.show(isGone ? { kind: 'start' } : wanted)
  })
}

function overBridge(
  raw: RawBridge,
  store: AppStore,
  commands: Commands,
): { bridge: Bridge; actions: Actions; hello: () => void } {
  const bridge = createBridge(raw)
  const sync = startSync(bridge, store, (id) => {
    commands.runOnceThere(id)
  })
  const hello = (): void => {
    void sync.hello()
  }
  return { bridge, actions: createActions(bridge, store, sync, () => Date.now()), hello }
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
