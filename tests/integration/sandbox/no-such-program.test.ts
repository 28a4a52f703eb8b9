import { mkdtempSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { createLinuxSandbox } from '../../../src/main/adapters/sandbox-linux/linux-sandbox'
import { allow } from '../../../src/main/core/policy/permit'

const sandboxes = {
  'with the observer': createLinuxSandbox(process.env.PATH),
  'without it': createLinuxSandbox(process.env.PATH, { observed: false }),
}
let workspace: string
beforeAll(() => {
  workspace = mkdtempSync('/var/tmp/cs-program-')
})
afterAll(() => {
  rmSync(workspace, { recursive: true, force: true })
})

const absent = 'No such file or directory'

test.for([
  ['no-such-program', 127, absent],
  ['/no/such/program', 127, absent],
  ['/etc/passwd', 126, 'Permission denied'],
  ['/usr', 126, 'Permission denied'],
] as const)('running %s is exit %i and a line that names it', async ([program, exitCode, why]) => {
  for (const sandbox of Object.values(sandboxes)) {
    const heard: string[] = []
    const result = await sandbox.run(
      {
        permit: allow('policy-sandboxed'),
        command: [program],
        cwd: workspace,
        workspace,
        env: { PATH: '/usr/bin:/bin' },
        policy: sandboxPolicyForMode('workspace-write'),
        timeoutMs: 60_000,
      },
      new AbortController().signal,
      (_, text) => heard.push(text),
    )
    if (result.kind !== 'exited') throw new Error(result.kind)
    const said = `[countersign] ${program} could not be run: ${why}\n`
    expect([result.exitCode, result.evidence]).toEqual([exitCode, []])
    expect([result.output.stderr, heard.join('')].map((text) => text.slice(-said.length))).toEqual([
      said,
      said,
    ])
  }
})
