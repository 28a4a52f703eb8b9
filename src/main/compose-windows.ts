import { homedir } from 'node:os'
import type { ConfigFile } from '@shared/domain/settings'
import { askElsewhere } from './core/remote-approvals/ask-elsewhere'
import { RemoteApprovals } from './core/remote-approvals/remote-approvals'
import { withRemoteApprovals } from './core/remote-approvals/with-remote-approvals'
import type { Windows } from './core/remote-approvals/windows'
import type { Clock, Ids, Log } from './core/ports'
import type { WindowTransport } from './core/remote-approvals/window-transport'

/** What the windows of one home are joined with. */
export interface WindowParts {
  readonly home: string
  readonly version: string
  readonly log: Log
  readonly ids: Ids
  readonly clock: Clock
  /** Of which `approvals_in_window` is looked at each time. */
  readonly settings: { config(): Pick<ConfigFile, 'approvals_in_window'> }
}

/** The windows of a home, which nothing is loaded for before one is opened or looked for. */
export function composeWindows({ home, version, log, ids, clock, settings }: WindowParts): Windows {
  const wanted = (): boolean => settings.config().approvals_in_window ?? true
  const way = async (): Promise<WindowTransport> =>
    (await import('./adapters/window-socket/window-socket')).createWindowSocket(home, version)
  return {
    async receive(engine) {
      if (!wanted() || process.platform === 'win32') return engine
      const remoteApprovals = new RemoteApprovals({ ids, clock, log, home: homedir() })
      try {
        const open = await (await way()).listen((from, line) => remoteApprovals.arrive(from, line))
        return withRemoteApprovals(engine, remoteApprovals, () => {
          open.close()
        })
      } catch (error) {
        log.error('what runs of other processes ask cannot be shown in this window', error)
        return engine
      }
    },
    ask: (engine, asking) =>
      askElsewhere(engine, asking, {
        clock,
        find: async (...search) => (wanted() ? (await way()).find(...search) : []),
      }),
  }
}
