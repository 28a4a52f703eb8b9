import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Grant } from '@shared/domain/grant'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { gateForRun } from '../../../src/main/adapters/network-proxy/create-run-networks'
import { findProgram } from '../../../src/main/adapters/sandbox-linux/find-program'
import { writableRoots } from '../../../src/main/adapters/sandbox-linux/writable-roots'
import {
  createRuntimeSandbox,
  type RuntimeSandbox,
  type RuntimeSandboxOptions,
} from '../../../src/main/adapters/sandbox-runtime/runtime-sandbox'
import { forkNode } from '../../../src/main/adapters/sandbox-runtime/fork-node'
import { systemClock } from '../../../src/main/adapters/system/clock'
import type { AskHost } from '../../../src/main/core/run/host-question'
import { allow } from '../../../src/main/core/policy/permit'
import type { RunResult } from '../../../src/main/core/ports/sandbox'

/** A trusted tool's absolute path; a missing one fails the suite with the command that installs it. */
function tool(name: string): string {
  const path = findProgram(name, process.env.PATH)
  if (path === undefined) throw new Error(`${name} is missing: sudo apt install bubblewrap socat ripgrep`)
  return path
}

/** The PATH of engine and commands. */
export const path = process.env.PATH ?? '/usr/bin:/bin'

/** workspace-write without /tmp, so that only the workspace is writable. */
export const write: Extract<SandboxPolicy, { mode: 'workspace-write' }> = {
  mode: 'workspace-write',
  writable_roots: [],
  network_access: false,
  exclude_slash_tmp: true,
  exclude_tmpdir_env_var: true,
}

/** The adapter's options for this machine. */
export function runtimeOptions(deniedReads: readonly string[]): RuntimeSandboxOptions {
  return {
    platform: 'linux',
    program: resolve('src/main/adapters/sandbox-runtime/runtime-process.ts'),
    home: homedir(),
    gateFor: (spec) => gateForRun(spec, systemClock),
    writableRoots: (spec) => writableRoots(spec.policy, spec.workspace, spec.env.TMPDIR),
    env: { PATH: path, HOME: homedir() },
    deniedReads: () => deniedReads,
    startChild: forkNode,
    tools: { bwrap: tool('bwrap'), socat: tool('socat'), ripgrep: tool('rg') },
  }
}

/** What a run may differ in. */
export interface RunOptions {
  readonly policy?: SandboxPolicy
  readonly grants?: readonly Grant[]
  readonly askHost?: AskHost
  readonly timeoutMs?: number
}

type Ran = Exclude<RunResult, { kind: 'failed' }>

/** A runtime with a folder of its own, in the home directory and not below /tmp, which policies may open. */
export interface RuntimeWorld {
  readonly base: string
  readonly secrets: string
  readonly sandbox: RuntimeSandbox
  /** Runs in a folder; throws when the run could not be made. */
  run(cwd: string, command: readonly string[], options?: RunOptions): Promise<Ran>
  close(): void
}

/** Makes the folder, a secret in it and the sandbox. */
export function createRuntimeWorld(): RuntimeWorld {
  const base = realpathSync(mkdtempSync(join(homedir(), 'cs-runtime-')))
  const secrets = join(base, 'secrets')
  mkdirSync(secrets)
  writeFileSync(join(secrets, 'key'), 'hush')
  const sandbox = createRuntimeSandbox(runtimeOptions([secrets]))
  return {
    base,
    secrets,
    sandbox,
    async run(cwd, command, options = {}) {
      const result = await sandbox.run(
        {
          permit: allow('person-widened', options.grants ?? []),
          command,
          cwd,
          workspace: cwd,
          env: { PATH: path, HOME: homedir() },
          policy: options.policy ?? write,
          timeoutMs: options.timeoutMs ?? 30_000,
          ...(options.askHost ? { askHost: options.askHost } : {}),
        },
        new AbortController().signal,
        () => undefined,
      )
      if (result.kind === 'failed') throw new Error(result.reason)
      return result
    },
    close() {
      sandbox.close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

/** The exit code, or how else it ended. */
export const code = (result: Ran): number | string =>
  result.kind === 'exited' ? result.exitCode : result.kind

/** A line for /bin/sh. */
export const sh = (text: string): readonly string[] => ['/bin/sh', '-c', text]
