import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { createLinuxSandbox } from '../src/main/adapters/sandbox-linux/linux-sandbox'
import { allow } from '../src/main/core/policy/permit'
import { rehearsalBounds } from '../src/main/core/rehearsal/rehearsal-bounds'
import { median, ms, printRows } from './measure'

/** What a rehearsal takes that deletes 20,000 files: in one folder, in 200, and each by itself. */
const files = 20_000
const rounds = 3

const world = mkdtempSync(join(realpathSync('/var/tmp'), 'cs-bench-'))
const workspace = join(world, 'work')
for (let folder = 0; folder < files / 100; folder++) {
  mkdirSync(join(workspace, 'tree', String(folder)), { recursive: true })
  for (let file = 0; file < 100; file++)
    writeFileSync(join(workspace, 'tree', String(folder), String(file)), `${String(file)}\n`)
}
const sandbox = createLinuxSandbox(process.env.PATH, { home: world, engineHome: join(world, 'state') })

/** Milliseconds, and those of this process on the processor. */
async function rehearse(script: string): Promise<readonly [took: number, used: number]> {
  const [start, used] = [performance.now(), process.cpuUsage()]
  const found = await sandbox.rehearse(
    {
      permit: allow('policy-sandboxed'),
      cwd: workspace,
      workspace,
      env: { PATH: '/usr/bin:/bin', HOME: world },
      policy: sandboxPolicyForMode('workspace-write'),
      command: ['/bin/sh', '-c', script],
      bounds: rehearsalBounds(undefined),
      beyond: [],
      keeps: { most: 1_000 },
    },
    new AbortController().signal,
  )
  const took = performance.now() - start
  if (found.kind !== 'ran' || found.changes.length === 0) throw new Error(JSON.stringify(found).slice(0, 500))
  if (found.kept?.kind === 'kept') await found.kept.free()
  const { user, system } = process.cpuUsage(used)
  return [took, (user + system) / 1_000]
}

for (const script of ['rm -r tree', 'rm -r tree/*', 'ls -d tree/*/* | xargs rm']) {
  const all: (readonly [number, number])[] = []
  for (let round = 0; round < rounds; round += 1) all.push(await rehearse(script))
  const took = median(all.map(([time]) => time))
  const used = median(all.map(([, time]) => time))
  printRows([
    {
      what: `${files.toLocaleString('en')} files deleted in a rehearsal, \`${script.replace('|', '\\|')}\``,
      figure: `${ms(took)} (${ms(used)} of the engine's on a processor)`,
      goal: 'under 1500 ms',
      reached: took < 1_500,
    },
  ])
}
rmSync(world, { recursive: true })
