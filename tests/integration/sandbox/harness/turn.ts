import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import {
  createLinuxSandbox,
  type LinuxSandboxOptions,
} from '../../../../src/main/adapters/sandbox-linux/linux-sandbox'
import { allow } from '../../../../src/main/core/policy/permit'
import type { RunResult, RunSpec } from '../../../../src/main/core/ports'
import { waiting } from './waiting'

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
  const held: number[] = []
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
    /**
     * Runs something, so that a sandbox is made for the next command, waits for it and returns its namespace, which is held
     * open: its number would soon be another one's.
     */
    async prepared(first: readonly string[] = ['true'], changes: Partial<RunSpec> = {}): Promise<string> {
      expect(await run(first, changes)).toMatchObject({ kind: 'exited', exitCode: 0 })
      await expect.poll(() => waiting(work).size).toBe(1)
      const [path = ''] = waiting(work).values()
      held.push(openSync(path, 'r'))
      return readlinkSync(path)
    },
    async close(): Promise<void> {
      await sandbox.rest?.()
      for (const fd of held.splice(0)) closeSync(fd)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What a run printed, or why it did not begin. */
export const said = (result: RunResult): string =>
  'output' in result ? result.output.aggregated : result.reason

/** Prints the mount namespace. */
export const whereAmI = ['readlink', '/proc/self/ns/mnt']
