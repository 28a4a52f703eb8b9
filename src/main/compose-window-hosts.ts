import { setImmediate } from 'node:timers/promises'
import { systemClock, systemIds } from './adapters/system/clock'
import type { AskpassPlace } from './adapters/askpass/askpass'
import { clientIn, testOver, type ClientParts, type HostsOptions } from './compose-hosts'
import type { readGit } from './core/commands/read-git'
import type { RunTyped } from './core/commands/run-typed'
import type { EngineService } from './core/engine/engine-service'
import type { BringBack } from './core/host-link/fleet/bring-back'
import { FleetResults } from './core/host-link/fleet/fleet-results'
import type { AskForHost } from './core/host-link/host-asks'
import type { HostClient, HostClientParts } from './core/host-link/host-client'
import { WindowHosts } from './core/host-link/window-hosts'
import { withHosts, type ShownEngine } from './core/host-link/with-hosts'
import type { Notices } from './core/notify/notices'
import { fleetsOf, hostsByCommand, type HostSettings } from '@shared/domain/host-settings'
import type { ConfigFile } from '@shared/domain/settings'

/** What the hosts of a window are made of; `settings` are looked at each time they are read anew. */
export interface ShownHostsParts extends HostsOptions {
  readonly home: string
  readonly atExit: NonNullable<AskpassPlace['atExit']>
  readonly notices: Notices
  readonly lend: ClientParts['lend']
  readonly bringBack: () => Promise<BringBack>
  /** Git as the engine uses it, for what is looked up in a repository here. */
  readonly git: { readonly readGit: typeof readGit; readonly runTyped: RunTyped }
  readonly settings: {
    config(): Pick<ConfigFile, 'hosts'>
    follow(listener: () => void): () => void
  }
}

/**
 * An engine with the hosts of config.toml beside it, as windows show them. What carries a line asks in the windows or, where it cannot be given the way
 * there, nobody: this program may have a terminal, and nobody before it.
 */
export function showHosts(
  engine: EngineService,
  { env, version, home, askpass, atExit, lend, bringBack, git, notices, settings }: ShownHostsParts,
): ShownEngine {
  const unasked = { ...env, SSH_ASKPASS: 'false', SSH_ASKPASS_REQUIRE: 'force' }
  const made = clientIn({ env: unasked, version, home, askpass, atExit, lend })
  // Whatever a host sends, windows and other hosts have their turn between two messages.
  const client = (
    host: HostSettings,
    ask: AskForHost,
    whyOver?: HostClientParts['whyOver'],
  ): Promise<HostClient> => made(host, { ask, whyOver, room: () => setImmediate() })
  const hosts = new WindowHosts({
    ...{ clock: systemClock, notices, client },
    test: async (host, stop, ask) => testOver(await client(host, ask), stop),
    carryPort: async (calls) => (await import('./adapters/host-pipe/carry-port')).carryPort(calls),
    fleets: {
      open: async (fleet) => (await import('./compose-fleet')).openFleet(fleet, { env: unasked, home }),
      askClient: (there, withinMs) => made(there, { withinMs }),
      place: {
        sendFolder: async (folder, stop) => (await import('./compose-fleet')).sendFolder(folder, stop),
        remoteAddress: async (folder, remote, stop) => {
          const { remoteAddress } = await import('./core/host-link/fleet/work-source')
          return remoteAddress([folder, remote], { ...git, stop })
        },
      },
    },
  })
  const follow = (): void => {
    const { hosts: entries } = settings.config()
    hosts.follow(hostsByCommand(entries), fleetsOf(entries))
  }
  follow()
  const results = new FleetResults({
    ...{ engine, bringBack, id: () => systemIds.next() },
    sandboxOf: (name, stop) => hosts.work(name, stop),
  })
  return withHosts(engine, { hosts, results }, settings.follow(follow))
}
