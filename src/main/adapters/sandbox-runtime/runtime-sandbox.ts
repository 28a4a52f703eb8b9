import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { z } from 'zod'
import type { SandboxStatus } from '@shared/domain/doctor'
import { opensNetwork } from '@shared/domain/sandbox-policy'
import { quoteWord } from '@shared/domain/quote-shell'
import type { HostGate } from '../../core/network/host-gate'
import type { StartChild } from '../../core/ports/child-program'
import type { OutputListener, RunResult, RunSpec, Sandbox } from '../../core/ports/sandbox'
import { runProcess } from '../process-execa/run-process'
import { runtimeBackend, type BackendName } from './choose-backend'
import { runtimeConfig, type LinuxTools, type RuntimeConfig } from './runtime-config'
import { RuntimeSession } from './runtime-session'
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

/**
 * A command as text for a POSIX shell, each word in single quotes, in which nothing has a meaning. sandbox-runtime only
 * takes text.
 */
export function posixWords(command: readonly string[]): string {
  return command.map(quoteWord).join(' ')
}

/** An argument as PowerShell before 7.3 must have it so that the program receives it whole. */
function nativeArgument(word: string): string {
  const escaped = word.replace(/(\\*)"/g, '$1$1\\"')
  return /\s/.test(word) ? escaped.replace(/\\+$/, '$&$&') : escaped
}

/** A command for `powershell.exe -EncodedCommand`: base64 without any character that a shell on the way could read. */
export function powershellEncoded(command: readonly string[]): string {
  const quote = (word: string): string => `'${word.replace(/['\u2018-\u201b]/g, '$&$&')}'`
  const [program = '', ...args] = command
  // A program that cannot be started must fail: without Stop, PowerShell would go on and exit with 0.
  const script = `$ErrorActionPreference = 'Stop'; & ${[program, ...args.map(nativeArgument)].map(quote).join(' ')}; exit $LASTEXITCODE`
  return Buffer.from(script, 'utf16le').toString('base64')
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

/** What sandbox-runtime says of the machine. */
interface Dependencies {
  readonly supported: boolean
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

/** The step that repairs what a line of the runtime complains of; its own words are in the reason. */
const remedies: readonly (readonly [sign: RegExp, remedy: string])[] = [
  [/bubblewrap|bwrap/, 'sudo apt install bubblewrap'],
  [/socat/, 'sudo apt install socat'],
  [/ripgrep/, 'sudo apt install ripgrep'],
  [/srt-win|windows|WFP|sandbox user|provision/i, 'npx @anthropic-ai/sandbox-runtime windows-install'],
]

/**
 * The runtime's own findings as our status. Any error makes the sandbox unavailable, and so does the one warning that
 * would take a wall away (Unix sockets not blocked).
 */
export function dependencyStatus(found: Dependencies, backend: BackendName, version: string): SandboxStatus {
  const fatal = [...found.errors, ...found.warnings.filter((warning) => warning.includes('unix socket'))]
  if (found.supported && fatal.length === 0) return { kind: 'available', backend, version }
  const reason = fatal.join('; ') || 'this platform has no sandbox'
  const remedy = remedies.find(([sign]) => sign.test(fatal[0] ?? ''))?.[1]
  return { kind: 'unavailable', reason, remedy: remedy ?? 'countersign doctor' }
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

/** Idle runtimes that are kept; a further one closes the oldest. */
const maxIdle = 4

/**
 * Runtimes by configuration. A runtime serves one run at a time, and is used again only for exactly the same limits and
 * folder, so that no two policies ever meet in one. `open` makes a fresh one without starting it.
 */
export class RuntimePool {
  readonly #open: (cwd: string) => RuntimeSession
  readonly #idle: { key: string; session: RuntimeSession }[] = []
  #closed = false

  constructor(open: (cwd: string) => RuntimeSession) {
    this.#open = open
  }

  /** A started runtime for these limits, for the caller alone. Rejects when it cannot be started. */
  async acquire(
    config: RuntimeConfig,
    cwd: string,
  ): Promise<{ session: RuntimeSession; release: () => void }> {
    const key = JSON.stringify([cwd, config])
    const at = this.#idle.findIndex((each) => each.key === key && each.session.alive)
    const found = at < 0 ? undefined : this.#idle.splice(at, 1)[0]
    const session = found?.session ?? (await this.#start(config, cwd))
    return { session, release: () => this.#release(key, session) }
  }

  /** Closes what is idle; what is in use is closed when it comes back. */
  close(): void {
    this.#closed = true
    for (const { session } of this.#idle.splice(0)) session.close()
  }

  async #start(config: RuntimeConfig, cwd: string): Promise<RuntimeSession> {
    const session = this.#open(cwd)
    try {
      await session.start(config)
      return session
    } catch (error) {
      session.close()
      throw error
    }
  }

  #release(key: string, session: RuntimeSession): void {
    if (!session.alive) return
    this.#idle.push({ key, session })
    while (this.#idle.length > (this.#closed ? 0 : maxIdle)) this.#idle.shift()?.session.close()
  }
}
