import { join } from 'node:path'
import type { WindowTransport } from '../../core/remote-approvals/window-transport'
import { findWindows } from './find-windows'
import { listen } from './listen-for-runs'

/**
 * The way between the processes of one home: a socket for each window in `windows` under the home, a folder of this user alone. `version`
 * is the program's; another one is refused. Systems without such sockets (Windows) have no way: nobody listens, and nobody is found.
 */
export function createWindowSocket(home: string, version: string): WindowTransport {
  const place = { path: join(home, 'windows'), version }
  if (process.platform === 'win32')
    return {
      listen: () => Promise.reject(new Error('There are no sockets for one user alone on this system.')),
      find: () => Promise.resolve([]),
    }
  return {
    listen: (arrive) => listen(place, arrive),
    find: (from, skip, meet) => findWindows(place, { from, skip, meet }),
  }
}
