import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { hostContract } from '@shared/ipc/host-contract'
import type { HookAgentState, HookConnect, HookConnected } from '@shared/domain/hook-agent'
import type { DecisionCounts } from '@shared/domain/decision-counts'
import type { KeptFiles } from '@shared/domain/kept-files'
import type { ProviderListing, ProviderTest } from '@shared/domain/provider-listing'
import type { NarrowerRule } from '@shared/domain/stored-grant'
import type { Bridge } from '../lib/bridge'

/** What a person sets up beyond config.toml. All reject with the engine's fault, which their caller shows. */
export interface SettingsActions {
  listProviders(): Promise<readonly ProviderListing[]>
  testProvider(provider: string): Promise<ProviderTest>
  /** Stores a key; the models that it opens are asked for again. */
  saveProviderKey(provider: string, key: string): Promise<void>
  removeProviderKey(provider: string): Promise<void>
  /** Has a rule cover less; one that is gone changes nothing. */
  narrowGrant(grantId: string, to: NarrowerRule): Promise<void>
  countDecisions(): Promise<DecisionCounts>
  /** What agents did in the last days, read by today's rules: a ReplayReport. Rejects with a fault. */
  replayPast(days: number): Promise<ResponseOf<'history.replay'>>
  /** Takes over what agents may do unasked; without `write` it is said alone: a RuleImportReport. Rejects with a fault. */
  importRules(write: boolean): Promise<ResponseOf<'rules.import'>>
  /** The agents of other makers on this machine; [] where that cannot be said. */
  lookForAgents(): Promise<readonly HookAgentState[]>
  /** What having one ask here would change; with `shown`, just that is changed. Rejects with a fault. */
  connectAgent(wish: HookConnect): Promise<HookConnected>
  readKept(): Promise<KeptFiles>
  /** Asks about the hosts of this machine's configuration. Rejects with a fault. */
  askHosts<C extends keyof typeof hostContract>(channel: C, payload: RequestOf<C>): Promise<ResponseOf<C>>
  /** Shows the home in the system's file browser, where the host has one. */
  showKept(): Promise<void>
}

/** Makes them over one bridge; `keysChanged` is called when other models can be had. */
export function createSettingsActions(bridge: Bridge, keysChanged: () => void): SettingsActions {
  return {
    listProviders: async () => (await bridge.request('model.providers', {})).providers,
    testProvider: (provider) => bridge.request('model.test', { provider }),
    async saveProviderKey(provider, key) {
      await bridge.request('model.save-key', { provider, key })
      keysChanged()
    },
    async removeProviderKey(provider) {
      await bridge.request('model.remove-key', { provider })
      keysChanged()
    },
    async narrowGrant(grantId, to) {
      await bridge.request('grant.narrow', { grantId, to })
    },
    importRules: (write) => bridge.request('rules.import', { write }),
    replayPast: (days) => bridge.request('history.replay', { days }),
    countDecisions: () => bridge.request('decisions.count', {}),
    askHosts: (channel, payload) => bridge.request(channel, payload),
    lookForAgents: () =>
      bridge.request('desk.look', {}).then(
        ({ agents }) => agents,
        () => [],
      ),
    connectAgent: (wish) => bridge.request('desk.connect', wish),
    readKept: () => bridge.request('kept.read', {}),
    async showKept() {
      await bridge.request('kept.show', {})
    },
  }
}
