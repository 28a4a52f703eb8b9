import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCheckpoints } from '../src/main/adapters/checkpoint-store/store-folders'
import { createLinuxSandbox } from '../src/main/adapters/sandbox-linux/linux-sandbox'
import { createWorkspace } from '../src/main/adapters/workspace/workspace'
import { median, ms, printRows } from './measure'

/** What keeping a folder of 50,000 files, of which none changed, takes at the beginning of a turn. As root it is measured again as an ordinary user. */
const rounds = 15
const warm = 3
const files = 50_000
const ordinary = 65_534

const world = mkdtempSync(join(realpathSync('/var/tmp'), 'cs-bench-'))
const cwd = join(world, 'work')
mkdirSync(cwd)
for (let folder = 0; folder < files / 100; folder++) {
  mkdirSync(join(cwd, String(folder)))
  for (let file = 0; file < 100; file++)
    writeFileSync(join(cwd, String(folder), String(file)), `${String(file)}\n`)
}

const home = join(world, 'state')
const problems: unknown[] = []
const checkpoints = createCheckpoints(home, {
  sandbox: createLinuxSandbox(process.env.PATH, { home: world, engineHome: home }),
  workspace: createWorkspace({ PATH: process.env.PATH, HOME: world }),
  log: { error: (text, error) => problems.push([text, error]) },
  clock: { now: () => Date.now() },
  budget: () => ({ bytes: 1024 ** 3, ageMs: 86_400_000 }),
})

const took: number[] = []
for (let round = 0; round < rounds + warm; round++) {
  const start = performance.now()
  const followed = checkpoints.follow({ sessionId: 'bench', cwd, turnNumber: round + 1 })
  await followed.begun
  if (round >= warm) took.push(performance.now() - start)
}
if (problems.length > 0) throw new Error(JSON.stringify(problems))
const middle = median(took)
printRows([
  {
    what: `a folder of 50,000 unchanged files kept, uid ${String(process.getuid?.())}`,
    figure: ms(middle),
    goal: 'under 100 ms',
    reached: middle < 100,
  },
])
await checkpoints.close()
rmSync(world, { recursive: true })
if (process.getuid?.() === 0) {
  const again = spawnSync(process.execPath, process.argv.slice(1), {
    stdio: 'inherit',
    uid: ordinary,
    gid: ordinary,
    env: { PATH: '/usr/bin:/bin', HOME: '/' },
  })
  process.exitCode = again.status ?? 1
}
