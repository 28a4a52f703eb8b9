import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { createLinuxSandbox } from '../src/main/adapters/sandbox-linux/linux-sandbox'
import { allow } from '../src/main/core/policy/permit'
import { rehearsalBounds } from '../src/main/core/rehearsal/rehearsal-bounds'
import { median, ms, printRows } from './measure'
import { arrivalRows } from './rehearsal-arrival'

/**
 * What a rehearsal costs over the same command in a sandbox of its own, on a tree of 10,000 files of which one is changed and a
 * folder removed. Samples alternate. Then what applying 1,000 new files takes, and what a rehearsal takes in a whole engine. As root it is
 * measured again as an ordinary user, in a process of its own.
 */
const rounds = 40
const warm = 5
const ordinary = 65_534

const world = mkdtempSync(join(realpathSync('/var/tmp'), 'cs-bench-'))
const workspace = join(world, 'work')
mkdirSync(workspace)
for (let folder = 0; folder < 100; folder++) {
  mkdirSync(join(workspace, String(folder)))
  for (let file = 0; file < 100; file++)
    writeFileSync(join(workspace, String(folder), String(file)), `${String(file)}\n`)
}

const sandbox = createLinuxSandbox(process.env.PATH, { home: world, engineHome: join(world, 'state') })
const spec = {
  permit: allow('policy-sandboxed'),
  cwd: workspace,
  workspace,
  env: { PATH: '/usr/bin:/bin', HOME: world },
  policy: sandboxPolicyForMode('workspace-write'),
} as const
const signal = new AbortController().signal
const script = 'echo more > 7/new; [ -e 100 ] || mkdir 100; rmdir 100'

async function run(): Promise<void> {
  const command = ['/bin/sh', '-c', script]
  const result = await sandbox.run({ ...spec, command, timeoutMs: 30_000 }, signal, () => undefined)
  if (result.kind !== 'exited' || result.exitCode !== 0) throw new Error(JSON.stringify(result))
}

async function rehearse(): Promise<void> {
  const command = ['/bin/sh', '-c', `${script}; echo other >> 7/new; rm -r 8`]
  const found = await sandbox.rehearse(
    { ...spec, command, bounds: rehearsalBounds(undefined), beyond: [] },
    signal,
  )
  if (found.kind !== 'ran' || found.changes.length !== 2) throw new Error(JSON.stringify(found))
}

const cost: number[] = []
const whole: number[] = []
for (let round = 0; round < rounds + warm; round++) {
  const took: number[] = []
  for (const work of [run, rehearse]) {
    await setTimeout(50)
    const start = performance.now()
    await work()
    took.push(performance.now() - start)
  }
  const [plain = 0, copied = 0] = took
  if (round < warm) continue
  cost.push(copied - plain)
  whole.push(copied)
}
/** 1,000 new small files, from the copies of a rehearsal to their place. */
async function apply(): Promise<number> {
  const command = ['/bin/sh', '-c', 'i=0; while [ $i -lt 1000 ]; do echo $i > new-$i; i=$((i+1)); done']
  const found = await sandbox.rehearse(
    { ...spec, command, bounds: rehearsalBounds(undefined), beyond: [], keeps: { most: 2_000 } },
    signal,
  )
  if (found.kind !== 'ran' || found.kept?.kind !== 'kept') throw new Error(JSON.stringify(found))
  const start = performance.now()
  const applied = await found.kept.apply({})
  const took = performance.now() - start
  await found.kept.free()
  if (applied.kind !== 'applied') throw new Error(JSON.stringify(applied))
  for (let file = 0; file < 1_000; file++) rmSync(join(workspace, `new-${String(file)}`))
  return took
}

const applied: number[] = []
for (let round = 0; round < 10; round++) applied.push(await apply())

const over = median(cost)
const put = median(applied)
printRows([
  {
    what: `a rehearsal over the command itself, 10,000 files, uid ${String(process.getuid?.())}`,
    figure: `${ms(over)} (${ms(median(whole))} in all)`,
    goal: 'under 25 ms',
    reached: over < 25,
  },
  {
    what: `1,000 small files applied, uid ${String(process.getuid?.())}`,
    figure: ms(put),
    goal: 'under 500 ms',
    reached: put < 500,
  },
  ...(await arrivalRows()),
])

rmSync(world, { recursive: true })
if (process.getuid?.() === 0) {
  // A user who may not enter this folder cannot run it: then there is no second row, and the code says so.
  const again = spawnSync(process.execPath, process.argv.slice(1), {
    stdio: 'inherit',
    uid: ordinary,
    gid: ordinary,
    env: { PATH: '/usr/bin:/bin', HOME: '/' },
  })
  process.exitCode = again.status ?? 1
}
