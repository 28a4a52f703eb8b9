import { FaultError } from '@shared/domain/fault'
import type { HostProblem } from '@shared/domain/host-problem'
import { hostProblemInWords, hostRemedyInWords } from '@shared/messages/host-problem'
import { LineCutter, tooLong } from '../text/line-cutter'
import { readJson } from '../text/read-json'
import type { Clock } from '../ports/system'
import { AnyEngineHello, EngineHello, hostProtocol, largestFromHost, type ClientHello } from './host-frames'
import type { HostPipe } from './host-pipe'
import { BrokenForm } from './numbered-line'

/** What a host may say before its engine speaks: a greeting of the machine, and no more. In bytes. */
const mostBanner = 64 * 1024

/** Why a host's engine cannot be spoken with: `message` says `problem` in English, `said` and `banner` are the host's own words, untrusted. */
export class HostFault extends FaultError {
  readonly problem: HostProblem
  readonly said: string
  readonly banner: string
  /** Whether the same would come of another try. */
  readonly lasting: boolean
  constructor(problem: HostProblem, more: { said: string; banner?: string; lasting?: boolean }) {
    const remedy = hostRemedyInWords(problem)
    super({
      code: 'connection-failed',
      message: hostProblemInWords(problem),
      ...(remedy === undefined ? {} : { remedy }),
    })
    this.problem = problem
    this.said = more.said
    this.banner = more.banner ?? ''
    this.lasting = more.lasting ?? false
  }
}

/**
 * Why a pipe is not spoken over any more. Where a person was asked in vain, or was asked and no engine came of it, it is not tried again by itself: the same
 * would be asked once more, and be answered without being read. `banner`: what was said where no engine has greeted.
 */
export function faultOf(
  pipe: HostPipe,
  problem: HostProblem,
  { banner, lasting }: { readonly banner?: string; readonly lasting: boolean },
): HostFault {
  const more = { said: pipe.said(), ...(banner !== undefined && { banner }) }
  switch (pipe.asks?.().outcome) {
    case 'cancelled':
      return new HostFault({ kind: 'unanswered' }, { ...more, lasting: true })
    case 'nobody':
      return new HostFault(problem.kind === 'early' ? { kind: 'nobody-asked' } : problem, {
        ...more,
        lasting,
      })
    case 'answer':
      return new HostFault(problem, { ...more, lasting: lasting || banner !== undefined })
    case 'none':
    case undefined:
      return new HostFault(problem, { ...more, lasting })
  }
}

/** Resolves after so long in which nobody was asked for the pipe: a person takes longer than an engine may. */
export async function late(
  pipe: HostPipe,
  clock: Clock,
  { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal },
): Promise<'late'> {
  for (let before = -1, now = pipe.asks?.(); ; now = pipe.asks?.()) {
    if (before === (now?.changes ?? 0) && now?.asking !== true) return 'late'
    before = now?.changes ?? 0
    await clock.sleep(withinMs, signal)
  }
}

/** Why a host cannot be had, by what was thrown; what is no problem of a line's stands in its own words. */
export const problemOf = (error: unknown): HostProblem =>
  error instanceof HostFault
    ? error.problem
    : error instanceof BrokenForm
      ? { kind: 'broken', what: error.what }
      : { kind: 'fault', message: error instanceof Error ? error.message : String(error) }

/**
 * A pipe whose engine has said who it is. `lines` are what it says from then on. `aheadMs`: so far its clock is ahead of the one here. A pipe takes long to come up and little to carry a
 * line, so what passed until the greeting was written is left out, and the way back counts as nothing.
 */
export interface GreetedHost {
  readonly hello: EngineHello
  readonly aheadMs: number
  readonly banner: string
  readonly lines: AsyncGenerator<string | typeof tooLong | typeof half>
}

/** What stands for a last line without an end. */
export const half = Symbol('half a message')

async function* linesOf(
  { output }: HostPipe,
  cutter: LineCutter,
): AsyncGenerator<string | typeof tooLong | typeof half> {
  for await (const piece of output) {
    for (const line of cutter.push(piece)) yield line === tooLong ? line : line.toString()
    if (cutter.isTooLong) yield tooLong
  }
  if (!cutter.end().next().done) yield half
}

/**
 * Has the first exchange over a pipe. What the host says before its engine does is passed over and given back. Throws HostFault, and ends the
 * pipe, where none answers in time or one that cannot be spoken with.
 */
export async function greetHost(
  pipe: HostPipe,
  hello: ClientHello,
  { clock, withinMs }: { readonly clock: Clock; readonly withinMs: number },
): Promise<GreetedHost> {
  const cutter = new LineCutter(mostBanner)
  const lines = linesOf(pipe, cutter)
  const done = new AbortController()
  const noAnswer = late(pipe, clock, { withinMs, signal: done.signal }).catch(() => 'late' as const)
  let banner = ''
  const fail = (problem: HostProblem, lasting = false): HostFault => {
    pipe.end()
    return faultOf(pipe, problem, { banner, lasting })
  }
  pipe.write(`${JSON.stringify(hello)}\n`)
  try {
    for (;;) {
      const next = await Promise.race([lines.next(), noAnswer])
      if (next === 'late') throw fail({ kind: 'no-answer', seconds: Math.round(withinMs / 1000) })
      if (next.done === true || next.value === half) {
        const output = clock.sleep(1_000).then(() => ({ kind: 'output' }) as const)
        throw fail({ kind: 'early', end: await Promise.race([pipe.ended, output]) })
      }
      const line = next.value
      const any = line === tooLong ? undefined : readJson(AnyEngineHello, line)
      if (any !== undefined) {
        if (any.protocol !== hostProtocol || any.version !== hello.version)
          throw fail(
            {
              ...{ kind: 'version', there: any.version, thereProtocol: any.protocol },
              ...{ expected: hello.version, expectedProtocol: hostProtocol },
            },
            true,
          )
        const said = readJson(EngineHello, String(line))
        if (said === undefined) throw fail({ kind: 'form' }, true)
        cutter.limit = largestFromHost
        return { hello: said, aheadMs: said.now - clock.now(), banner, lines }
      }
      if (line === tooLong || banner.length + line.length > mostBanner)
        throw fail({ kind: 'banner', kilobytes: mostBanner / 1024 })
      banner += `${line}\n`
    }
  } finally {
    done.abort()
  }
}
