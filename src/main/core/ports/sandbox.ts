import type { Confinement } from '@shared/domain/agent-event'
import type { CommandOutput } from '@shared/domain/command-outcome'
import type { SandboxStatus } from '@shared/domain/doctor'
import type { Evidence } from '@shared/domain/evidence'
import type { Grant } from '@shared/domain/grant'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { AskHost } from '../run/host-question'
import type { RunningStops } from '../run/running-stops'
import type { PredictedChanges } from '../run/predicted-changes'
import type { Permit } from '../policy/permit'
import type { ProcessInput } from '../run/process-input'

/** A TCP port on which a process of a run listens, in the run's own network. */
export interface OpenPort {
  readonly port: number
  /**
   * Makes it reachable on this machine's loopback, and nowhere else, for as long as it listens; the number there. The same
   * while that lasts. Rejects with what is missing, in words.
   */
  forward(): Promise<number>
}

/** One attempt at a command. `permit` is the proof that it may run, and says how it is contained. */
export interface RunSpec {
  readonly permit: Permit
  readonly command: readonly string[]
  readonly cwd: string
  /** The session's folder: the writable root of workspace-write, which `cwd` may lie outside of. */
  readonly workspace: string
  readonly env: Readonly<Record<string, string>>
  readonly policy: SandboxPolicy
  readonly timeoutMs: number
  /**
   * Asks about hosts that the permit's grants do not cover, while the connection waits. Undefined: they are refused.
   * With neither this nor a host grant the run has no network but what the policy opens.
   */
  readonly askHost?: AskHost
  /** Nobody can be asked about hosts, and those that it tries are to be named as evidence all the same. Absent: they are not. */
  readonly watchHosts?: true
  /** A folder of the engine's that the run can read whatever the sandbox hides, and cannot change; absent: none. */
  readonly staging?: string
  /** Makes it a run that can be written to; absent: standard input is empty. */
  readonly input?: ProcessInput
  /** What its words say that it will do, so that it can be stopped before it has done a half. Absent: nothing is predicted. */
  readonly predicted?: PredictedChanges
  /** What its words say that it reads, see predictedReads: asked where it has failed. Absent: nobody knows. */
  readonly reads?: () => Promise<readonly string[]>
  /** Package managers that its words tell to fetch; see fetchingPrograms. Absent: none is known to be. */
  readonly fetches?: readonly string[]
  /** It puts back what the engine keeps of a folder, for a person who asked for that: what git's configuration points at may be among it. */
  readonly putsBack?: true
  /** What of its time does not count against its limit, in milliseconds until now; set by the sandbox. Absent: all counts. */
  readonly waiting?: { readonly ms: number }
  /** A folder that package managers keep their caches in, which it may write to; set by the sandbox. Absent: none. */
  readonly ownCache?: string
  /** Whose caches it has, for one that no command of the workspace may have written to; absent: the workspace's. */
  readonly cachesOf?: string
  /** The session that it belongs to: runs of one with the same policy meet on a loopback network that is theirs alone. Absent: it meets nobody. */
  readonly session?: string
  /** Told the ports that its processes listen on there, whenever they change, within a second or so; none when it is over. Absent: nobody asks. */
  readonly onPorts?: (ports: readonly OpenPort[]) => void
  /** Given, once it runs, a way to see what is stopped of it, for one that runs on. Absent: nobody looks before its end. */
  readonly onStops?: (stops: RunningStops) => void
  /** It runs for long: a host that nobody answered about is asked about again. Absent: it is refused until its end. */
  readonly lasting?: true
  /** It ends within its turn, so another like it may follow before `rest`: that one's sandbox may be prepared. Absent: none is. */
  readonly inTurn?: boolean
}

/**
 * How an attempt ended, before anyone judges it. `evidence` is what the backend saw the kernel refuse; `notes` the end of the output, where that is its own words;
 * `failedPart` the exit code of the first process to fail of those that the command's own one started, as the parts of a pipeline. Absent: none did, or nobody looked.
 */
export type RunResult =
  | ({ readonly kind: 'exited'; readonly exitCode: number; readonly failedPart?: number } & Ended)
  | ({ readonly kind: 'timed-out' } & Ended)
  | ({ readonly kind: 'cancelled' } & Ended)
  | { readonly kind: 'failed'; readonly reason: string }

interface Ended {
  readonly durationMs: number
  readonly output: CommandOutput
  readonly evidence: readonly Evidence[]
  readonly notes?: string
}

/** Receives live output as it comes, decoded; bounded by the sender. */
export interface OutputListener {
  (stream: 'stdout' | 'stderr', text: string): void
  /**
   * Gets every byte as it comes, unbounded and undecoded, besides the text. A promise: no more is read of that stream before
   * it resolves, so that the program waits for whoever takes them. The chunk is read into again: what is kept of it is a copy. Absent: nobody
   * wants them.
   */
  bytes?(stream: 'stdout' | 'stderr', chunk: Uint8Array): Promise<void> | undefined
}

/**
 * Runs commands, in the sandbox or, when the permit says so, without it. Never throws for what the command does; a
 * command that cannot be started is `failed`. Nothing the command started outlives the promise.
 */
export interface CommandRunner {
  run(spec: RunSpec, signal: AbortSignal, onOutput: OutputListener): Promise<RunResult>
}

/**
 * The system's sandbox. `confinement` is what contains its runs, whether or not it works here now. `status` is cached;
 * `recheck` looks again (after a person installed something). `close` ends what it keeps running for itself, and waits for rehearsals that were called off.
 */
export interface Sandbox extends CommandRunner {
  readonly confinement: Confinement
  close?(): void | Promise<void>
  /**
   * A turn is over: takes away what stands ready for a next run, so that the workspace holds nothing of it. Bounded, never
   * rejects. Absent: nothing is ever prepared.
   */
  rest?(): Promise<void>
  /** A session is over, with all its runs: what they shared goes. Never rejects. Absent: they share nothing. */
  leave?(session: string): Promise<void>
  /** Why no sandbox is held for commands like this one, as a clause; undefined: one is, or there is none. Absent: never is. */
  whyNonePrepared?(spec: RunSpec): Promise<string | undefined>
  /**
   * Why commands of one session share no network here, as a clause in plain words; undefined: they do, or there is no sandbox at
   * all. Absent: they never do.
   */
  whyNoSharedNetwork?(): Promise<string | undefined>
  /** Begins what a first command in this folder would wait for. Returns at once, never throws, and keeps no process alive. */
  prefetch?(workspace: string, policy: SandboxPolicy): void
  /** The grant with what its path is now (`was`). A run whose grant's path is something else is `failed`. Absent: nothing is told. */
  identify?(grant: Grant): Grant
  /** Whether a run could be laid out with exactly this grant, as things stand. Absent: it is not known before it is tried. */
  lays?(grant: Grant): boolean
  /** What its runs made known of tools' settings below a session's folder: absolute, perhaps gone. Never rejects. Absent: nothing. */
  settingsBelow?(folder: string): Promise<readonly string[]>
  status(): Promise<SandboxStatus>
  recheck(): Promise<SandboxStatus>
}
