import { join } from 'node:path'
import type { SessionSummary } from '@shared/domain/session'
import { storeFolders } from '../../../src/main/adapters/checkpoint-store/store-folders'
import { createLinuxSandbox } from '../../../src/main/adapters/sandbox-linux/linux-sandbox'
import { createJsonlStore } from '../../../src/main/adapters/store-jsonl/jsonl-store'
import { createWorkspace } from '../../../src/main/adapters/workspace/workspace'
import { rewindsOnRecord } from '../../../src/main/core/checkpoints/shadow-store'
import { TurnCheckpoints } from '../../../src/main/core/checkpoints/turn-checkpoints'
import type { SessionStore } from '../../../src/main/core/ports/session-store'

/** Keeps folders, and records beside them, in `state` below a folder; what it complained of goes to `problems`. */
export function rewindingIn(
  base: string,
  problems: unknown[] = [],
): { readonly kept: TurnCheckpoints; readonly store: SessionStore } {
  const home = join(base, 'state')
  const store = createJsonlStore({ home, version: '0.1.0', trash: { put: () => Promise.resolve() } })
  const kept = new TurnCheckpoints({
    beginningMs: 240_000, // what is tried here is not how fast this machine is
    sandbox: createLinuxSandbox(process.env.PATH, { home: base, engineHome: home }),
    workspace: createWorkspace({ PATH: process.env.PATH, HOME: base }),
    folders: storeFolders(home),
    log: { error: (text, error) => problems.push([text, error]) },
    clock: { now: () => Date.now() },
    budget: () => ({ bytes: 1024 * 1024 * 1024, ageMs: 86_400_000 }),
    isOnRecord: rewindsOnRecord(store),
  })
  return { kept, store }
}

/** The session of that number. */
export const sessionIn = (base: string, nth: number): SessionSummary => ({
  id: `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`,
  title: 'sample',
  cwd: join(base, 'work'),
  ...{ provider: 'fake', model: 'fake-1', approvalPolicy: 'on-failure', status: 'idle', activity: '' },
  sandboxPolicy: { mode: 'read-only', network_access: false },
  pendingApprovals: 0,
  ...{ createdAt: '2026-11-21T09:00:00.000Z', updatedAt: '2026-11-21T09:00:00.000Z' },
})
