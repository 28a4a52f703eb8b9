import { closeSync, fstatSync } from 'node:fs'
// oxlint-disable-next-line countersign/no-restricted-imports -- the kernel's own files
import { openSync, readlinkSync } from 'node:fs'
import { opensNetwork } from '@shared/domain/sandbox-policy'
import type { RunSpec } from '../../../core/ports/sandbox'
import { runTool } from '../../process-execa/run-tool'
import { prewarmedShell, whileItWaits } from '../prewarmed/prewarmed-shell'

/** How long trying one out may take. */
const limitMs = 5_000

/** A network that one session's runs share: nothing but its own loopback. */
interface SessionNetwork {
  /** This process's hold on the namespaces, which live as long as it does, or a process in them. */
  readonly descriptors: readonly [user: number, net: number]
  runs: number
  left: boolean
}

/** One run's part in its session's network. */
export interface JoinedNetwork {
  /** The network, as the links in /proc name it (`net:[4026532179]`). */
  readonly network: string
  /** This process's hold on it. */
  readonly descriptor: number
  /** A program and its arguments that put the launcher, whose words follow, into the network. */
  readonly words: readonly string[]
  /** Call it once, when the run is over. */
  release(): void
}

/** Runs meet in a network when they are of one session and have the same limits; where these name no folder, its own is one. */
const keyOf = ({ session, policy, workspace }: RunSpec): string =>
  JSON.stringify([session, policy, ...(policy.mode === 'workspace-write' ? [workspace] : [])])

function joinWords(nsenter: string, [user, net]: SessionNetwork['descriptors']): readonly string[] {
  const own = `/proc/${String(process.pid)}/fd`
  // By this process's descriptors: none is handed on, and no process must live for the namespaces to be found.
  return [
    nsenter,
    '--preserve-credentials',
    `--user=${own}/${String(user)}`,
    `--net=${own}/${String(net)}`,
    '--',
  ]
}

/** Two new namespaces, held open; undefined where this system gives none. What made them is gone then. */
async function makeNamespaces(launcher: string): Promise<SessionNetwork['descriptors'] | undefined> {
  // Without a process namespace of its own the shell has the number that it has here.
  const args = ['--die-with-parent', '--unshare-user', '--unshare-net', '--ro-bind', '/', '/', '--']
  const held = await whileItWaits({ file: launcher, args: [...args, ...prewarmedShell] }, openNamespaces)
  return 'why' in held ? undefined : held // each run has a network of its own then
}

/** Holds the two of a process, which must be others than this one's. */
function openNamespaces(pid: string): SessionNetwork['descriptors'] {
  const opened: number[] = []
  try {
    for (const name of ['user', 'net']) {
      const path = `/proc/${pid}/ns/${name}`
      opened.push(openSync(path, 'r'))
      if (readlinkSync(path) === readlinkSync(`/proc/self/ns/${name}`)) throw new Error('it is this one')
    }
    const [user, net] = opened.splice(0)
    if (user === undefined || net === undefined) throw new Error('there are two')
    return [user, net]
  } finally {
    for (const fd of opened) closeSync(fd)
  }
}

/**
 * The networks that runs of one session share (decision 089). Each is a network namespace with nothing but a loopback, in a
 * user namespace of its own; this process's descriptors keep them, so that they end with it, however it ends. A run without a
 * session, with other limits, or where namespaces cannot be joined has a network of its own, in which it meets nobody.
 */
export class SessionNetworks {
  readonly #launcher: string
  readonly #nsenter: string
  readonly #networks = new Map<string, Promise<SessionNetwork | undefined>>()
  #works: Promise<boolean> | undefined

  constructor(launcher: string, nsenter: string) {
    this.#launcher = launcher
    this.#nsenter = nsenter
  }

  /** The run's part in the network of its session, which is made with the first. Undefined: it has one of its own. */
  async join(spec: RunSpec): Promise<JoinedNetwork | undefined> {
    if (spec.session === undefined || opensNetwork(spec.policy)) return undefined
    const key = keyOf(spec)
    const made = this.#networks.get(key) ?? this.#make()
    this.#networks.set(key, made)
    const network = await made
    if (!network || network.left) return undefined
    network.runs += 1
    return {
      network: nameOf(network),
      descriptor: network.descriptors[1],
      words: joinWords(this.#nsenter, network.descriptors),
      release: () => {
        network.runs -= 1
        closeUnused(network)
      },
    }
  }

  /** A session is over: nothing joins its networks any more, and they end with what still runs in them. */
  async leave(session: string): Promise<void> {
    const own = [...this.#networks].filter(([key]) => (JSON.parse(key) as unknown[])[0] === session)
    for (const [key] of own) this.#networks.delete(key)
    for (const [, made] of own) {
      const network = await made
      if (!network) continue
      network.left = true
      closeUnused(network)
    }
  }

  /** Why runs of a session meet nowhere here, as a clause in plain words; undefined: they do. Tried out anew. */
  async whyNone(): Promise<string | undefined> {
    const descriptors = await makeNamespaces(this.#launcher)
    if (!descriptors) return 'this system gives no network that could be shared'
    const network: SessionNetwork = { descriptors, runs: 0, left: true }
    try {
      return (await this.#tryOut(network)) ? undefined : 'a network was made, but nsenter could not join it'
    } finally {
      closeUnused(network)
    }
  }

  async #make(): Promise<SessionNetwork | undefined> {
    const descriptors = await makeNamespaces(this.#launcher)
    if (!descriptors) return undefined
    const network: SessionNetwork = { descriptors, runs: 0, left: false }
    if (await (this.#works ??= this.#tryOut(network))) return network
    network.left = true
    closeUnused(network)
    return undefined
  }

  /** Whether the launcher works in such a network, and ends up in it and in no other. */
  async #tryOut({ descriptors }: SessionNetwork): Promise<boolean> {
    const [program = '', ...args] = [
      ...joinWords(this.#nsenter, descriptors),
      ...[this.#launcher, '--unshare-user', '--unshare-pid', '--ro-bind', '/', '/', '--proc', '/proc', '--'],
      ...['readlink', '/proc/self/ns/net'],
    ]
    const env = { PATH: '/usr/bin:/bin' }
    const { code, printed } = await runTool(program, args, {
      env,
      ms: limitMs,
      maxBytes: 4_096,
      background: false,
    })
    return code === 0 && printed === `${nameOf({ descriptors })}\n`
  }
}

function nameOf({ descriptors }: Pick<SessionNetwork, 'descriptors'>): string {
  return `net:[${String(fstatSync(descriptors[1]).ino)}]`
}

function closeUnused(network: SessionNetwork): void {
  if (!network.left || network.runs > 0) return
  for (const fd of network.descriptors) closeSync(fd)
}

/** Why runs of a session meet nowhere, as a clause in plain words; undefined: they do. */
export async function whyNoSharedNetwork(parts: {
  readonly machinery: { readonly helper: unknown }
  readonly networks: SessionNetworks | undefined
}): Promise<string | undefined> {
  if (!parts.machinery.helper)
    return 'the helper is missing that starts commands and reports what they attempt'
  if (!parts.networks) return 'nsenter is missing, or somebody but root could have replaced it'
  return parts.networks.whyNone()
}
