import type { DecideReply, Decision } from '@shared/domain/approval'
import { FaultError } from '@shared/domain/fault'
import type { HostEngine, HostFound, HostTested } from '@shared/domain/host-listing'
import type { FleetSettings } from '@shared/domain/fleet-settings'
import { fleetAndSandbox } from '@shared/domain/fleet-work'
import { sshDestination, type HostSettings } from '@shared/domain/host-settings'
import { hostOf, idThere, isPathThere, type HostState } from '@shared/domain/host-state'
import type { RequestChannel } from '@shared/ipc/channels'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { EngineNotice, EngineState } from '../engine/engine-service'
import type { Clock } from '../ports/system'
import type { Notices } from '../notify/notices'
import type { SandboxWork } from './fleet/results'
import { WindowFleet, type WindowFleetParts } from './fleet/window-fleet'
import { HostAsks, type AskForHost } from './host-asks'
import type { HostClientParts } from './host-client'
import { hostNamedIn, namedIn, type HostNamed } from './host-channels'
import { lookAtEngine } from './look-at-engine'
import { noSuchHost } from './no-such-host'
import { HostPorts, type CarryPort, type PortCalls } from './host-ports'
import { tested } from './test-host'
import { WindowHost, type WindowHostParts } from './window-host'

/** What the fleets among them need; see WindowFleetParts. */
export interface WindowFleetsParts extends Pick<WindowFleetParts, 'place' | 'askClient'> {
  readonly open: (settings: FleetSettings) => ReturnType<WindowFleetParts['open']>
}

/** What the hosts of a window need. `client` makes a client of a host that has not been connected; without `fleets` none is shown. */
export interface WindowHostsParts {
  readonly client: (
    settings: HostSettings,
    ask: AskForHost,
    whyOver?: HostClientParts['whyOver'],
  ) => ReturnType<WindowHostParts['client']>
  readonly fleets?: WindowFleetsParts
  /** See testHost; `stop` ends it. */
  readonly test: (settings: HostSettings, stop: AbortSignal, ask: AskForHost) => Promise<HostFound>
  /** Opens a port here for one of a host's. */
  readonly carryPort: CarryPort
  readonly clock: Clock
  readonly notices: Notices
}

/**
 * The engines on other machines that a window shows beside this machine's: one line to each, for all windows of this program. Nothing that is asked
 * of one is ever asked of another, or of the engine here.
 */
export class WindowHosts {
  readonly #parts: WindowHostsParts
  readonly #hosts = new Map<string, { readonly host: WindowHost; readonly made: string }>()
  readonly #fleets = new Map<string, { readonly fleet: WindowFleet; readonly made: string }>()
  /** Which windows leave out parts of a request. */
  readonly #inParts = new Map<string, Set<object>>()
  #settings: Readonly<Record<string, HostSettings>> = {}
  #fleetSettings: Readonly<Record<string, FleetSettings>> = {}
  readonly #tests = new Map<string, Promise<HostTested>>()
  readonly #stop = new AbortController()
  readonly #ports: HostPorts
  /** What their commands ask a person at a window. */
  readonly asks: HostAsks

  constructor(parts: WindowHostsParts) {
    this.#parts = parts
    this.#ports = new HostPorts(parts.carryPort)
    this.asks = new HostAsks(parts.clock, () => {
      this.#changed(false)
    })
  }

  /** Connects with these, each once, and leaves the others; of a fleet that is new its sandboxes are looked for. */
  follow(
    settings: Readonly<Record<string, HostSettings>>,
    fleets: Readonly<Record<string, FleetSettings>> = {},
  ): void {
    this.#settings = settings
    this.#fleetSettings = fleets
    let changed = false
    for (const [name, { host, made }] of this.#hosts)
      if (!isSame(settings, name, made)) {
        host.close()
        this.#endPorts(name)
        changed = this.#hosts.delete(name)
      }
    for (const [name, { fleet, made }] of this.#fleets)
      if (!isSame(fleets, name, made)) {
        void fleet.close(false)
        changed = this.#fleets.delete(name)
      }
    for (const [name, each] of Object.entries(settings)) {
      if (each.window === false || this.#hosts.has(name)) continue
      changed = true
      const client = () => this.#parts.client(each, this.#askFor(name, each))
      const host = this.#makeHost(name, client)
      this.#hosts.set(name, { host, made: madeOf(each) })
      host.start()
    }
    for (const [name, each] of Object.entries(fleets)) {
      const parts = this.#parts.fleets
      if (!parts || each.window === false || this.#fleets.has(name)) continue
      changed = true
      const fleet = new WindowFleet({
        ...{ ...parts, name, settings: each },
        open: () => parts.open(each),
        endsWhatItBegan: () => this.#fleetSettings[name]?.on_close === 'end',
        client: (full, there, whyOver) => this.#parts.client(there, this.#askFor(full, there), whyOver),
        makeHost: (full, client, onState) => this.#makeHost(full, client, onState),
        left: (full) => {
          this.#endPorts(full)
        },
        changed: () => {
          this.#changed(false)
        },
      })
      this.#fleets.set(name, { fleet, made: madeOf(each) })
      void fleet.look()
    }
    if (changed) this.#changed(false)
  }

  #makeHost(
    name: string,
    client: WindowHostParts['client'],
    onState?: (state: HostState) => void,
  ): WindowHost {
    const host: WindowHost = new WindowHost({
      ...{ name, client, clock: this.#parts.clock },
      tell: (notice) => {
        this.#ports.follow(notice)
        this.#parts.notices.publish(notice)
      },
      changed: (anew) => {
        // Over another line, or none, a port leads to something else, or nowhere.
        if (anew || host.state.state !== 'connected') this.#endPorts(name)
        if (host.state.state === 'connected') this.#leavesOutAgain(name)
        onState?.(host.state)
        this.#changed(anew)
      },
    })
    return host
  }

  /** The host, or sandbox of a fleet, of this name; undefined: this window shows none such. */
  #host(name: string): WindowHost | undefined {
    const [, fleet = '', sandbox = ''] = fleetAndSandbox.exec(name) ?? []
    return this.#hosts.get(name)?.host ?? this.#fleets.get(fleet)?.fleet.host(sandbox)
  }

  #all(): readonly WindowHost[] {
    const sandboxes = [...this.#fleets.values()].flatMap(({ fleet }) => fleet.hosts())
    return [...[...this.#hosts.values()].map(({ host }) => host), ...sandboxes]
  }

  /** A fleet that this window shows, by its name or by that of one of its sandboxes. Throws FaultError for none. */
  fleet(name: string): WindowFleet {
    const [, fleet = name] = fleetAndSandbox.exec(name) ?? []
    const found = this.#fleets.get(fleet)
    if (found) return found.fleet
    throw fault(`There is no fleet ${JSON.stringify(fleet)} in this window.`)
  }

  /** The work in a sandbox of this whole name. Throws FaultError for none. */
  async work(name: string, stop: AbortSignal): Promise<SandboxWork> {
    return this.fleet(name).work(fleetAndSandbox.exec(name)?.[2] ?? '', stop)
  }

  /** How each stands, by name in order, a fleet before its sandboxes. */
  states(): readonly HostState[] {
    return [...this.#all(), ...[...this.#fleets.values()].map(({ fleet }) => fleet)]
      .map(({ state }) => state)
      .toSorted((a, b) => a.name.localeCompare(b.name))
  }

  /** All that is known of them. */
  known(): Pick<EngineState, 'sessions' | 'approvals' | 'questions'> {
    const all = this.#all()
    return {
      sessions: all.flatMap(({ sessions }) => [...sessions.values()]),
      approvals: all.flatMap(({ approvals }) => [...approvals.values()]),
      questions: all.flatMap(({ questions }) => [...questions.values()]),
    }
  }

  /** Listens to what they tell until the returned function is called. */
  subscribe(listener: (notice: EngineNotice) => void): () => void {
    return this.#parts.notices.subscribe(listener)
  }

  /**
   * The answer of the host whose session, request, question or grant a request names; undefined: it names none, and is for this machine. Rejects
   * with FaultError where no host is asked that, or that host is not there.
   */
  route<C extends RequestChannel>(channel: C, payload: RequestOf<C>): Promise<unknown> | undefined {
    const there = hostNamedIn(channel, payload)
    if (there) return this.#askByName(channel, there)
    const named = namedIn(channel, payload)
    const name = named && hostOf(named.id)
    if (named === undefined || name === undefined || ofThisMachine.has(channel)) return undefined
    const host = this.#host(name)
    if (!host) return Promise.reject(noSuchHost(name))
    if (!named.asked) return Promise.reject(fault(`${name}: this is not done on a host from a window yet.`))
    return host.request(channel, { ...payload, [named.member]: idThere(named.id) })
  }

  #askByName(channel: RequestChannel, there: HostNamed): Promise<unknown> {
    const { name, asked, folder } = there
    const host = this.#host(name)
    if (!host) return Promise.reject(noSuchHost(name))
    if ('folder' in there && (folder === undefined || !isPathThere(folder)))
      return Promise.reject(
        fault(
          `${name}: a session there needs a folder there; expected its absolute path, or ~/ and its path from the home folder there.`,
        ),
      )
    return host.request(channel, asked)
  }

  /**
   * The destination that a program of this machine reaches a host by, where all that is known of the way there is one word for ssh; undefined:
   * it takes more, such as a port or a container.
   */
  sshDestination(name: string): string | undefined {
    const { command } = (Object.hasOwn(this.#settings, name) && this.#settings[name]) || { command: [] }
    const [program, destination = ''] = command
    return program === 'ssh' && command.length === 2 && sshDestination.test(destination)
      ? destination
      : undefined
  }

  /** The address on this machine of a port that a command of a host's session listens on; undefined: the session is this machine's. */
  openPort(place: RequestOf<'port.open'>): Promise<{ readonly url: string }> | undefined {
    const { sessionId } = place
    if (hostOf(sessionId) === undefined) return undefined
    const ask = <C extends RequestChannel>(channel: C, payload: RequestOf<C>): Promise<ResponseOf<C>> =>
      this.route(channel, payload) as Promise<ResponseOf<C>>
    const calls = {
      open: async () => (await ask('stream.open', place)).stream,
      read: (stream: string) => ask('stream.read', { sessionId, stream }),
      write: async (stream: string, data: string, last: boolean) => {
        await ask('stream.write', { sessionId, stream, data, last })
      },
      end: async (stream: string) => {
        await ask('stream.end', { sessionId, stream })
      },
    }
    return this.#openPort(place, calls)
  }

  /** A port here is opened once its first connection there was. */
  async #openPort(place: RequestOf<'port.open'>, calls: PortCalls): Promise<{ readonly url: string }> {
    await calls.end(await calls.open())
    return { url: await this.#ports.open(place, calls) }
  }

  #endPorts(name: string): void {
    this.#ports.end(({ sessionId }) => hostOf(sessionId) === name)
  }

  /** An answer to a host's request; undefined: it is this machine's. */
  decide(requestId: string, decision: Decision): Promise<DecideReply> | undefined {
    return this.route('approval.decide', { requestId, decision }) as Promise<DecideReply> | undefined
  }

  /** As the engine's own: a host knows one window, which is all of this program's. */
  leavesOut(requestId: string, who: object, some: boolean): boolean | undefined {
    if (hostOf(requestId) === undefined) return undefined
    const by = this.#inParts.get(requestId) ?? new Set()
    const before = by.size > 0
    if (some) by.add(who)
    else by.delete(who)
    if (by.size > 0) this.#inParts.set(requestId, by)
    else this.#inParts.delete(requestId)
    if (before !== by.size > 0)
      // A host that does not hear it has taken this window for gone, or will.
      this.route('approval.leaves-out', { requestId, some: !before })?.catch(() => undefined)
    return true
  }

  /** An engine that is greeted anew takes what was left out before for over. */
  #leavesOutAgain(name: string): void {
    for (const requestId of this.#inParts.keys())
      if (hostOf(requestId) === name)
        this.route('approval.leaves-out', { requestId, some: true })?.catch(() => undefined)
  }

  /** Tries a host again that was given up; looks for the sandboxes of a fleet anew. Throws FaultError for one that this window does not show. */
  retry(name: string): void {
    const [, fleet] = fleetAndSandbox.exec(name) ?? []
    if (this.#fleets.has(fleet ?? name)) {
      // One that is gone is not tried.
      void this.fleet(name)
        .look()
        .then(() => this.#host(name)?.retry())
      return
    }
    const host = this.#host(name)
    if (!host) throw noSuchHost(name)
    host.retry()
  }

  /** What the engine of a host that is connected says of itself. Rejects with FaultError for none, and where it cannot be asked. */
  async look(name: string): Promise<HostEngine> {
    const host = this.#host(name)
    if (!host) throw noSuchHost(name)
    return lookAtEngine((channel, payload) => host.request(channel, payload))
  }

  /** Tests a host of the configuration over a line of its own, whether windows show it or not; one test of a host at a time. Rejects with FaultError for none. */
  test(name: string): Promise<HostTested> {
    const settings = Object.hasOwn(this.#settings, name) ? this.#settings[name] : undefined
    const fleet = this.#fleets.get(name)
    if (!settings && fleet) return fleet.fleet.test()
    if (!settings) return Promise.reject(noSuchHost(name))
    // Of a name that means another machine by now, what the one before says is no answer.
    const key = JSON.stringify([name, settings])
    const running = this.#tests.get(key)
    if (running) return running
    const begun = tested(this.#parts.test(settings, this.#stop.signal, this.#askFor(name, settings))).finally(
      () => this.#tests.delete(key),
    )
    this.#tests.set(key, begun)
    return begun
  }

  /**
   * Leaves them all, and has those end what was begun from here whose entry says so. Resolves when they did, and clusters were told that their sandboxes are
   * not in use here any more, or after a while.
   */
  async close(): Promise<void> {
    this.#stop.abort(new Error('closed'))
    const ending = [...this.#hosts].map(async ([name, { host }]) => {
      if (this.#settings[name]?.on_close === 'end') await host.endAndClose()
      else host.close()
    })
    const fleets = [...this.#fleets.values()].map(({ fleet }) => fleet.close())
    this.#hosts.clear()
    this.#fleets.clear()
    this.#ports.end(() => true)
    this.asks.close()
    await Promise.all(ending)
    if (fleets.length > 0) await Promise.race([Promise.all(fleets), this.#parts.clock.sleep(mostLeavingMs)])
  }

  #askFor(name: string, { command: [program = ''] }: HostSettings): AskForHost {
    return this.asks.of(name, program.slice(program.lastIndexOf('/') + 1))
  }

  #changed(anew: boolean): void {
    this.#parts.notices.publish({ kind: 'hosts', hosts: this.states(), anew, ask: this.asks.first })
  }
}

/** What a line to a host is made of: whether it is ended with what was begun there is looked up at the end. */
const madeOf = (settings: unknown): string => JSON.stringify({ ...(settings as object), on_close: undefined })

/** So long who closes a window waits for a cluster: what it was not told it finds out by itself. */
const mostLeavingMs = 5_000

const isSame = (settings: Readonly<Record<string, unknown>>, name: string, made: string): boolean =>
  Object.hasOwn(settings, name) && madeOf(settings[name]) === made

/** What is done on this machine with the name of a session of a host's: no host is asked. */
const ofThisMachine: ReadonlySet<RequestChannel> = new Set(['window.open', 'file.open', 'port.open'])

const fault = (message: string): FaultError => new FaultError({ code: 'bad-request', message })
