import type { HostQuestion } from '../../core/run/host-question'
import { coverage, normaliseHost, parseRuleHost } from '../../core/network/host-rules'

/** The hosts by which an agent reports to its maker: refused without a question, and said once. */
export class RefusedHosts {
  readonly #agent: string
  readonly #names: () => readonly string[]
  readonly #unreported = new Set<string>()
  readonly #reported = new Set<string>()

  /** `names` are hosts, and `*.` with a name for every one below it; what is no such name stands for none. */
  constructor(agent: string, names: () => readonly string[]) {
    this.#agent = agent
    this.#names = names
  }

  /** Whether a connection is refused, which is noted then. */
  refuse({ host, port }: Pick<HostQuestion, 'host' | 'port'>): boolean {
    const found = normaliseHost(host)
    const names = this.#names().flatMap((name) => parseRuleHost(name) ?? [])
    const among = names.map((name) => ({ kind: 'host', host: name, port }) as const)
    if (!found || coverage(among, found, port) === undefined) return false
    if (!this.#reported.has(found.host)) this.#unreported.add(found.host)
    return true
  }

  /** What was refused and not said yet, as a sentence for the transcript, or nothing. */
  sentences(): readonly string[] {
    const hosts = [...this.#unreported]
    this.#unreported.clear()
    for (const host of hosts) this.#reported.add(host)
    if (hosts.length === 0) return []
    return [`${this.#agent} was kept from reporting to ${hosts.join(', ')} (agent_telemetry_hosts).`]
  }
}
