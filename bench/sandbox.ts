import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { createLinuxSandbox } from '../src/main/adapters/sandbox-linux/linux-sandbox'
import { findProgram } from '../src/main/adapters/sandbox-linux/find-program'
import { allow } from '../src/main/core/policy/permit'
import type { RunSpec, Sandbox } from '../src/main/core/ports/sandbox'
import { median, ms, printRows, type Row } from './measure'

/**
 * One `true` through the engine's runner against bubblewrap started straight away with the very mounts and namespaces
 * that the runner asked for, less what the engine adds to it (the filter, the observer's helper). Samples alternate.
 */
const rounds = 100
const warm = 10
/** Time between two samples: a model takes longer to answer. */
const betweenMs = 100

const world = mkdtempSync(join(realpathSync('/var/tmp'), 'cs-bench-'))
const launcher = findProgram('bwrap', process.env.PATH)
if (launcher === undefined) throw new Error('there is no bubblewrap to measure')

function makeWorkspace(name: string): string {
  const folder = join(world, name)
  mkdirSync(folder)
  execFileSync('git', ['init', '-q', folder])
  return folder
}

const runIn = (sandbox: Sandbox, workspace: string, inTurn?: true) => async (): Promise<void> => {
  const spec: RunSpec = {
    permit: allow('policy-sandboxed'),
    command: ['/bin/true'],
    cwd: workspace,
    workspace,
    env: { PATH: '/usr/bin:/bin', HOME: process.env.HOME ?? '/' },
    policy: sandboxPolicyForMode('workspace-write'),
    timeoutMs: 30_000,
    ...(inTurn && { inTurn }),
  }
  const result = await sandbox.run(spec, new AbortController().signal, () => undefined)
  if (result.kind !== 'exited' || result.exitCode !== 0) throw new Error(JSON.stringify(result))
}

/** What the runner starts bubblewrap with: a launcher in its place writes its arguments down, and then is bubblewrap. */
async function plannedArguments(workspace: string): Promise<readonly string[]> {
  // For root a launcher counts only where systems keep programs.
  const shims = process.getuid?.() === 0 ? mkdtempSync('/opt/cs-bench-') : join(world, 'shims')
  const seen = join(world, 'seen')
  mkdirSync(shims, { recursive: true })
  writeFileSync(join(shims, 'bwrap'), `#!/bin/sh\nprintf '%s\\0' "$@" >'${seen}'\nexec '${launcher}' "$@"\n`)
  chmodSync(join(shims, 'bwrap'), 0o755)
  await runIn(createLinuxSandbox(shims), workspace)()
  rmSync(shims, { recursive: true })
  return readFileSync(seen, 'utf8').split('\0').slice(0, -1)
}

/** The same mounts for another folder that has everything in place which the runner would put there. */
function rawArguments(planned: readonly string[], from: string, to: string): readonly string[] {
  const mounts = planned.slice(0, planned.indexOf('--seccomp')).map((word) => word.replace(from, to))
  for (const folder of ['.countersign', '.codex', '.agents']) mkdirSync(join(to, folder))
  for (const file of ['commondir']) writeFileSync(join(to, '.git', file), '.\n')
  return [...mounts, '--chdir', to, '--', '/bin/true']
}

function startRaw(args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(launcher ?? '', args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    child.stdout.resume()
    child.stderr.resume()
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`bubblewrap ended with ${String(code)}`))
    })
  })
}

const own = makeWorkspace('own')
const raw = makeWorkspace('raw')
const rawArgs = rawArguments(await plannedArguments(own), own, raw)
const series = {
  raw: () => startRaw(rawArgs),
  prepared: runIn(createLinuxSandbox(process.env.PATH), own, true),
  fresh: runIn(createLinuxSandbox(process.env.PATH), own),
}
const samples: Record<keyof typeof series, number>[] = []
for (let round = 0; round < rounds + warm; round++) {
  const sample = { raw: 0, prepared: 0, fresh: 0 }
  for (const name of ['raw', 'prepared', 'fresh'] as const) {
    await setTimeout(betweenMs)
    const start = performance.now()
    await series[name]()
    sample[name] = performance.now() - start
  }
  samples.push(sample)
}

const counted = samples.slice(warm)
const middle = (name: keyof typeof series): number => median(counted.map((each) => each[name]))
const row = (name: 'prepared' | 'fresh', what: string): Row => {
  const ratio = median(counted.map((each) => each[name] / each.raw))
  return {
    what,
    figure: `${ratio.toFixed(2)} times (${ms(middle(name))} against ${ms(middle('raw'))})`,
    goal: 'at most 1.3 times',
    reached: ratio <= 1.3,
  }
}
printRows([
  row('prepared', '`true` through the engine against raw bubblewrap with the same mounts'),
  row('fresh', 'the same with nothing prepared, as the first command of a session'),
])
rmSync(world, { recursive: true })
