import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import {
  createLinuxSandbox,
  type LinuxSandboxOptions,
} from '../../../../src/main/adapters/sandbox-linux/linux-sandbox'
import { allow } from '../../../../src/main/core/policy/permit'
import type { RunResult, RunSpec } from '../../../../src/main/core/ports/sandbox'
import { whichSandbox } from './held'

/** What the commands of these turns see; one value spans two lines. */
export const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', NAMED: 'a b\nc' }

/** A sandbox of this process with a repository to work in, as a turn has it. Close it afterwards. */
export type Turn = ReturnType<typeof openTurn>

export function openTurn(options: LinuxSandboxOptions = {}) {
  const folder = mkdtempSync('/var/tmp/cs-waiting-')
  const work = join(folder, 'work')
  mkdirSync(work)
  execFileSync('git', ['init', '-q', work])
  const sandbox = createLinuxSandbox(process.env.PATH, { home: folder, ...options })
  const run = (
    command: readonly string[],
    changes: Partial<RunSpec> = {},
    signal = new AbortController().signal,
  ): Promise<RunResult> => {
    const spec: RunSpec = {
      permit: allow('policy-sandboxed'),
      command,
      cwd: work,
      workspace: work,
      env,
      policy: SandboxPolicy.parse({ mode: 'workspace-write', exclude_slash_tmp: true }),
      timeoutMs: 60_000,
      inTurn: true,
      ...changes,
    }
    return sandbox.run(spec, signal, () => undefined)
  }
  return {
    folder,
    work,
    sandbox,
    run,
    /** Runs something, so that a sandbox is made for the next commands, waits until it is held, and tells which it is. */
    async prepared(first: readonly string[] = ['true'], changes: Partial<RunSpec> = {}): Promise<string> {
      expect(await run(first, changes)).toMatchObject({ kind: 'exited', exitCode: 0 })
      expect(await sandbox.settled()).toBeDefined()
      return said(await run(whichSandbox, changes)).trim()
    },
    async close(): Promise<void> {
      await sandbox.rest?.()
      await sandbox.close?.()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What a run printed, or why it did not begin. */
export const said = (result: RunResult): string =>
  'output' in result ? result.output.aggregated : result.reason

export { whichSandbox }
