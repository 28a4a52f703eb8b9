import type { NetworkBridge, RunNetwork } from '../../../core/network/run-network'
import type { RunSpec, OpenPort } from '../../../core/ports/sandbox'
import type { JoinedNetwork } from './session-networks'
import { listenersOf, socketsOf, type Listener } from '../../own-process/listening-sockets'
import { openForwarding, type Forwarding } from './port-forwarding'
import { lookBelow } from '../../own-process/process-tree'

/** How often what runs is looked at; more seldom where looking takes long, so that it takes a twentieth of the time at most. */
const everyMs = 500
const share = 20
/** How many ports of one run are told. */
const maxPorts = 32

/** A run whose ports are told; what listens at the relay's place is the engine's. */
interface WatchedRun {
  readonly pid: number
  readonly joined: JoinedNetwork
  readonly relay: NetworkBridge['place'] | undefined
  readonly onPorts: (ports: readonly OpenPort[]) => void
}

/** A port of a run that listens, with the forwarding that leads there, if one was wanted. */
interface Known {
  readonly listener: Listener
  forwarding: Promise<Forwarding> | undefined
}

/**
 * Tells which ports the processes of a run listen on, as the kernel has it, and forwards them to this machine's loopback
 * while they do. A listener counts for the run of whose processes one holds its socket.
 */
export class PortWatch {
  readonly #socat: () => string | undefined
  /** By number, for each run. */
  readonly #runs = new Map<WatchedRun, Map<number, Known>>()
  /** Whose each socket is; a number stands for one socket as long as that listens. */
  readonly #owners = new Map<string, WatchedRun>()
  #timer: NodeJS.Timeout | undefined

  constructor(socat: () => string | undefined) {
    this.#socat = socat
  }

  /**
   * Watches a run that is in a session's network, where somebody wants to know; `pid` is the process that the engine started,
   * which is there as soon as it can be. Call what it returns when the run is over: its ports and forwardings end then.
   */
  watch(
    joined: JoinedNetwork | undefined,
    { onPorts }: Pick<RunSpec, 'onPorts'>,
    pid: number | undefined,
    network?: RunNetwork,
  ): () => void {
    if (!joined || !onPorts || pid === undefined) return () => undefined
    const run: WatchedRun = { pid, joined, relay: network?.bridge.place, onPorts }
    this.#runs.set(run, new Map())
    if (!this.#timer) this.#later(everyMs)
    return () => {
      const known = this.#runs.get(run)
      this.#runs.delete(run)
      for (const [inode, owner] of this.#owners) if (owner === run) this.#owners.delete(inode)
      if (this.#runs.size === 0) {
        clearTimeout(this.#timer)
        this.#timer = undefined
      }
      if (!known || known.size === 0) return
      for (const each of known.values()) end(each)
      onPorts([])
    }
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => {
      const began = performance.now()
      for (const run of this.#runs.keys()) this.#look(run)
      this.#later(Math.max(everyMs, share * (performance.now() - began)))
    }, ms).unref()
  }

  #look(run: WatchedRun): void {
    const { pid, joined, relay } = run
    const seen = new Map(
      listenersOf(pid, joined.network)
        .filter(({ address, port }) => address !== relay?.address || port !== relay.port)
        .map((listener) => [listener.inode, listener]),
    )
    if ([...seen.keys()].some((inode) => !this.#owners.has(inode)))
      for (const inode of lookBelow()(pid).flatMap(socketsOf))
        if (seen.has(inode)) this.#owners.set(inode, run)
    this.#report(
      run,
      [...seen.values()].filter(({ inode }) => this.#owners.get(inode) === run).slice(0, maxPorts),
    )
  }

  #report(run: WatchedRun, listeners: readonly Listener[]): void {
    const known = this.#runs.get(run)
    if (!known) return
    const inodes = new Set(listeners.map(({ inode }) => inode))
    const before = [...known.keys()].sort().join()
    for (const [port, each] of known) {
      if (inodes.has(each.listener.inode)) continue
      end(each)
      known.delete(port)
      this.#owners.delete(each.listener.inode)
    }
    for (const listener of listeners)
      if (!known.has(listener.port)) known.set(listener.port, { listener, forwarding: undefined })
    if ([...known.keys()].sort().join() === before) return
    const ports = [...known].sort(([a], [b]) => a - b)
    run.onPorts(ports.map(([port]) => ({ port, forward: () => this.#forward(run, port) })))
  }

  async #forward(run: WatchedRun, port: number): Promise<number> {
    const known = this.#runs.get(run)?.get(port)
    if (!known) throw new Error('nothing listens there any more')
    const socat = this.#socat()
    if (socat === undefined) throw new Error('socat is missing (sudo apt install socat)')
    known.forwarding ??= openForwarding({ words: run.joined.words, socat, listener: known.listener })
    try {
      return (await known.forwarding).port
    } catch (error) {
      known.forwarding = undefined
      throw error
    }
  }
}

function end({ forwarding }: Known): void {
  if (!forwarding) return
  const close = (opened: Forwarding): void => {
    opened.close()
  }
  void forwarding.then(close, () => undefined) // whoever asked for it was told
}
