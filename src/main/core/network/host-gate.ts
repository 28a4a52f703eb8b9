import type { Evidence } from '@shared/domain/evidence'
import { isMachineHost } from '@shared/domain/machine-server'
import type { Clock } from '../ports/system'
import { classifyAddress, isForbidden, type AddressClass } from './address-class'
import type { AskHost, HostAnswer, HostProtocol, HostQuestion } from '../run/host-question'
import {
  coverage,
  formatHostPort,
  isLoopbackName,
  normaliseHost,
  type Coverage,
  type Host,
  type HostGrant,
} from './host-rules'
import { parseIpv4, parseIpv6 } from './ip-address'
import type { LookAtPort, MachinePort } from './machine-port'

/**
 * Why a connection was refused; it becomes the evidence's `operation`. `connect`: no grant, and nobody was there to
 * ask or answered in time: the only one that a grant cures. `denied`: a person said no during this run.
 */
export type RefusalReason = 'connect' | 'denied' | 'forbidden-address' | 'malformed-host'

/** The verdict on one connection before its name is resolved. `host` is the spelling to dial. */
export type HostVerdict =
  | { readonly kind: 'allowed'; readonly host: Host }
  | { readonly kind: 'refused'; readonly reason: RefusalReason }

/** The limits and the world of one run's gate. */
export interface HostGateOptions {
  readonly grants: readonly HostGrant[]
  /** Undefined: unknown hosts are refused at once. */
  readonly askHost: AskHost | undefined
  readonly clock: Clock
  /** How long a connection may wait for a person, in milliseconds. */
  readonly askTimeoutMs: number
  /**
   * The run goes on for long: a question stays open when the connection that it was asked for is given up, and a late yes counts for the
   * next one; where nobody answered it is asked again. Absent: a question ends with its time, and is asked once.
   */
  readonly lasting?: boolean
  /** Addresses of this machine's own interfaces, in any spelling: services here are not meant for a sandbox. */
  readonly ownAddresses: () => readonly string[]
  /** What listens on this machine's own loopback (decision 097). Undefined: all of it is refused. */
  readonly lookAtPort?: LookAtPort
  /** For tests only: addresses that are let through in spite of their class. Empty in the product. */
  readonly exemptAddresses?: readonly string[]
}

/** Different hosts that one run may ask a person about; the rest is refused. A flood of questions is no question. */
const maxQuestions = 16
const maxEvidence = 64

const unanswered = Promise.resolve<HostAnswer>('unanswered')

/**
 * Decides every connection of one run (or of one session's runs that share their grants): the only place where a
 * connection is allowed. Keeps what it refused as evidence. Order: spelling, forbidden places, grants, earlier answers,
 * person. A name is never resolved before it is allowed, so that a refused name carries nothing out as a DNS query.
 */
export class HostGate {
  readonly #options: HostGateOptions
  readonly #answers = new Map<string, HostAnswer>()
  readonly #pending = new Map<string, Promise<HostAnswer>>()
  readonly #refused = new Map<string, Evidence>()
  readonly #over = new AbortController()

  constructor(options: HostGateOptions) {
    this.#options = options
  }

  /** Decides a connection as its client names it. May wait for a person, at most `askTimeoutMs`. Never throws. */
  async decide(hostText: string, port: number, protocol: HostProtocol): Promise<HostVerdict> {
    const host = normaliseHost(hostText)
    if (!host || !Number.isInteger(port) || port < 1 || port > 65_535)
      return this.#refuse(formatHostPort(printable(hostText), port), 'malformed-host')
    const target = formatHostPort(host.host, port)
    const place = host.kind === 'address' ? this.classify(host.host) : undefined
    const forbidden = isLoopbackName(host.host) || (place !== undefined && isForbidden(place))
    const machine = forbidden ? this.#machinePort(host, port) : undefined
    if (forbidden && !machine) return this.#refuse(target, 'forbidden-address')
    const question = { host: host.host, port, protocol, ...(machine && { servers: machine.servers }) }
    const covered = coverage(this.#options.grants, host, port) !== undefined
    const answer = covered ? 'allow' : (this.#answers.get(target) ?? (await this.#ask(target, question)))
    switch (answer) {
      case 'allow':
      case 'allow-below':
        // An engine may have begun to listen there while the question waited.
        if (forbidden && !this.#machinePort(host, port)) return this.#refuse(target, 'forbidden-address')
        return { kind: 'allowed', host }
      case 'deny':
        return this.#refuse(target, 'denied', machine)
      case 'unanswered':
        return this.#refuse(target, 'connect', machine)
    }
  }

  /** What listens on a port of this machine's loopback, where the host is that and the port may be asked about at all. */
  #machinePort({ host }: Host, port: number): MachinePort | undefined {
    const found = isMachineHost(host) ? this.#options.lookAtPort?.(port) : undefined
    return found?.engines === false ? found : undefined
  }

  /**
   * The last word, on what an allowed name resolved to. Undefined: connect to any of these. Otherwise the class that
   * stands against it, and the refusal is on record. One forbidden address among good ones refuses them all: an answer
   * like that is how a name is pointed back at this machine. No address at all is for the caller to report.
   */
  refuseResolved(host: Host, port: number, addresses: readonly string[]): AddressClass | undefined {
    const found = this.#coverage(host, port)
    if (isMachineHost(host.host) && found === 'exact' && this.#machinePort(host, port))
      if (addresses.every((each) => isMachineHost(normalised(each) ?? ''))) return undefined
    const against = addresses
      .map((address) => this.classify(address))
      .find((kind) => isForbidden(kind) || (kind === 'private' && found !== 'exact'))
    if (against !== undefined) this.#refuse(formatHostPort(host.host, port), 'forbidden-address')
    return against
  }

  /** What an address is, this machine's own ones included. What cannot be read is `reserved` (fails closed). */
  classify(address: string): AddressClass {
    const read = normalised(address)
    if (read === undefined) return 'reserved'
    const same = (other: string): boolean => normalised(other) === read
    if (this.#options.exemptAddresses?.some(same) === true) return 'public'
    const parsed = parseIpv6(read) ?? parseIpv4(read)
    const kind = parsed ? classifyAddress(parsed) : 'reserved'
    return !isForbidden(kind) && this.#options.ownAddresses().some(same) ? 'own-machine' : kind
  }

  /** What was refused so far, each host and reason once. */
  evidence(): readonly Evidence[] {
    return [...this.#refused.values()]
  }

  /** The run is over: open questions are withdrawn, and nothing is allowed any more that would have to be asked. */
  close(): void {
    this.#over.abort()
  }

  #coverage(host: Host, port: number): Coverage | undefined {
    const answered = this.#answers.get(formatHostPort(host.host, port))
    if (answered === 'allow') return 'exact'
    return coverage(this.#options.grants, host, port) ?? (answered === 'allow-below' ? 'wildcard' : undefined)
  }

  #ask(target: string, question: HostQuestion): Promise<HostAnswer> {
    const pending = this.#pending.get(target) ?? this.#put(target, question)
    return this.#options.lasting === true && pending ? this.#inTime(pending) : (pending ?? unanswered)
  }

  /** Puts the question; undefined where nobody is asked (any more). */
  #put(target: string, question: HostQuestion): Promise<HostAnswer> | undefined {
    const { askHost, lasting = false } = this.#options
    // In a long run only what waits or was denied counts: what was allowed is no flood.
    const reported = [...this.#answers.values()].filter((each) => !lasting || each === 'deny')
    const asked = reported.length + this.#pending.size
    if (!askHost || asked >= maxQuestions || this.#over.signal.aborted) return undefined
    const waiting = new AbortController()
    const signal = AbortSignal.any([waiting.signal, this.#over.signal])
    const answered = askHost(question, signal).catch(() => 'deny' as const) // a question that cannot be put is a no
    const answer = (lasting ? this.#untilOver(answered) : this.#inTime(answered)).then((given) => {
      waiting.abort()
      this.#pending.delete(target)
      const counted = this.#over.signal.aborted ? 'unanswered' : given
      if (!lasting || counted !== 'unanswered') this.#answers.set(target, counted)
      return counted
    })
    this.#pending.set(target, answer)
    return answer
  }

  /** The answer, or none when the connection has waited long enough or the run is over. */
  async #inTime(answered: Promise<HostAnswer>): Promise<HostAnswer> {
    const { clock, askTimeoutMs } = this.#options
    const waiting = new AbortController()
    const signal = AbortSignal.any([waiting.signal, this.#over.signal])
    const timeUp = clock.sleep(askTimeoutMs, signal).then(
      () => 'unanswered' as const,
      () => 'unanswered' as const, // the run is over, or the answer came first: nobody looks at this any more
    )
    const given = await Promise.race([answered, timeUp])
    waiting.abort()
    return given
  }

  #untilOver(answered: Promise<HostAnswer>): Promise<HostAnswer> {
    const { signal } = this.#over
    const over = new Promise<HostAnswer>((resolve) => {
      signal.addEventListener(
        'abort',
        () => {
          resolve('unanswered')
        },
        { once: true },
      )
    })
    return Promise.race([answered, over])
  }

  #refuse(target: string, reason: RefusalReason, machine?: MachinePort): HostVerdict {
    const key = `${reason} ${target}`
    if (this.#refused.size < maxEvidence)
      this.#refused.set(key, {
        kind: 'network',
        target,
        operation: reason,
        source: 'proxy',
        backend: 'network-proxy',
        ...(machine && { servers: [...machine.servers] }),
      })
    return { kind: 'refused', reason }
  }
}

function normalised(address: string): string | undefined {
  // A resolver may name the interface it answers for; the address is what counts.
  const host = normaliseHost(address.replace(/%.*$/, ''))
  return host?.kind === 'address' ? host.host : undefined
}

/** Untrusted bytes as evidence may show them. */
function printable(text: string): string {
  return text.replace(/[^\x21-\x7e]+/g, '\u{fffd}').slice(0, 100)
}
