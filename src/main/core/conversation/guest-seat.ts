import { FaultError } from '@shared/domain/fault'
import type { Grant } from '@shared/domain/grant'
import type { GuestCommand, SessionGuest } from '@shared/domain/guest-settings'
import type { SessionSummary } from '@shared/domain/session'
import type { SessionInput } from '../engine-service'
import type { Guest, GuestAgents } from '../guests/guest-agent'
import type { ModelProviders, ModelStream } from '../ports'
import type { SessionDefaults } from '../settings/settings-store'
import type { GuestOfTurn } from './guest-turn'
import { demoProvider, refuseDemoModel } from './session-change'

/** What a seat takes of its session: its row as it is now, in which the guest's own name of the conversation is kept. */
interface Seated {
  readonly summary: SessionSummary
  update(change: { readonly agent: SessionGuest }): void
}

const noAgents = (): FaultError =>
  new FaultError({ code: 'bad-request', message: 'This engine runs no agents of other makers.' })

/** The place of a guest in a session: it stays from turn to turn, and is begun anew where the session may do something else by now. */
export class GuestSeat implements GuestOfTurn {
  readonly id: string
  readonly #agents: GuestAgents | undefined
  readonly #seated: Seated
  readonly answered: Grant[] = []
  readonly given: Grant[] = []
  #taken: { readonly guest: Guest; readonly place: string } | undefined

  constructor(id: string, agents: GuestAgents | undefined, seated: Seated) {
    this.id = id
    this.#agents = agents
    this.#seated = seated
  }

  async open(): Promise<Guest> {
    const { id: sessionId, cwd, sandboxPolicy: policy, agent } = this.#seated.summary
    const place = JSON.stringify([cwd, policy, this.given])
    if (this.#taken?.place === place) return this.#taken.guest
    await this.close()
    if (!this.#agents) throw noAgents()
    const guest = await this.#agents.open({
      sessionId,
      agent: this.id,
      cwd,
      policy,
      resume: agent?.session,
      grants: this.given,
    })
    this.#taken = { guest, place }
    return guest
  }

  heard(session: string): void {
    if (this.#seated.summary.agent?.session !== session) this.#change({ session: session.slice(0, 500) })
  }

  offers(commands: readonly GuestCommand[]): void {
    if (JSON.stringify(this.#seated.summary.agent?.commands ?? []) !== JSON.stringify(commands))
      this.#change({ commands: [...commands] })
  }

  #change(change: Partial<SessionGuest>): void {
    this.#seated.update({ agent: { kind: 'acp', id: this.id, ...this.#seated.summary.agent, ...change } })
  }

  give(grants: readonly Grant[]): void {
    this.given.push(...grants)
  }

  /** Ends the guest and everything that it started. */
  async close(): Promise<void> {
    const taken = this.#taken
    this.#taken = undefined
    await taken?.guest.close()
  }
}

/** The seat of a session that a guest works in; undefined where our own agent does. */
export const seatOf = (agents: GuestAgents | undefined, seated: Seated): GuestSeat | undefined =>
  seated.summary.agent && new GuestSeat(seated.summary.agent.id, agents, seated)

/** The model of a session that a guest works in: the guest has one of its own, and none is asked here. */
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
 * agent that is not there. A model that only plays the demo has no view of what a guest asks.
 */
export async function workerOf(
  { agent: id, demo, modelsView }: SessionInput,
  { provider }: Pick<SessionDefaults, 'provider'>,
  { models, guests }: { readonly models: ModelProviders; readonly guests?: GuestAgents | undefined },
): Promise<Pick<SessionSummary, 'agent' | 'modelsView'>> {
  if (id === undefined || demo === true) {
    if (demo !== true) refuseDemoModel(provider)
    models.open(provider)
    return modelsView === undefined ? {} : { modelsView }
  }
  if (!guests) throw noAgents()
  await guests.find(id)
  const view = provider === demoProvider ? 'off' : modelsView
  return { agent: { kind: 'acp', id }, ...(view !== undefined && { modelsView: view }) }
}
