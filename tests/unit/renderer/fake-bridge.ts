import type { Push } from '@shared/ipc/push'
import type { Bridge } from '../../../src/renderer/lib/bridge'
import { createActions } from '../../../src/renderer/state/actions'
import { createAppStore } from '../../../src/renderer/state/app-state'
import { startSync } from '../../../src/renderer/state/sync'

/** A bridge whose answers are functions by channel, and whose pushes are sent by hand. */
export function fakeBridge(answers: Record<string, () => unknown>) {
  const asked: string[] = []
  const calls: (readonly [channel: string, payload: unknown])[] = []
  let listener: (push: Push | undefined) => void = () => undefined
  const bridge: Bridge = {
    request: (channel, payload) => {
      asked.push(channel)
      calls.push([channel, payload])
      return Promise.resolve().then(() => answers[channel]?.() as never)
    },
    onPush: (next) => {
      listener = next
      return () => undefined
    },
  }
  const store = createAppStore()
  const sync = startSync(bridge, store)
  const actions = createActions(bridge, store, sync, () => 5)
  return {
    asked,
    calls,
    store,
    sync,
    actions,
    push: (push: Push | undefined) => {
      listener(push)
    },
  }
}
