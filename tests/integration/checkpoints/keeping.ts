import { join } from 'node:path'
import { storeFolders } from '../../../src/main/adapters/checkpoint-store/store-folders'
import { createLinuxSandbox } from '../../../src/main/adapters/sandbox-linux/linux-sandbox'
import { createWorkspace } from '../../../src/main/adapters/workspace/workspace'
import { TurnCheckpoints } from '../../../src/main/core/checkpoints/turn-checkpoints'

/** Keeps folders in `state` below a folder; what it complained of goes to `problems`. */
export function keepingIn(base: string, problems: unknown[] = []): TurnCheckpoints {
  const home = join(base, 'state')
  return new TurnCheckpoints({
    sandbox: createLinuxSandbox(process.env.PATH, { home: base, engineHome: home }),
    workspace: createWorkspace({ PATH: process.env.PATH, HOME: base }),
    folders: storeFolders(home),
    log: { error: (text, error) => problems.push([text, error]) },
    clock: { now: () => Date.now() },
    budget: () => ({ bytes: 1024 * 1024 * 1024, ageMs: 86_400_000 }),
  })
}
