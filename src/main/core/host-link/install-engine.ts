import type { HostPipeEnd } from '@shared/domain/host-problem'
import { HostSettings } from '@shared/domain/host-settings'
import type { Clock } from '../ports/system'
import { LineCutter, tooLong } from '../text/line-cutter'
import text from './install-program.sh?raw'
import { late } from './greet-host'
import type { BytePipe } from './host-pipe'

/** What a program runs on, in the words of `uname -s` and `uname -m`; `libc` is `glibc`, `musl` or `unknown`. */
export interface Machine {
  readonly system: string
  readonly machine: string
  readonly libc: string
}

/** An engine as it is sent: a tar of its files, gzipped as it is read. */
export interface PackedEngine {
  readonly version: string
  /** The SHA-256 of the tar, in hexadecimal digits. */
  readonly digest: string
  /** Of the tar. */
  readonly bytes: number
  /** The gzipped tar, once; `onRead` is told how many bytes of the tar are in what has come. Throws where a file cannot be read. */
  open(onRead: (bytes: number) => void): AsyncIterable<Uint8Array>
}

/** Why nothing was installed; `detail` is a word of the host's, untrusted. */
export type InstallProblem =
  | { readonly kind: 'machine'; readonly there: Machine; readonly packed: Machine }
  | { readonly kind: 'ended'; readonly end: HostPipeEnd; readonly during: InstallStep }
  | { readonly kind: 'stalled'; readonly seconds: number; readonly during: InstallStep }
  | { readonly kind: 'banner'; readonly kilobytes: number }
  | { readonly kind: 'room'; readonly kilobytes: number; readonly expected: number }
  | { readonly kind: 'form' | 'stopped' | 'unanswered' | 'nobody-asked' }
  | { readonly kind: (typeof refusals)[number]; readonly detail: string }

/** What was under way. */
export type InstallStep = 'look' | 'send' | 'check'

/** `known`: the same engine was there, and nothing was sent. `stays` are older ones that a process there still runs. */
export interface Installed {
  readonly kind: 'installed'
  readonly how: 'new' | 'known'
  readonly launcher: string
  readonly sentBytes: number
  readonly stays: readonly string[]
}

/** What became of it, with what the machine said besides: untrusted. */
export type InstallOutcome = (Installed | { readonly kind: 'refused'; readonly why: InstallProblem }) & {
  readonly banner: string
  readonly said: string
}

/** What an install needs. `tag` are digits that nobody can guess: by them the lines of the program are known. */
export interface InstallParts {
  readonly pipe: BytePipe
  readonly clock: Clock
  readonly tag: string
  readonly stop: AbortSignal
  /** What the engine that can be sent runs on. */
  readonly machine: Machine
  readonly pack: () => Promise<PackedEngine>
  readonly onProgress: (sent: number, read: number, bytes: number) => void
  /** So long the program may take to be there, in milliseconds. */
  readonly withinMs: number
}

/** What is started on a host behind its command: the program itself goes over standard input, so that no shell on the way reads it. */
export const installCommand: readonly string[] = ['sh', '-s']

const mostBanner = 64 * 1024
const mostDetail = 1_000
const mostStays = 100
/** What is sent is taken within a minute, or never; unpacking may take a slow disk longer. */
const takeMs = 60_000
const checkMs = 600_000
const lastWordsMs = 1_000

/** What the program fails with. */
const refusals = [
  'lacks',
  'home',
  'folder',
  'name',
  'others',
  'taken',
  'start',
  'received',
  'digest',
  'unpack',
  'switch',
] as const

class Refused extends Error {
  readonly why: InstallProblem
  constructor(why: InstallProblem) {
    super(why.kind)
    this.why = why
  }
}

/**
 * Installs an engine over a pipe to `sh -s`, and ends the pipe. The machine is asked what it is before anything is made or sent, and what comes is
 * used only where its digest is right and it starts there; until then the engine of before is in use. Everything that the host says is bounded.
 * Throws what `pack` and what it gives throw.
 */
export async function installEngine(parts: InstallParts): Promise<InstallOutcome> {
  const { pipe, clock, stop } = parts
  const program = new InstallProgram(parts)
  const end = (): void => {
    pipe.end()
  }
  stop.addEventListener('abort', end)
  if (stop.aborted) end()
  try {
    const outcome = await install(parts, program).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error
      const why: InstallProblem = stop.aborted ? { kind: 'stopped' } : error.why
      return { kind: 'refused', why } as const
    })
    // What it says last on standard error may come after the last of its lines.
    pipe.end()
    await Promise.race([pipe.ended, clock.sleep(lastWordsMs)])
    return { ...outcome, banner: program.banner, said: pipe.said() }
  } finally {
    stop.removeEventListener('abort', end)
    pipe.end()
  }
}

async function install(
  { pipe, tag, machine: packed, pack, ...parts }: InstallParts,
  program: InstallProgram,
) {
  pipe.write(`tag=${tag}\n${text}`)
  const [system = '', machine = '', libc = ''] = wordsOf(
    await program.says('look', parts.withinMs),
    /^machine (\S{1,40}) (\S{1,40}) (glibc|musl|unknown)$/,
  )
  if (packed.system !== 'Linux' || system !== 'Linux' || machine !== packed.machine || libc !== packed.libc)
    throw new Refused({ kind: 'machine', there: { system, machine, libc }, packed })
  const engine = await pack()
  pipe.write(`${engine.version} ${engine.digest} ${String(Math.ceil(engine.bytes / 1024))}\n`)
  let line = await program.says('look', checkMs)
  let sentBytes = 0
  if (line === 'send') {
    let read = 0
    const pieces = engine.open((bytes) => (read = bytes))
    for await (const piece of pieces) {
      await program.take(piece)
      sentBytes += piece.length
      parts.onProgress(sentBytes, read, engine.bytes)
    }
    pipe.finish()
    line = await program.says('check', checkMs)
  }
  const stays: string[] = []
  while (line.startsWith('stays ') && stays.length < mostStays) {
    stays.push(line.slice('stays '.length))
    line = await program.says('check', checkMs)
  }
  const [how, launcher = ''] = wordsOf(line, /^installed (new|known) (\/.*)$/)
  if (!HostSettings.shape.engine.safeParse(launcher).success) throw new Refused({ kind: 'form' })
  return { kind: 'installed', how: how === 'known' ? 'known' : 'new', launcher, sentBytes, stays } as const
}

function wordsOf(line: string, form: RegExp): readonly string[] {
  const found = form.exec(line)
  if (!found) throw new Refused({ kind: 'form' })
  return found.slice(1)
}

/** The program there, by its lines; what else comes is the machine's own words. */
class InstallProgram {
  readonly #parts: Pick<InstallParts, 'pipe' | 'clock' | 'tag'>
  readonly #lines: AsyncIterator<string>
  #next: Promise<string> | undefined
  banner = ''

  constructor(parts: InstallParts) {
    this.#parts = parts
    this.#lines = this.#read()
  }

  /** Its next line. Throws Refused where it says that it has failed, or says nothing in time or any more. */
  async says(during: InstallStep, withinMs: number): Promise<string> {
    const line = await this.#within(this.#coming(during), during, withinMs)
    this.#next = undefined
    if (!line.startsWith('failed ')) return line
    const [, kind, ...detail] = line.split(' ')
    if (kind === 'room') {
      const [kilobytes = '', expected = ''] = wordsOf(detail.join(' '), /^(\d{1,15}) (\d{1,15})$/)
      throw new Refused({ kind, kilobytes: Number(kilobytes), expected: Number(expected) })
    }
    const known = refusals.find((each) => each === kind)
    if (known === undefined) throw new Refused({ kind: 'form' })
    throw new Refused({ kind: known, detail: detail.join(' ').trim().slice(0, mostDetail) })
  }

  /** Has it take what is sent to it. Throws Refused as `says` does, and where it says anything before it has. */
  async take(bytes: Uint8Array): Promise<void> {
    const sent = this.#parts.pipe.send(bytes)
    const taken = await this.#within(Promise.race([sent, this.#coming('send')]), 'send', takeMs)
    if (taken === true) return
    await this.says('send', takeMs)
    throw new Refused({ kind: 'form' })
  }

  #coming(during: InstallStep): Promise<string> {
    this.#next ??= this.#line(during)
    return this.#next
  }

  async #line(during: InstallStep): Promise<string> {
    const next = await this.#lines.next()
    if (next.done !== true) return next.value
    const { pipe, clock } = this.#parts
    const asked = pipe.asks?.().outcome
    if (asked === 'cancelled') throw new Refused({ kind: 'unanswered' })
    if (asked === 'nobody') throw new Refused({ kind: 'nobody-asked' })
    const output = clock.sleep(lastWordsMs).then(() => ({ kind: 'output' }) as const)
    throw new Refused({ kind: 'ended', end: await Promise.race([pipe.ended, output]), during })
  }

  async *#read(): AsyncGenerator<string> {
    const { pipe, tag } = this.#parts
    const cutter = new LineCutter(mostBanner)
    const tooMuch = (): Refused => new Refused({ kind: 'banner', kilobytes: mostBanner / 1024 })
    for await (const piece of pipe.output) {
      for (const bytes of cutter.push(piece)) {
        const line = bytes === tooLong ? undefined : bytes.toString()
        if (line?.startsWith(`${tag} `)) yield line.slice(tag.length + 1)
        else if (line === undefined || this.banner.length + line.length > mostBanner) throw tooMuch()
        else this.banner += `${line}\n`
      }
      if (cutter.isTooLong) throw tooMuch()
    }
  }

  async #within<T>(done: Promise<T>, during: InstallStep, ms: number): Promise<T> {
    const over = new AbortController()
    const { pipe, clock } = this.#parts
    const passed = late(pipe, clock, { withinMs: ms, signal: over.signal }).catch(() => undefined)
    const stalled = passed.then((): never => {
      throw new Refused({ kind: 'stalled', seconds: Math.round(ms / 1000), during })
    })
    try {
      return await Promise.race([done, stalled])
    } finally {
      stalled.catch(() => undefined)
      over.abort()
    }
  }
}
