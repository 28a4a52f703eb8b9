import { HostGate, type HostGateOptions } from '../../src/main/core/network/host-gate'
import { normaliseHost, type Host } from '../../src/main/core/network/host-rules'
import type { Clock } from '../../src/main/core/ports/system'
import type { AskHost, HostQuestion } from '../../src/main/core/run/host-question'

/** Time that never passes; an aborted wait ends as the port says. */
export const stoppedClock: Clock = {
  now: () => 0,
  sleep: (_, signal) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        reject(signal.reason as Error)
      })
    }),
}
/** Time that is up at once. */
export const hastyClock: Clock = { now: () => 0, sleep: () => Promise.resolve() }

/** A gate with nobody to ask, no grants, and time that never passes, but for what is said otherwise. */
export const gate = (options: Partial<HostGateOptions> = {}): HostGate =>
  new HostGate({
    grants: [],
    askHost: undefined,
    clock: stoppedClock,
    askTimeoutMs: 60_000,
    ownAddresses: () => [],
    ...options,
  })

/** A grant as a person gives it. */
export const grant = (host: string, port = 443) => ({ kind: 'host' as const, host, port })

/** A person who always answers so, and what they were asked. */
export function asker(answer: 'allow' | 'deny'): AskHost & { asked: HostQuestion[] } {
  const asked: HostQuestion[] = []
  return Object.assign(
    (question: HostQuestion) => {
      asked.push(question)
      return Promise.resolve(answer)
    },
    { asked },
  )
}

/** A host of this text. */
export function named(text: string): Host {
  const host = normaliseHost(text)
  if (!host) throw new Error(`${text} is no host`)
  return host
}
