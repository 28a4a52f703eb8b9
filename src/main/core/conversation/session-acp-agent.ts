import { FaultError } from '@shared/domain/fault'
import type { Grant } from '@shared/domain/grant'
import type { AcpAgentCommand, SessionAgent } from '@shared/domain/acp-agent-settings'
import type { SessionSummary } from '@shared/domain/session'
import type { SessionInput } from '../engine/engine-service'
import type { AcpAgent, AcpAgents } from '../acp-agents/acp-agent'
import type { ModelProviders, ModelStream } from '../ports/models'
import type { SessionDefaults } from '../settings/settings-store'
import type { AcpAgentOfTurn } from './acp-agent-turn'
import { demoProvider, refuseDemoModel } from './session-change'

/** What it takes of its session: its row as it is now, in which the ACP agent's own name of the conversation is kept. */
interface AgentSession {
  readonly summary: SessionSummary
  update(change: { readonly agent: SessionAgent }): void
}

const noAgents = (): FaultError =>
  new FaultError({ code: 'bad-request', message: 'This engine runs no agents of other makers.' })

/** The place of an ACP agent in a session: it stays from turn to turn, and is begun anew where the session may do something else by now. */
export class SessionAcpAgent implements AcpAgentOfTurn {
  readonly id: string
  readonly #agents: AcpAgents | undefined
  readonly #session: AgentSession
  readonly answered: Grant[] = []
  readonly given: Grant[] = []
  #taken: { readonly acpAgent: AcpAgent; readonly place: string } | undefined

  constructor(id: string, agents: AcpAgents | undefined, agentSession: AgentSession) {
    this.id = id
    this.#agents = agents
    this.#session = agentSession
  }

  async open(): Promise<AcpAgent> {
    const { id: sessionId, cwd, sandboxPolicy: policy, agent } = this.#session.summary
    const place = JSON.stringify([cwd, policy, this.given])
    if (this.#taken?.place === place) return this.#taken.acpAgent
    await this.close()
    if (!this.#agents) throw noAgents()
    const acpAgent = await this.#agents.open({
      sessionId,
      agent: this.id,
      cwd,
      policy,
      resume: agent?.session,
      grants: this.given,
    })
    this.#taken = { acpAgent, place }
    return acpAgent
  }

  heard(session: string): void {
    if (this.#session.summary.agent?.session !== session) this.#change({ session: session.slice(0, 500) })
  }

  offers(commands: readonly AcpAgentCommand[]): void {
    if (JSON.stringify(this.#session.summary.agent?.commands ?? []) !== JSON.stringify(commands))
      this.#change({ commands: [...commands] })
  }

  #change(change: Partial<SessionAgent>): void {
    this.#session.update({ agent: { kind: 'acp', id: this.id, ...this.#session.summary.agent, ...change } })
  }

  give(grants: readonly Grant[]): void {
    this.given.push(...grants)
  }

  /** Takes back what it was given: it is begun anew with its next prompt. */
  takeBack(): void {
    this.given.length = 0
    this.answered.length = 0
  }

  /** Ends the ACP agent and everything that it started. */
  async close(): Promise<void> {
    const taken = this.#taken
    this.#taken = undefined
    await taken?.acpAgent.close()
  }
}

/** The ACP agent that a session is worked in by; undefined where our own agent does. */
export const sessionAcpAgent = (
  agents: AcpAgents | undefined,
  agentSession: AgentSession,
): SessionAcpAgent | undefined =>
  agentSession.summary.agent && new SessionAcpAgent(agentSession.summary.agent.id, agents, agentSession)

/** The model of a session that an ACP agent works in: the ACP agent has one of its own, and none is asked here. */
const noModel: ModelStream = {
  stream() {
    throw new FaultError({
      code: 'bad-request',
      message: 'In this session an agent of another maker works, which keeps its own history.',
      remedy: 'Ask it in a message, or begin a session of your own.',
    })
  },
}

/** The model that a session is worked with. Throws what the provider throws when it cannot be opened. */
export const modelOf = (
  models: ModelProviders,
  { agent, provider }: Pick<SessionSummary, 'agent' | 'provider'>,
  wanted = provider,
): ModelStream => (agent ? noModel : models.open(wanted))

/**
 * Who works in a new session, as its summary has it. Throws FaultError for a model that cannot be opened, and `bad-request` for an
 * agent that is not there. A model that only plays the demo has no view of what an ACP agent asks.
 */
export async function workerOf(
  { agent: id, demo, modelsView }: SessionInput,
  { provider }: Pick<SessionDefaults, 'provider'>,
  { models, acpAgents }: { readonly models: ModelProviders; readonly acpAgents?: AcpAgents | undefined },
): Promise<Pick<SessionSummary, 'agent' | 'modelsView'>> {
  if (id === undefined || demo === true) {
    if (demo !== true) refuseDemoModel(provider)
    models.open(provider)
    return modelsView === undefined ? {} : { modelsView }
  }
  if (!acpAgents) throw noAgents()
  await acpAgents.find(id)
  const view = provider === demoProvider ? 'off' : modelsView
  return { agent: { kind: 'acp', id }, ...(view !== undefined && { modelsView: view }) }
}
