import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import type { Grant } from '@shared/domain/grant'
import type { AcpAgentListing, AcpAgentSettings } from '@shared/domain/acp-agent-settings'
import type { AcpAgent, AcpAgents, AcpAgentPlace } from '../../core/acp-agents/acp-agent'
import { acpAgentPermit } from '../../core/acp-agents/acp-agent-permit'
import { parseRuleHost, coverage, normaliseHost } from '../../core/network/host-rules'
import type { Clock } from '../../core/ports/system'
import type { CommandRunner } from '../../core/ports/sandbox'
import type { Workspace } from '../../core/ports/workspace'
import type { HostQuestion } from '../../core/run/host-question'
import type { AgentWorld, StartAgent } from './agent-run'
import { knownAgents } from './known-agents'

/** What ACP agents are made of. `home` is the engine's. */
export interface AcpAgentsParts {
  readonly home: string
  readonly configured: () => Readonly<Record<string, AcpAgentSettings>>
  /** Hosts that agents report to, by which they are refused without a question. */
  readonly telemetryHosts: () => readonly string[]
  readonly sandbox: CommandRunner
  readonly unconfined: CommandRunner
  readonly workspace: Pick<Workspace, 'environment' | 'program'>
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
  readonly version: string
}

/** An agent as it is started. */
interface Startable extends AcpAgentListing {
  readonly program: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly ask: readonly string[]
  readonly startupMs: number
}

/** Host and port of what config.toml and the table name, as grants. */
function hostGrant(text: string): Grant[] {
  const [, name = '', port = '443'] = /^(.*?)(?::(\d+))?$/.exec(text) ?? []
  const host = parseRuleHost(name)
  const number = Number(port)
  return host === undefined || number < 1 || number > 65_535 ? [] : [{ kind: 'host', host, port: number }]
}

const shownHost = (grant: Grant): string =>
  grant.kind === 'host' ? `${grant.host}:${String(grant.port)}` : ''

const listed = ({ id, name, command, from, hosts }: Startable): AcpAgentListing => ({
  ...{ id, name, command, from, hosts },
})

class InstalledAcpAgents implements AcpAgents {
  readonly #parts: AcpAgentsParts

  constructor(parts: AcpAgentsParts) {
    this.#parts = parts
  }

  async list(): Promise<readonly AcpAgentListing[]> {
    const found = await Promise.all(this.#ids().map((id) => this.#look(id)))
    return found.flatMap((each) => (each ? [listed(each)] : []))
  }

  async find(id: string): Promise<AcpAgentListing> {
    return listed(await this.#find(id))
  }

  async open(place: AcpAgentPlace): Promise<AcpAgent> {
    const found = await this.#find(place.agent)
    const { AcpConnection } = await import('./acp-connection')
    const { clock, version } = this.#parts
    const refused = new RefusedHosts(found.name, this.#parts.telemetryHosts)
    return new AcpConnection({
      ...{ name: found.name, ask: found.ask, startupMs: found.startupMs, clock, version },
      ...{ cwd: place.cwd, resume: place.resume },
      sentences: () => refused.sentences(),
      start: ({ askHost, ...world }) =>
        this.#start(found, place, {
          ...world,
          askHost: (question, over) =>
            refused.refuse(question) ? Promise.resolve('deny') : askHost(question, over),
        }),
    })
  }

  #ids(): readonly string[] {
    const configured = this.#parts.configured()
    return [...new Set([...Object.keys(configured), ...Object.keys(knownAgents)])].toSorted()
  }

  async #find(id: string): Promise<Startable> {
    const found = await this.#look(id)
    if (found) return found
    const known = (await this.list()).map((each) => each.id).join(', ')
    throw new FaultError({
      code: 'bad-request',
      message: `There is no agent "${id.slice(0, 80)}" on this machine; expected ${known === '' ? 'one that is configured' : `one of: ${known}`}.`,
      remedy: 'Install its program, or name it in [agents] of config.toml.',
    })
  }

  /** The agent of this id as it would be started now; undefined where its program is not there. */
  async #look(id: string): Promise<Startable | undefined> {
    const own = this.#parts.configured()[id]
    const known = Object.hasOwn(knownAgents, id) ? knownAgents[id] : undefined
    const command = own?.command ?? known?.command
    if (command === undefined || own?.enabled === false) return undefined
    // Never by a folder of the session's: what is started is decided here, and not by a repository.
    const place = await this.#parts.workspace.program(command, '/')
    if (!place) return undefined
    const args = own?.args ?? (own?.command === undefined ? (known?.args ?? []) : [])
    const named = [...(known?.keys ?? []), ...(own?.env_vars ?? [])]
    const given = named.flatMap((name) => {
      const value = this.#parts.env[name]
      return value === undefined ? [] : [[name, value] as const]
    })
    return {
      id,
      name: own?.name ?? known?.name ?? id,
      command: [command, ...args].join(' '),
      from: own ? 'config' : 'path',
      hosts: (own?.hosts ?? known?.hosts ?? []).flatMap(hostGrant).map(shownHost),
      program: place.at ?? place.path,
      args,
      env: { ...known?.env, ...Object.fromEntries(given), ...own?.env },
      ask: [...(own?.mode === undefined ? [] : [own.mode]), ...(known?.ask ?? [])],
      startupMs: (own?.startup_timeout_sec ?? 60) * 1000,
    }
  }

  #start(agent: Startable, { sessionId, cwd, policy, grants }: AcpAgentPlace, world: AgentWorld): StartAgent {
    const { home, sandbox, unconfined, workspace } = this.#parts
    const state = join(home, 'agents', agent.id, 'state')
    const own: Grant[] = [{ kind: 'write', path: state, extent: 'tree' }, ...agent.hosts.flatMap(hostGrant)]
    const permit = acpAgentPermit(policy, own, grants)
    const open = permit.confinement === 'none'
    return async (signal, input, onOutput) => {
      const env = await ownFolders(state)
      return (open ? unconfined : sandbox).run(
        {
          ...{ permit, cwd, policy, input, session: sessionId, workspace: cwd, ...world },
          command: [agent.program, ...agent.args],
          env: { ...workspace.environment(policy, !open), ...env, ...agent.env },
          timeoutMs: Infinity,
          lasting: true,
        },
        signal,
        onOutput,
      )
    }
  }
}

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

/** Makes a folder where there is nothing of that name; a link there is not followed. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Makes an agent's own folder, and says by which variables programs find what they keep in it. Agents put there what they want: only names
 * right below it are made, and what stands there stays.
 */
async function ownFolders(state: string): Promise<Readonly<Record<string, string>>> {
  await mkdir(state, { recursive: true, mode: 0o700 })
  for (const name of ['.config', '.local', '.cache', 'tmp']) await makeFolder(join(state, name))
  return {
    HOME: state,
    XDG_CONFIG_HOME: join(state, '.config'),
    XDG_DATA_HOME: join(state, '.local', 'share'),
    XDG_STATE_HOME: join(state, '.local', 'state'),
    XDG_CACHE_HOME: join(state, '.cache'),
    TMPDIR: join(state, 'tmp'),
  }
}

/** The agents that are configured, and those of the known ones whose program is on PATH. They run in the sandbox where the session does. */
export function createAcpAgents(parts: AcpAgentsParts): AcpAgents {
  return new InstalledAcpAgents(parts)
}
