import { noPast, noPermissions } from './no-past'
import type { HomeFiles } from '../../src/main/core/ports/home-files'

/** A home with nothing in it, which keeps nothing. */
export const noHomeFiles: HomeFiles = {
  prompts: { list: () => Promise.resolve([]) },
  history: {
    log: () => Promise.resolve({ id: 0, entries: 0 }),
    add: () => Promise.resolve(),
    entry: () => Promise.resolve(undefined),
  },
  records: { find: () => Promise.resolve({ sessions: [] }) },
  past: {
    replay: () => Promise.resolve(noPast),
    importRules: () => Promise.resolve(noPermissions),
  },
  connections: {
    look: () => Promise.resolve([]),
    connect: ({ agent }) => Promise.resolve({ path: `/home/me/${agent}`, change: '', made: false }),
  },
  decisions: { add: () => Promise.resolve(), read: () => Promise.resolve([]) },
  kept: { read: () => Promise.resolve({ home: '/home/me/.config/countersign', kinds: [] }) },
}
