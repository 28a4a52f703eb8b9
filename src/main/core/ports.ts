import type { ProviderLimits } from '@shared/domain/rate-limits'
import type { Confinement, TokenUsage } from '@shared/domain/agent-event'
import type { CommandOutput } from '@shared/domain/command-outcome'
import type { SandboxStatus } from '@shared/domain/doctor'
import type { Evidence } from '@shared/domain/evidence'
import type { Grant } from '@shared/domain/grant'
import type { ResponseItem } from '@shared/domain/response-item'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { ModelChoice, ModelVerbosity, ReasoningEffort, ReasoningSummary } from '@shared/domain/settings'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { AskHost } from './run/host-question'
import type { OpenPort } from './run/open-port'
import type { RunningStops } from './run/running-stops'
import type { PatchStep } from './run/patch-step'
import type { PredictedChanges } from './run/predicted-changes'
import type { Permit } from './policy/permit'
import type { ProcessInput } from './run/process-input'

/** What the core needs of the world. Adapters implement these; only compose.ts constructs them. */

/** The wall clock. `now` is milliseconds since the epoch; `sleep` rejects with the signal's reason when aborted. */
export interface Clock {
  now(): number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** Fresh ids: UUID version 7, so that they sort by age. */
export interface Ids {
  next(): string
}

/**
 * A tool as it is offered to a model: a function whose `parameters` are a JSON Schema object. Servers of the Responses format
 * are offered it in its `form`, where it has one: text after a Lark grammar, or a tool that the server knows by itself. Where
 * there is no such form it is a function all the same, but for `web_search`, which only a server can do.
 */
export interface ToolSpec {
  readonly name: string
  readonly description: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly form?: { readonly grammar: string } | 'local_shell' | 'web_search'
}

/**
 * The form an answer is asked for in. `schema` asks the server to hold the answer to the JSON Schema, `json` to any JSON
 * object, `text` asks for nothing: servers differ in what they know. `name` is a-z, 0-9, `_` and `-`, at most 64 long.
 */
export interface OutputForm {
  readonly mode: 'schema' | 'json' | 'text'
  readonly name: string
  readonly schema: Readonly<Record<string, unknown>>
}

/**
 * One request to a model. `input` is the whole history, already normalised (each call has exactly one output); no call of the answer may
 * have an id of its calls or of `takenCalls`. A server that refuses `output` ends the stream with FaultError `bad-request` whose fault says
 * `refused: 'output-form'`. `reasoningEffort` or `reasoningSummary` absent: nothing is sent, the server's own; Chat servers never get the latter.
 */
export interface ModelRequest {
  readonly sessionId: string
  readonly model: string
  readonly instructions: string
  readonly input: readonly ResponseItem[]
  readonly takenCalls?: readonly string[]
  readonly tools: readonly ToolSpec[]
  readonly output?: OutputForm
  readonly reasoningEffort?: ReasoningEffort
  readonly reasoningSummary?: ReasoningSummary
  readonly verbosity?: ModelVerbosity
  /** In tokens, of the answer; absent: the server's own limit. */
  readonly maxOutputTokens?: number
}

/**
 * What a model's answer is made of, in order. `item` carries a finished item (message, reasoning, call) and
 * is the only form that counts; deltas are for the eye, and so is `search`: the server looks something up in the web, and then
 * says in `done` what it was. A half function call is never reported as an item.
 * `retrying` says that what was streamed since the last `item` is void and comes again.
 */
export type ModelEvent =
  | { readonly type: 'text-delta'; readonly itemId: string; readonly text: string }
  | {
      readonly type: 'reasoning-delta'
      readonly itemId: string
      readonly text: string
      /** The model's own reasoning, and no summary of it. */
      readonly raw?: true
      /** A new part of the summary begins here. */
      readonly section?: true
    }
  /** What the provider says of its limits; with an answer, or with the error in its place. */
  | { readonly type: 'limits'; readonly limits: ProviderLimits }
  | { readonly type: 'search'; readonly itemId: string; readonly done?: string }
  | { readonly type: 'item'; readonly itemId: string; readonly item: ResponseItem }
  | { readonly type: 'retrying'; readonly attempt: number; readonly reason: string }
  | { readonly type: 'completed'; readonly usage?: TokenUsage }

/** A provider's stream. Throws FaultError (see shared/domain/fault) for everything that ends the answer early. */
export interface ModelStream {
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>
}

/** The configured providers. `open` throws FaultError `unknown-provider` or `missing-key`. */
export interface ModelProviders {
  open(provider: string): ModelStream
  choices(): readonly ModelChoice[]
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
  /** Package managers that its words tell to fetch; see fetchingPrograms. Absent: none is known to be. */
  readonly fetches?: readonly string[]
  /** A folder that package managers keep their caches in, which it may write to; set by the sandbox. Absent: none. */
  readonly ownCache?: string
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

/** How an attempt ended, before anyone judges it. `evidence` is what the backend saw the kernel refuse; `notes` the end of the output, where that is its own words. */
export type RunResult =
  | ({ readonly kind: 'exited'; readonly exitCode: number } & Ended)
  | ({ readonly kind: 'timed-out' | 'cancelled' } & Ended)
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

/**
 * What a patch's path leads to. `place` is the real absolute path that would be written or removed; it has no symbolic
 * link in it. `folder` is the deepest folder above it that exists. `mode` holds permission bits only. A `link` is only
 * reported where the name itself was asked for. `refused` says in words why a patch may not touch it: not a regular
 * file, binary, too large, unreadable, marked read-only, a link that leads nowhere.
 */
export type PatchTarget =
  | { readonly kind: 'missing'; readonly place: string; readonly folder: string }
  | {
      readonly kind: 'file'
      readonly place: string
      readonly mode: number
      /** How many names the file has; above 1 it is hard-linked. */
      readonly links: number
      readonly text: string
    }
  | { readonly kind: 'link'; readonly place: string; readonly leadsTo: string }
  | { readonly kind: 'refused'; readonly reason: string }

/** Where patches may write under a policy, as real absolute paths, and what stays asked about inside of it. */
export interface PatchPlaces {
  readonly writable: readonly string[]
  readonly protected: readonly string[]
}

/**
 * A patch laid out for its run: `command` applies it, `undo` takes a broken-off run back (harmless when there was
 * none), `env` is their whole environment. `settle` says how it went and clears the staging away; it never throws.
 */
export interface StagedPatch {
  readonly folder: string
  readonly command: readonly string[]
  readonly undo: readonly string[]
  readonly env: Readonly<Record<string, string>>
  settle(applied: boolean): Promise<void>
}

/** Makes unified diffs with three lines of context. Quick for any texts: far apart ones give one replaced block. */
export interface TextDiff {
  /** The hunks alone, as the change map carries them; '' when nothing differs. `context` in lines; absent: three. */
  readonly hunks: (before: string, after: string, context?: number) => string
  /**
   * With git's headers; undefined on a side means that there is no file. `name` is relative, and is quoted where git
   * quotes it. '' when nothing differs.
   */
  readonly file: (name: string, before: string | undefined, after: string | undefined) => string
}

/** The file system as patches need it. Only `stage` writes, and only in the engine's own staging folder. */
export interface PatchFiles {
  readonly places: (
    policy: SandboxPolicy,
    workspace: string,
    tmpdir: string | undefined,
  ) => Promise<PatchPlaces>
  /** Looks for a session that works in `roots`, without changing anything; with `name` a symbolic link at the end is reported, not followed. Never throws. */
  readonly look: (path: string, end: 'follow' | 'name', roots: readonly string[]) => Promise<PatchTarget>
  /** `id` is unguessable and part of every temporary name. Throws FaultError `internal` when no safe folder is left. */
  readonly stage: (
    id: string,
    steps: readonly PatchStep[],
    writable: readonly string[],
  ) => Promise<StagedPatch>
}

/** The stored rules; both throw FaultError `store-failed`. `save` resolves when they are on file. */
export interface RuleStore {
  load(): Promise<readonly StoredGrant[]>
  save(rules: readonly StoredGrant[]): Promise<void>
}

/** Makes the demo's throw-away project and returns its folder. */
export interface DemoProject {
  create(): Promise<{ readonly cwd: string }>
}

/** The system's trash, from which a person can take things back. Throws when there is none; nothing is deleted then. */
export interface Trash {
  put(path: string): Promise<void>
}

/** One line per thing that went wrong, for the diagnostic log; never holds secrets or prompts. */
export interface Log {
  error(message: string, cause?: unknown): void
}
