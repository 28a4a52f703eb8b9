import type { HostFound, HostTested } from '@shared/domain/host-listing'
import type { HostProblem } from '@shared/domain/host-problem'
import { FaultError } from '@shared/domain/fault'
import type { Clock } from '../ports/system'
import { cutAnswer, mostOfChecks } from './cut-answer'
import { HostFault, problemOf } from './greet-host'
import type { Connected, HostClient } from './host-client'

/** So long a test may take from its first answer to its last. */
const answersMs = 60_000
const roundTrips = 5

/** What a test is timed and stopped by; `now` counts milliseconds and parts of them. */
export interface TestTimes {
  readonly clock: Clock
  readonly now: () => number
  readonly stop: AbortSignal
}

/**
 * Asks a host's engine over a line of its own who it is, how fast it answers and what its machine lacks, and closes the line. Throws HostFault where
 * there is none, or not in time.
 */
export async function testHost(
  client: Pick<HostClient, 'connect' | 'ping' | 'request' | 'close'>,
  { clock, now, stop }: TestTimes,
): Promise<HostFound> {
  const done = new AbortController()
  const { signal } = done
  const fault = (why: HostProblem): never => {
    throw new HostFault(why, { said: '' })
  }
  const stopped = new Promise<HostProblem>((resolve) => {
    const left = (): void => {
      resolve({ kind: 'stopped' })
    }
    if (stop.aborted) left()
    else stop.addEventListener('abort', left, { once: true, signal })
  }).then(fault)
  stopped.catch(() => undefined) // whoever waits is told
  try {
    // A person who is asked meanwhile may take longer; an engine that is not there has a limit of its own.
    const connected = await Promise.race([client.connect(), stopped])
    const late = clock.sleep(answersMs, signal).then(
      () => fault({ kind: 'late', seconds: answersMs / 1000 }),
      () => new Promise<never>(() => undefined),
    )
    late.catch(() => undefined)
    return await Promise.race([look(client, connected, now), late, stopped])
  } finally {
    done.abort()
    client.close()
  }
}

async function look(
  client: Pick<HostClient, 'ping' | 'request'>,
  { hello, banner, said }: Connected,
  now: () => number,
): Promise<HostFound> {
  const took: number[] = []
  for (let each = 0; each < roundTrips; each += 1) {
    const from = now()
    await client.ping()
    took.push(now() - from)
  }
  const { answer, leftOut } = cutAnswer(await client.request('doctor.run', {}), mostOfChecks)
  const roundTripMs = Math.round(Math.min(...took) * 10) / 10
  const { version, platform } = hello
  return { version, platform, roundTripMs, checks: answer.checks, leftOut, banner, said }
}

/** The same as data. Throws what is no fault. */
export async function tested(found: Promise<HostFound>): Promise<HostTested> {
  try {
    return { kind: 'answers', ...(await found) }
  } catch (error) {
    if (!(error instanceof FaultError)) throw error
    const { banner, said } = error instanceof HostFault ? error : { banner: '', said: '' }
    return { kind: 'fails', why: problemOf(error), banner, said }
  }
}
