import type { AppCommandId } from '@shared/domain/app-command'
import { toFault } from '@shared/domain/fault'
import type { Push } from '@shared/ipc/push'
import type { Bridge } from '../lib/bridge'
import { applyOpened, applyPush, applySnapshot } from './apply-push'
import { without, type AppState, type AppStore } from './app-state'

/** Keeps a store in step with the engine. */
export interface Sync {
  /** Takes a snapshot and applies what is pushed after it; again after a gap or a new connection. */
  hello(): Promise<void>
  /** Reads a session's record unless it is known or being read. Does nothing while the engine is away. */
  ensureOpen(sessionId: string): Promise<void>
  stop(): void
}

/**
 * Subscribes at once, so that nothing between subscription and snapshot is lost. Pushes are applied in the order of
 * their numbers; a missing or unreadable one leads to a new snapshot instead of a wrong picture. `runCommand` does what the host's menu asks.
 */
export function startSync(
  bridge: Bridge,
  store: AppStore,
  runCommand: (command: AppCommandId) => void = () => undefined,
): Sync {
  let held: Push[] | undefined
  let asked = 0

  const hello = async (): Promise<void> => {
    const ask = ++asked
    held = []
    try {
      const snapshot = await bridge.request('app.hello', {})
      if (ask !== asked) return // a later hello has taken over
      store.setState(applySnapshot(store.getState(), snapshot), true)
    } catch (error) {
      if (ask !== asked) return
      held = undefined
      const { connection } = store.getState()
      if (connection.kind === 'lost' || connection.kind === 'refused') return
      store.setState({ connection: { kind: 'failed', fault: toFault(error) } })
      return
    }
    const waiting = held
    held = undefined
    for (const push of waiting) receive(push)
    const { view } = store.getState()
    if (view.kind === 'session') await ensureOpen(view.sessionId)
  }

  const receive = (push: Push | undefined): void => {
    if (held !== undefined) {
      if (push !== undefined) held.push(push)
      return
    }
    const state = store.getState()
    if (state.connection.kind !== 'ready') return
    if (push !== undefined && push.seq <= state.seq) return
    if (push?.seq !== state.seq + 1) {
      void hello()
      return
    }
    store.setState(applyPush(state, push), true)
    if (push.kind === 'command') runCommand(push.command)
    const { view } = store.getState()
    if (push.kind === 'show' && view.kind === 'session') void ensureOpen(view.sessionId)
    if (push.kind === 'events') openAgain(state)
  }

  /** A session that is looked at and whose record was dropped meanwhile is read again. */
  const openAgain = ({ transcripts }: AppState): void => {
    const { view, transcripts: now } = store.getState()
    if (view.kind !== 'session') return
    const { sessionId } = view
    if (transcripts[sessionId] !== undefined && now[sessionId] === undefined) void ensureOpen(sessionId)
  }

  const ensureOpen = async (sessionId: string): Promise<void> => {
    const state = store.getState()
    if (state.transcripts[sessionId] !== undefined || state.opening[sessionId] !== undefined) return
    if (state.connection.kind !== 'ready') return
    const ask = asked
    store.setState(({ opening, faults }) => ({
      opening: { ...opening, [sessionId]: [] },
      faults: without(faults, sessionId),
    }))
    try {
      const { session, events, older } = await bridge.request('session.open', { sessionId })
      if (ask !== asked) return // the snapshot since then has dropped what was being opened
      store.setState(applyOpened(store.getState(), session, events, older), true)
      // Taken back while it was being read.
      if (store.getState().transcripts[sessionId] === undefined) await ensureOpen(sessionId)
    } catch (error) {
      if (ask !== asked) return
      store.setState(({ opening, faults }) => ({
        opening: without(opening, sessionId),
        faults: { ...faults, [sessionId]: toFault(error) },
      }))
    }
  }

  const unsubscribe = bridge.onPush(receive)
  return { hello, ensureOpen, stop: unsubscribe }
}
