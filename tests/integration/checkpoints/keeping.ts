import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { storeFolders } from '../../../src/main/adapters/checkpoint-store/store-folders'
import { createLinuxSandbox } from '../../../src/main/adapters/sandbox-linux/linux-sandbox'
import { createWorkspace } from '../../../src/main/adapters/workspace/workspace'
import type { CommandRunner } from '../../../src/main/core/ports/sandbox'
import { TurnCheckpoints } from '../../../src/main/core/checkpoints/turn-checkpoints'

/** Keeps folders in `state` below a folder; what it complained of goes to `problems`. `through` stands between it and the sandbox. */
export function keepingIn(
  base: string,
  problems: unknown[] = [],
  through: (sandbox: CommandRunner) => CommandRunner = (sandbox) => sandbox,
): TurnCheckpoints {
  const home = join(base, 'state')
  return new TurnCheckpoints({
    beginningMs: 240_000, // what is tried here is not how fast this machine is
    sandbox: through(createLinuxSandbox(process.env.PATH, { home: base, engineHome: home })),
    workspace: createWorkspace({ PATH: process.env.PATH, HOME: base }),
    folders: storeFolders(home),
    log: { error: (text, error) => problems.push([text, error]) },
    clock: { now: () => Date.now() },
    budget: () => ({ bytes: 1024 * 1024 * 1024, ageMs: 86_400_000 }),
  })
}

/** Waits until what a turn of a session left behind is kept, as its reference says, so that what changes from there on is not the turn's. */
export async function untilKept(base: string, sessionId: string, turnNumber: number): Promise<void> {
  const stores = join(base, 'state/checkpoints')
  const name = `refs/turns/${sessionId}/${String(turnNumber)}/after`
  const isKept = (store: string): boolean => {
    const [own, packed] = [name, 'packed-refs'].map((each) => join(stores, store, 'git', each))
    return (
      existsSync(own ?? '') || (existsSync(packed ?? '') && readFileSync(packed ?? '', 'utf8').includes(name))
    )
  }
  while (!existsSync(stores) || !readdirSync(stores).some(isKept)) await wait(5)
}
