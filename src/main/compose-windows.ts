import { homedir } from 'node:os'
import type { ConfigFile } from '@shared/domain/settings'
import { askElsewhere } from './core/visitors/ask-elsewhere'
import { VisitorList } from './core/visitors/visitor-list'
import { withVisitors } from './core/visitors/with-visitors'
import type { Windows } from './core/visitors/windows'
import type { Clock, Ids, Log } from './core/ports'
import type { Passage } from './core/visitors/passage'

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
  const way = async (): Promise<Passage> =>
    (await import('./adapters/window-socket/window-socket')).createWindowSocket(home, version)
  return {
    async receive(engine) {
      if (!wanted() || process.platform === 'win32') return engine
      const visitors = new VisitorList({ ids, clock, log, home: homedir() })
      try {
        const open = await (await way()).listen((from, line) => visitors.arrive(from, line))
        return withVisitors(engine, visitors, () => {
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
