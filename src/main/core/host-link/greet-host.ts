import { FaultError } from '@shared/domain/fault'
import { LineCutter, tooLong } from '../text/line-cutter'
import { readJson } from '../text/read-json'
import type { Clock } from '../ports/system'
import { AnyEngineHello, EngineHello, hostProtocol, largestFromHost, type ClientHello } from './host-frames'
import type { HostPipe } from './host-pipe'

/** What a host may say before its engine speaks: a greeting of the machine, and no more. In bytes. */
const mostBanner = 64 * 1024

/** Why a host's engine cannot be spoken with: `message` is for a person, `said` and `banner` are the host's own words, untrusted. */
export class HostFault extends FaultError {
  readonly said: string
  readonly banner: string
  /** Whether the same would come of another try. */
  readonly lasting: boolean
  constructor(message: string, more: { said: string; banner?: string; remedy?: string; lasting?: boolean }) {
    super({
      code: 'connection-failed',
      message,
      ...(more.remedy === undefined ? {} : { remedy: more.remedy }),
    })
    this.said = more.said
    this.banner = more.banner ?? ''
    this.lasting = more.lasting ?? false
  }
}

/** A pipe whose engine has said who it is. `lines` are what it says from then on. */
export interface GreetedHost {
  readonly hello: EngineHello
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
  const late = clock.sleep(withinMs, done.signal).then(
    () => 'late' as const,
    () => 'late' as const,
  )
  let banner = ''
  const fail = (message: string, more: { remedy?: string; lasting?: boolean } = {}): HostFault => {
    pipe.end()
    return new HostFault(message, { said: pipe.said(), banner, ...more })
  }
  pipe.write(`${JSON.stringify(hello)}\n`)
  try {
    for (;;) {
      const next = await Promise.race([lines.next(), late])
      if (next === 'late')
        throw fail(`no engine has answered within ${String(Math.round(withinMs / 1000))} s`, {
          remedy: 'See whether the command alone comes through, and whether it waits for an answer.',
        })
      if (next.done === true || next.value === half) {
        const ended = await Promise.race([pipe.ended, clock.sleep(1_000).then(() => 'its output has ended')])
        throw fail(`${ended}, before an engine answered`, {
          remedy: 'Expected the engine there; see docs/hosts.md.',
        })
      }
      const line = next.value
      const any = line === tooLong ? undefined : readJson(AnyEngineHello, line)
      if (any !== undefined) {
        if (any.protocol !== hostProtocol || any.version !== hello.version)
          throw fail(
            `version ${any.version} (protocol ${String(any.protocol)}) runs there; expected ${hello.version} (protocol ${String(hostProtocol)})`,
            { remedy: 'Install the same version on both machines.', lasting: true },
          )
        const said = readJson(EngineHello, String(line))
        if (said === undefined) throw fail('its engine does not keep to the form', { lasting: true })
        cutter.limit = largestFromHost
        return { hello: said, banner, lines }
      }
      if (line === tooLong || banner.length + line.length > mostBanner)
        throw fail(`it says more than ${String(mostBanner / 1024)} KB and no engine answers`)
      banner += `${line}\n`
    }
  } finally {
    done.abort()
  }
}
