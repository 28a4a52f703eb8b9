import type { FleetBegun, FleetWork } from '@shared/domain/fleet-work'
import { toFault } from '@shared/domain/fault'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { sandboxContract } from '@shared/ipc/sandbox-contract'
import type { Bridge } from '../lib/bridge'
import { without, type AppStore, type View } from './app-state'
import type { ComposerActions } from './composer-actions'

/** What a person does with the sandboxes of a fleet. */
export interface SandboxActions {
  /**
   * Makes a sandbox with this work and begins a session there with the message that the draft holds now; the page turns to it where it is still at the start. What else came of it stands in
   * `notBegun`, and the draft stays. Never rejects.
   */
  beginInSandbox(fleet: string, work: FleetWork, draft: string): Promise<void>
  /** Asks about one. Rejects with the engine's fault. */
  askSandbox<C extends Exclude<keyof typeof sandboxContract, 'sandbox.begin'>>(
    channel: C,
    payload: RequestOf<C>,
  ): Promise<ResponseOf<C>>
  /** What is said of the last that did not begin is read. */
  dismissNotBegun(fleet: string): void
}

interface SandboxActionParts {
  readonly bridge: Bridge
  readonly store: AppStore
  readonly show: (view: View) => void
  readonly composer: Pick<ComposerActions, 'setDraft' | 'send'>
}

/** Makes them over one bridge and one store. */
export function createSandboxActions({ bridge, store, show, composer }: SandboxActionParts): SandboxActions {
  const dismissNotBegun = (fleet: string): void => {
    store.setState(({ notBegun }) => ({ notBegun: without(notBegun, fleet) }))
  }
  const outcome = async (fleet: string, work: FleetWork): Promise<FleetBegun> => {
    try {
      return await bridge.request('sandbox.begin', { fleet, id: crypto.randomUUID(), work })
    } catch (error) {
      return { kind: 'failed', why: { kind: 'fault', message: toFault(error).message }, said: '' }
    }
  }
  return {
    async beginInSandbox(fleet, work, draft) {
      dismissNotBegun(fleet)
      const text = store.getState().drafts[draft] ?? ''
      const begun = await outcome(fleet, work)
      if (begun.kind !== 'begun') {
        store.setState(({ notBegun }) => ({ notBegun: { ...notBegun, [fleet]: begun } }))
        return
      }
      const { session } = begun
      store.setState(({ sessions }) => ({ sessions: { [session.id]: session, ...sessions } }))
      if (store.getState().drafts[draft] === text) composer.setDraft(draft, '')
      composer.setDraft(session.id, text)
      if (store.getState().view.kind === 'start') {
        show({ kind: 'session', sessionId: session.id })
        store.setState({ writeIn: session.id })
      }
      await composer.send(session.id, draft)
    },
    askSandbox: (channel, payload) => bridge.request(channel, payload),
    dismissNotBegun,
  }
}
