import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { SessionSummary } from '@shared/domain/session'
import type { TerminalNow } from '@shared/domain/session-terminal'
import { FaultError } from '@shared/domain/fault'
import { serverPermit } from '../mcp/server-permit'
import type { OutputListener, RunResult, Sandbox, CommandRunner } from '../ports/sandbox'
import type { Clock } from '../ports/system'
import type { Workspace } from '../ports/workspace'
import type { InputSink, TerminalSize } from '../run/process-input'
import { sendText } from '../run/talking-run'

/** Characters that are kept of what it said. */
const kept = 256 * 1024
/** So many that no window has drawn yet make the program wait: what comes meanwhile is kept beside them. */
const mostUnread = kept / 2
/** How long a reading waits for something to read. */
const readMs = 20_000
/** Writes that wait for a program which does not read. */
const mostWaiting = 16

/** What terminals work with. */
export interface TerminalParts {
  readonly sandbox: Pick<Sandbox, 'run' | 'status'>
  readonly unconfined: CommandRunner
  readonly workspace: Pick<Workspace, 'environment' | 'program'>
  readonly clock: Clock
}

/** Whose terminal it is. `policy` is what may be done there now. */
export interface TerminalPlace {
  readonly session: Pick<SessionSummary, 'id' | 'cwd' | 'desk' | 'child'>
  readonly policy: SandboxPolicy
}

/** The terminals that a person opens in sessions; see SessionTerminal. `open` and `read` throw FaultError `unknown-session`; the others open no session. */
export interface Terminals {
  /** Throws FaultError `bad-request` where none can be opened, and for an archived session. */
  open(sessionId: string, size: TerminalSize): Promise<OpenedTerminal>
  read(sessionId: string, run: number, after: number): Promise<TerminalNow>
  write(sessionId: string, run: number, text: string): Promise<boolean>
  resize(sessionId: string, size: TerminalSize): Promise<void>
  end(sessionId: string, run: number): Promise<void>
}

/** Which run of a session's terminal there is now; `begun` is false where it ran already, which is whose it was. */
export interface OpenedTerminal {
  readonly run: number
  readonly begun: boolean
}

interface Over {
  readonly exitCode?: number
  readonly failed?: string
  readonly stopped?: true
}

/** One shell, from its start to its end and what is kept of it beyond. */
class ShellRun {
  readonly policy: SandboxPolicy
  readonly #stop = new AbortController()
  readonly #decoder = new TextDecoder()
  readonly #attached = Promise.withResolvers<undefined>()
  #changed = Promise.withResolvers<undefined>()
  #drawn = Promise.withResolvers<undefined>()
  #sink: InputSink | undefined
  #size: TerminalSize
  #text = ''
  #total = 0
  #drawnTo = 0
  #waiting = 0
  #over: Over | undefined
  #ended: Promise<void> = Promise.resolve()

  constructor(policy: SandboxPolicy, size: TerminalSize) {
    this.policy = policy
    this.#size = size
  }

  get over(): Over | undefined {
    return this.#over
  }

  begin(
    run: (
      signal: AbortSignal,
      attach: (sink: InputSink) => void,
      onOutput: OutputListener,
    ) => Promise<RunResult>,
  ): void {
    const bytes: OutputListener['bytes'] = (_, chunk) =>
      this.#say(this.#decoder.decode(chunk, { stream: true }))
    const attach = (sink: InputSink): void => {
      this.#sink = sink
      sink.resize(this.#size)
      this.#attached.resolve(undefined)
    }
    this.#ended = run(
      this.#stop.signal,
      attach,
      Object.assign(() => undefined, { bytes }),
    ).then(
      (result) => {
        if ('notes' in result) void this.#say(asLines(result.notes))
        this.#finish(endOf(result))
      },
      (error: unknown) => {
        this.#finish({ failed: error instanceof Error ? error.message : String(error) })
      },
    )
  }

  /** What there is beyond that character; waits for it where there is nothing and it runs. */
  async read(after: number, clock: Clock): Promise<{ readonly from: number; readonly text: string }> {
    this.#drawnTo = Math.max(this.#drawnTo, Math.min(after, this.#total))
    if (!this.#isAhead()) this.#drawn.resolve(undefined)
    if (after >= this.#total && !this.#over) {
      const done = new AbortController()
      const time = clock.sleep(readMs, done.signal).catch(() => undefined) // awaited no more
      await Promise.race([this.#changed.promise, time])
      done.abort()
    }
    const from = Math.min(Math.max(after, this.#total - this.#text.length), this.#total)
    return { from, text: this.#text.slice(this.#text.length - (this.#total - from)) }
  }

  async write(text: string): Promise<boolean> {
    if (this.#waiting >= mostWaiting)
      throw new FaultError({
        code: 'bad-request',
        message: 'The program in this terminal does not read what is typed.',
      })
    this.#waiting += 1
    try {
      await Promise.race([this.#attached.promise, this.#ended])
      return this.#over === undefined && (await sendText(this.#sink, text))
    } finally {
      this.#waiting -= 1
    }
  }

  resize(size: TerminalSize): void {
    this.#size = size
    if (!this.#over) this.#sink?.resize(size)
  }

  async end(): Promise<void> {
    this.#stop.abort(new Error('the terminal was ended'))
    this.#drawn.resolve(undefined)
    await this.#ended
  }

  #isAhead(): boolean {
    return this.#total - this.#drawnTo > mostUnread && !this.#stop.signal.aborted
  }

  #say(text: string): Promise<void> | undefined {
    this.#text = (this.#text + text).slice(-kept)
    this.#total += text.length
    this.#tell()
    if (!this.#isAhead()) return undefined
    this.#drawn = Promise.withResolvers()
    return this.#drawn.promise.then(() => undefined)
  }

  #finish(over: Over): void {
    this.#over = over
    this.#tell()
  }

  #tell(): void {
    this.#changed.resolve(undefined)
    this.#changed = Promise.withResolvers()
  }
}

/**
 * The terminal of one session, which a person opens and types into: a shell with what the session's policy opens and no grant, where nobody is asked.
 * It is in no list of the agent's and on no record: a model sees nothing of what is typed or said there. At most one runs; it ends with the session.
 */
export class SessionTerminal {
  readonly #parts: TerminalParts
  #run: ShellRun | undefined
  #count = 0
  #closed = false
  #opening: Promise<unknown> = Promise.resolve()

  constructor(parts: TerminalParts) {
    this.#parts = parts
  }

  /** Opens one; one that runs gets this size. Throws FaultError `bad-request` where none can be. */
  open(place: TerminalPlace, size: TerminalSize): Promise<OpenedTerminal> {
    // One after the other: two windows that open it at once have the same one.
    const opening = this.#opening.catch(() => undefined).then(() => this.#open(place, size))
    this.#opening = opening
    return opening
  }

  /** See the channel `terminal.read`. `mode` is what would contain one that is not there yet. */
  async read({ policy }: Pick<TerminalPlace, 'policy'>, run: number, after: number): Promise<TerminalNow> {
    const shell = this.#run
    if (!shell) return { run: 0, from: 0, text: '', mode: policy.mode }
    const count = this.#count
    const said = await shell.read(run === count ? after : 0, this.#parts.clock)
    return { run: count, ...said, mode: shell.policy.mode, ...shell.over }
  }

  /**
   * Hands it what was typed into this run; false where that does not run any more: what was meant for one is never typed into the next, which other
   * limits may hold. Throws FaultError `bad-request` where too much waits already.
   */
  async write(run: number, text: string): Promise<boolean> {
    return (run === this.#count && (await this.#run?.write(text))) ?? false
  }

  /** Gives it another size; nothing happens where none runs. */
  resize(size: TerminalSize): void {
    this.#run?.resize(size)
  }

  /**
   * Ends this run with everything that it started; resolves when that is gone. What it said can still be read. Throws FaultError `bad-request` where another runs
   * by now: who saw one and meant it ends no other's.
   */
  async end(run: number): Promise<void> {
    if (run !== this.#count)
      throw new FaultError({ code: 'bad-request', message: 'That terminal is not there any more.' })
    await this.#run?.end()
  }

  /** Ends it, and lets none be opened any more. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#opening.catch(() => undefined) // told to whoever opened it
    await this.#run?.end()
  }

  async #open({ session, policy }: TerminalPlace, size: TerminalSize): Promise<OpenedTerminal> {
    const { sandbox, unconfined, workspace } = this.#parts
    if (this.#run && !this.#run.over) {
      this.#run.resize(size)
      return { run: this.#count, begun: false }
    }
    if (session.desk) throw none('An agent runs this session elsewhere, outside this sandbox.')
    // Its limits are its parent's of each moment, which a shell that stays would keep.
    if (session.child) throw none('It was started by an agent of another session: open it there.')
    const permit = serverPermit(policy)
    const confined = permit.confinement === 'sandbox'
    const status = await sandbox.status()
    if (confined && status.kind === 'unavailable') throw none(`There is no sandbox for it: ${status.reason}.`)
    const shell = (await workspace.program('bash', session.cwd)) ? 'bash' : 'sh'
    if (this.#closed) throw none('This session is closing.')
    const run = new ShellRun(policy, size)
    this.#run = run
    this.#count += 1
    run.begin((signal, attach, onOutput) =>
      (confined ? sandbox : unconfined).run(
        {
          ...{ permit, policy, command: [shell], cwd: session.cwd, workspace: session.cwd },
          env: forPeople(workspace.environment(policy, confined)),
          timeoutMs: Infinity,
          input: { terminal: size, attach },
          session: session.id,
        },
        signal,
        onOutput,
      ),
    )
    return { run: this.#count, begun: true }
  }
}

const none = (why: string): FaultError =>
  new FaultError({ code: 'bad-request', message: `A terminal cannot be opened here. ${why}` })

/** Somebody is at the terminal: it has colours, and pagers and prompts have an answer. */
function forPeople(env: Readonly<Record<string, string>>): Record<string, string> {
  const { PAGER: _, GIT_PAGER: __, GIT_TERMINAL_PROMPT: ___, ...kept } = env
  return { ...kept, TERM: 'xterm-256color' }
}

const asLines = (text: string): string => `\r\n${text.replaceAll('\n', '\r\n')}`

function endOf(result: RunResult): Over {
  switch (result.kind) {
    case 'exited':
      return { exitCode: result.exitCode }
    case 'failed':
      return { failed: result.reason }
    case 'timed-out':
    case 'cancelled':
      return { stopped: true }
  }
}
