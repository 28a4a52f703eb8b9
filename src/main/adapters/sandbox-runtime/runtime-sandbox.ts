import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { z } from 'zod'
import type { SandboxStatus } from '@shared/domain/doctor'
import { opensNetwork } from '@shared/domain/sandbox-policy'
import type { HostGate } from '../../core/network/host-gate'
import type { StartChild } from '../../core/child-program'
import type { OutputListener, RunResult, RunSpec, Sandbox } from '../../core/ports'
import { runProcess } from '../process-execa/run-process'
import { runtimeBackend, type BackendName } from './choose-backend'
import { dependencyStatus } from './dependency-status'
import { runtimeConfig, type LinuxTools } from './runtime-config'
import { RuntimePool } from './runtime-pool'
import { RuntimeSession } from './runtime-session'
import { posixWords, powershellEncoded } from './shell-words'
import { evidenceOfLines } from './violations'

/** What the adapter needs of the machine and of the engine. */
export interface RuntimeSandboxOptions {
  readonly platform: NodeJS.Platform
  /** The built runtime-process file. */
  readonly program: string
  readonly home: string
  /** A fresh gate over the run's grants; it decides every connection. */
  readonly gateFor: (spec: RunSpec) => HostGate
  /** The directories that the run's policy makes writable, real and absolute. */
  readonly writableRoots: (spec: RunSpec) => readonly string[]
  /** What runtimes see of the engine's environment: no proxies, no secrets. */
  readonly env: Readonly<Record<string, string>>
  /** Paths that a run's commands may not read, absolute: the credential stores but what its grants open. */
  readonly deniedReads: (spec: RunSpec) => readonly string[]
  readonly startChild: StartChild
  readonly tools?: LinuxTools
  readonly srtWin?: string
}

/** A sandbox that can be shut down with the engine. */
export interface RuntimeSandbox extends Sandbox {
  close(): void
}

/** Variables that the shell in front of the sandbox would act on before there is a sandbox. */
const shellHooks = /^(BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PS4|BASH_FUNC_.*)$/

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** One run in a runtime of its own. Rejects when the runtime fails before the command was started. */
async function runIn(
  pool: RuntimePool,
  spec: RunSpec,
  world: {
    options: RuntimeSandboxOptions
    backend: BackendName
    signal: AbortSignal
    onOutput: OutputListener
  },
): Promise<RunResult> {
  const { options, backend } = world
  const { policy, permit } = spec
  const roots = options.writableRoots(spec)
  const deniedReads = options.deniedReads(spec)
  const config = runtimeConfig({
    writable: roots,
    grants: permit.grants,
    openNetwork: opensNetwork(policy),
    deniedReads,
    home: options.home,
    ...(options.tools ? { tools: options.tools } : {}),
    ...(options.srtWin === undefined ? {} : { srtWin: options.srtWin }),
  })
  const gate = options.gateFor(spec)
  const { session, release } = await pool.acquire(config, spec.workspace)
  const commandId = randomBytes(18).toString('base64url')
  const windows = options.platform === 'win32'
  try {
    const wrapped = await session.wrap(
      {
        commandId,
        cwd: spec.cwd,
        command: windows ? powershellEncoded(spec.command) : posixWords(spec.command),
        binShell: windows ? powershell(options.env) : '/bin/bash',
      },
      // Their proxy does not say how the client came; a tunnel is the common case.
      async (host, port) => (await gate.decide(host, port, 'connect')).kind === 'allowed',
    )
    const [file = '', ...args] = wrapped.argv
    const own = Object.entries(spec.env).filter(([name]) => !shellHooks.test(name))
    const result = await runProcess(
      {
        file,
        args,
        cwd: spec.cwd,
        // The runtime's proxy variables are in argv; Node heeds them only if it is told to.
        env: windows ? wrapped.env : { ...Object.fromEntries(own), NODE_USE_ENV_PROXY: '1' },
        timeoutMs: spec.timeoutMs,
        input: spec.input,
      },
      world.signal,
      world.onOutput,
    )
    gate.close()
    const lines = await session.finish(commandId).catch(() => []) // no evidence then; the result stands
    if (result.kind === 'failed') return result
    const granted = permit.grants.flatMap((grant) => (grant.kind === 'write' ? [grant.path] : []))
    const seen = evidenceOfLines(lines, {
      writable: [...roots, ...granted],
      deniedWrites: config.filesystem.denyWrite.map(pathOf),
      deniedReads,
      backend,
    })
    return { ...result, evidence: [...seen, ...gate.evidence()] }
  } finally {
    gate.close()
    release()
  }
}

const pathOf = (entry: string | { readonly path: string }): string =>
  typeof entry === 'string' ? entry : entry.path

function powershell(env: Readonly<Record<string, string>>): { exe: string; args: string[] } {
  const root = env.SystemRoot ?? 'C:\\Windows'
  return {
    exe: `${root}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`,
    args: ['-NoProfile', '-NonInteractive', '-EncodedCommand'],
  }
}

function runtimeVersion(): string {
  const require = createRequire(import.meta.url)
  const { version } = z
    .object({ version: z.string() })
    .parse(require('@anthropic-ai/sandbox-runtime/package.json'))
  return `sandbox-runtime ${version}`
}

const openSession = ({ startChild, program, env }: RuntimeSandboxOptions, cwd: string): RuntimeSession =>
  new RuntimeSession(startChild({ program, cwd, env }))

/** Asks a runtime what the machine lacks; a runtime that cannot even be asked is a missing sandbox. */
async function lookAt(options: RuntimeSandboxOptions): Promise<SandboxStatus> {
  const backend = runtimeBackend(options.platform)
  if (!backend)
    return {
      kind: 'unavailable',
      reason: `there is no sandbox for ${options.platform}`,
      remedy: 'Use Linux, macOS or Windows',
    }
  let session: RuntimeSession | undefined
  try {
    session = openSession(options, options.home)
    return dependencyStatus(await session.check(), backend, runtimeVersion())
  } catch (error) {
    return {
      kind: 'unavailable',
      reason: `the sandbox runtime does not start: ${reasonOf(error)}`,
      remedy: 'Install Countersign again',
    }
  } finally {
    session?.close()
  }
}

/**
 * The sandbox over `@anthropic-ai/sandbox-runtime`: macOS (Seatbelt) and Windows (srt-win); on Linux it works too and is
 * tested, but our own adapter is used. Fails closed: what is not a run inside a working runtime is `failed`, and
 * nothing was started.
 */
export function createRuntimeSandbox(options: RuntimeSandboxOptions): RuntimeSandbox {
  const pool = new RuntimePool((cwd) => openSession(options, cwd))
  let checked: Promise<SandboxStatus> | undefined
  return {
    confinement: runtimeBackend(options.platform) ?? 'none',
    status: () => (checked ??= lookAt(options)),
    recheck: () => (checked = lookAt(options)),
    async run(spec, signal, onOutput) {
      if (spec.permit.confinement !== 'sandbox')
        return { kind: 'failed', reason: 'this run is not permitted in the sandbox' }
      const status = await (checked ??= lookAt(options))
      if (status.kind === 'unavailable') return { kind: 'failed', reason: status.reason }
      try {
        return await runIn(pool, spec, { options, backend: status.backend, signal, onOutput })
      } catch (error) {
        return { kind: 'failed', reason: `the sandbox could not be set up: ${reasonOf(error)}` }
      }
    },
    close() {
      pool.close()
    },
  }
}
