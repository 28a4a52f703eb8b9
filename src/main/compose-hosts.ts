import { loadSettings } from './adapters/config-toml/load-settings'
import { managedFiles } from './adapters/config-toml/managed-files'
import type { AskpassPlace } from './adapters/askpass/askpass'
import { resolveHome } from './adapters/config-toml/resolve-home'
import { systemClock } from './adapters/system/clock'
import type { HostFound } from '@shared/domain/host-listing'
import type { AskForHost } from './core/host-link/host-asks'
import { HostClient, type Lent } from './core/host-link/host-client'
import type { ConfigFlags } from './core/settings/settings-store'
import type { CliHosts } from './hosts/cli/cli-context'
import { fleetsOf, hostsByCommand, type HostSettings } from '@shared/domain/host-settings'

/** What the hosts of a home are looked up with. */
export interface HostsOptions {
  readonly env: NodeJS.ProcessEnv
  readonly version: string
  readonly flags?: ConfigFlags
  /** What commands of hosts ask a person with, `bin/countersign-askpass`; absent: they ask as they would without us. */
  readonly askpass?: string | undefined
}

/** A machine that has to make its engine first takes some seconds. */
const greetingMs = 45_000

/**
 * The hosts of config.toml and their engines, without an engine here: the configuration is read and nothing is made. Throws an error of one
 * line for a configuration that cannot be used.
 */
export async function composeHosts({ env, version, flags = {}, askpass }: HostsOptions): Promise<CliHosts> {
  const { config = [], profile } = flags
  if (profile !== undefined || config.some((each) => !/^\s*hosts\s*\./.test(each)))
    throw new Error(
      '-c and --profile are for the engine of this machine; with a host it is the config.toml there that counts.',
    )
  const home = resolveHome(env, process.platform)
  const place = { home, env, managed: managedFiles(home, env, process.platform), flags }
  const loaded = await loadSettings(place)
  const made: ClientParts = {
    ...{ env, version, home, askpass, atExit: whenOver },
    lend: async (wanted) =>
      (await import('./compose-judge')).keysOfHome(wanted, { home, env, config: loaded.config }),
  }
  const client = clientIn(made)
  return {
    hosts: hostsByCommand(loaded.config.hosts),
    fleets: fleetsOf(loaded.config.hosts),
    fleet: async (fleet) => (await import('./compose-fleet')).openFleet(fleet, { env, home }),
    sendFolder: async (folder, stop) => (await import('./compose-fleet')).sendFolder(folder, stop),
    warnings: loaded.warnings,
    left: { stayed: () => Promise.resolve([]) },
    client,
    test: async (host, { withinMs, stop, ask }) =>
      testOver(await client(host, { ask, ...(withinMs !== undefined && { withinMs }) }), stop),
    async install({ command }, { root, withinMs = greetingMs, ask, ...how }) {
      const [{ lineId, openPipe }, { ownMachine, packEngine }, { installCommand, installEngine }] =
        await Promise.all([
          import('./adapters/host-pipe/host-pipe'),
          import('./adapters/engine-archive/engine-archive'),
          import('./core/host-link/install-engine'),
        ])
      return installEngine({
        ...{ ...how, withinMs, clock: systemClock, tag: lineId(), machine: ownMachine() },
        pipe: openPipe([...command, ...installCommand], env, await askLine(made, ask)?.()),
        pack: () => packEngine(root, version),
      })
    },
    close: () => Promise.resolve(),
  }
}

/** A command of the command line has a line or two, and no need of what a whole engine waits with for its end. */
function whenOver(work: () => void): () => void {
  process.once('exit', work)
  return () => process.off('exit', work)
}

/** What clients of hosts are made with. */
export interface ClientParts {
  readonly env: NodeJS.ProcessEnv
  readonly version: string
  readonly home: string
  readonly askpass: string | undefined
  readonly atExit?: AskpassPlace['atExit']
  /** Looks up keys of these providers that a host is lent. */
  readonly lend: (wanted: readonly string[]) => Promise<Lent>
}

/** Makes clients of hosts whose programs have this environment. */
export const clientIn =
  (parts: ClientParts): CliHosts['client'] =>
  async (host, { room, whyOver, withinMs = greetingMs, ask } = {}) => {
    const { env, version } = parts
    const { hostPipes, lineId } = await import('./adapters/host-pipe/host-pipe')
    const open = hostPipes(host, env, askLine(parts, ask))
    const lend = lending(host, parts)
    const how = { room, whyOver, lend, clock: systemClock, withinMs }
    return new HostClient({ open, version, lineId, ...how })
  }

/** What looks up the keys that a host is lent; undefined: it is lent none. */
const lending = ({ lend_keys: wanted = [] }: HostSettings, { lend }: ClientParts) =>
  wanted.length === 0 ? undefined : () => lend(wanted)

/** What makes a line for the questions of each command that is started; undefined: it asks as it would without us. */
const askLine = ({ home, askpass, atExit }: ClientParts, ask: AskForHost | undefined) =>
  askpass === undefined || ask === undefined
    ? undefined
    : async () =>
        (await import('./adapters/askpass/askpass')).listenForAsks({ home, program: askpass, atExit }, ask)

/** What `hosts test` finds over this client. Rejects with HostFault where there is no engine. */
export async function testOver(client: HostClient, stop: AbortSignal): Promise<HostFound> {
  const { testHost } = await import('./core/host-link/test-host')
  return testHost(client, { clock: systemClock, now: () => performance.now(), stop })
}
