import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { createLinuxSandbox } from '../src/main/adapters/sandbox-linux/linux-sandbox'
import { allow } from '../src/main/core/policy/permit'
import { ms, printRows } from './measure'

/** 50 MB of output from one sandboxed command, in a process of its own: the time it takes, and that process's most memory. */
const megabytes = 50
const child = 'CS_BENCH_FLOOD'

interface Measured {
  readonly milliseconds: number
  /** The most this process had resident, in MB. */
  readonly peak: number
  /** What the model and the screen would get of it, in characters. */
  readonly kept: number
}

/** From the process's own memory map: the resource usage begins with what the parent had when it was forked. */
function peakMegabytes(): number {
  const [, kilobytes = ''] = /VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

async function flood(): Promise<Measured> {
  const workspace = mkdtempSync('/var/tmp/cs-bench-')
  const sandbox = createLinuxSandbox(process.env.PATH)
  await sandbox.status()
  const start = performance.now()
  const result = await sandbox.run(
    {
      permit: allow('policy-sandboxed'),
      command: ['sh', '-c', `yes 'a line of some thirty characters' | head -c ${String(megabytes)}000000`],
      cwd: workspace,
      workspace,
      env: { PATH: '/usr/bin:/bin' },
      policy: sandboxPolicyForMode('workspace-write'),
      timeoutMs: 60_000,
    },
    new AbortController().signal,
    () => undefined,
  )
  const milliseconds = performance.now() - start
  rmSync(workspace, { recursive: true })
  if (result.kind !== 'exited' || result.exitCode !== 0) throw new Error(JSON.stringify(result).slice(0, 200))
  return {
    milliseconds,
    peak: peakMegabytes(),
    kept: result.output.aggregated.length,
  }
}

function inChild(): Promise<Measured> {
  return new Promise((resolve, reject) => {
    const started = spawn(process.execPath, [import.meta.filename], {
      env: { ...process.env, [child]: 'yes' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    started.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
    })
    started.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(text.slice(text.indexOf('{'))) as Measured)
      else reject(new Error(`the flooded process ended with ${String(code)}`))
    })
  })
}

if (process.env[child] === undefined) {
  const { milliseconds, peak, kept } = await inChild()
  printRows([
    {
      what: `${String(megabytes)} MB of output from one command (${String(kept)} characters kept)`,
      figure: ms(milliseconds),
      goal: 'under 500 ms',
      reached: milliseconds < 500,
    },
    {
      what: 'the most memory that the process had meanwhile',
      figure: `${peak.toFixed(0)} MB`,
      goal: 'under 100 MB',
      reached: peak < 100,
    },
  ])
} else console.log(JSON.stringify(await flood()))
