import { subscribe } from 'node:diagnostics_channel'
import { join } from 'node:path'
import { sandboxPolicyForMode } from '../../../src/shared/domain/sandbox-policy'
import { createLinuxSandbox } from '../../../src/main/adapters/sandbox-linux/linux-sandbox'
import { allow } from '../../../src/main/core/policy/permit'

/** Runs a command in a sandbox and is gone by SIGKILL so many milliseconds after the launcher is started; never for none. */
const [base = '', mark = '', afterMs] = process.argv.slice(2)
const workspace = join(base, 'work')
const sandbox = createLinuxSandbox(process.env.PATH, { home: base, engineHome: join(base, 'state') })
const spec = {
  permit: allow('policy-sandboxed'),
  workspace,
  cwd: workspace,
  env: { PATH: '/usr/bin:/bin', HOME: base },
  policy: sandboxPolicyForMode('workspace-write'),
  timeoutMs: 60_000,
} as const
const signal = new AbortController().signal
await sandbox.run({ ...spec, command: ['true'] }, signal, () => undefined)
const gone = (): void => {
  process.kill(process.pid, 'SIGKILL')
}
if (afterMs !== undefined)
  subscribe('countersign:program', () => {
    if (afterMs === '0') process.nextTick(gone)
    else setTimeout(gone, Number(afterMs))
  })
const command = ['sh', '-c', 'touch "$0"; exec sleep "60.$0"', mark]
await sandbox.run({ ...spec, command }, signal, () => undefined)
