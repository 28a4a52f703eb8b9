import type { AgentEvent } from '@shared/domain/agent-event'
import { firstCharacters } from '@shared/domain/first-characters'
import { FaultError, toFault } from '@shared/domain/fault'
import type { SessionSummary } from '@shared/domain/session'
import {
  maxWorking,
  type ChildAgent,
  type ChildEnd,
  type ChildMessage,
  type ChildOrder,
} from '../agents/child-agents'
import type { OwnAgents, Parent } from '../agents/family'
import { childLimits, exceeds, isWider, type Limits } from '../agents/narrowest'
import type { Ids } from '../ports/system'
import { childrenOnRecord, type KnownChild } from './children-on-record'
import type { Session } from './session'
import { agentsOpening } from './session-prefix'

/** What children are made and found with. */
export interface ChildWorld {
  readonly ids: Ids
  readonly now: () => string
  begin(summary: Session['summary']): Promise<Session>
  /** The session, for writing, opened where it is only on file. */
  claim(sessionId: string): Promise<Session>
  open(sessionId: string): Session | undefined
  /** Closes a session; what is asked of it then is read from its record. */
  putDown(sessionId: string): Promise<void>
}

/** So much of a last message stands in the parent's record, in characters; all of it stands in the child's. */
const longestShown = 20_000
/** So many messages may wait for a child that works. */
const maxQueued = 20
/** So many children stay open that have nothing to do; the others are opened again when they are sent something. */
const maxResting = 8

/** The children of one session: those that work, and those that are only on its record. */
export class ParentAgents implements OwnAgents {
  readonly #parent: Parent
  readonly #world: ChildWorld
  readonly #known: Map<string, KnownChild>
  readonly #starting = new Set<string>()
  /** Counts the times that all were ended, so that one which was just being started ends too. */
  #ended = 0

  constructor(parent: Parent, world: ChildWorld) {
    this.#parent = parent
    this.#world = world
    this.#known = childrenOnRecord(parent.events())
  }

  async spawn(order: ChildOrder): Promise<ChildAgent> {
    const { callId, message, sandboxMode } = order
    const limits = this.#parent.limits()
    if (sandboxMode !== undefined && isWider(sandboxMode, limits.sandboxPolicy.mode))
      throw refused(
        `sandbox_mode "${sandboxMode}" allows more than this session has; expected "${limits.sandboxPolicy.mode}" or less.`,
      )
    const id = this.#world.ids.next()
    const name = freeName(order, [...this.#known.values()])
    const made = { id, name, now: this.#world.now() }
    const summary = childSummary(this.#parent.summary, childLimits(limits, order), order, made)
    const child: KnownChild = { id, name, kind: order.kind, callId: callId ?? id, reported: true, queue: [] }
    await this.#start(child, async () => {
      const session = await this.#world.begin(summary)
      this.#known.set(id, child)
      this.#emitStarted(child, child.callId, message)
      await this.#run(child, session, message, order.output)
    })
    return this.#agent(child)
  }

  get(idOrName: string): ChildAgent | undefined {
    const child = this.#known.get(idOrName) ?? [...this.#known.values()].find(({ name }) => name === idOrName)
    return child && this.#agent(child)
  }

  all(): readonly ChildAgent[] {
    return [...this.#known.values()].map((child) => this.#agent(child))
  }

  async end(): Promise<void> {
    this.#ended += 1
    const open = [...this.#known.values()].filter((child) => this.#open(child))
    for (const child of open) child.queue = []
    await Promise.all(open.map((child) => this.#putDown(child)))
  }

  async forget(childIds: readonly string[]): Promise<void> {
    const gone = childIds.flatMap((id) => this.#known.get(id) ?? [])
    await Promise.all(gone.map((child) => this.#close(child)))
    for (const { id } of gone) this.#known.delete(id)
  }

  narrow(): void {
    for (const child of this.#known.values()) {
      const session = this.#open(child)
      if (!session || !exceeds(session.limits(), this.#parent.limits())) continue
      if (session.running) {
        child.queue = []
        child.problem = 'It was stopped because its session may do less now.'
      }
      void this.#stop(session)
    }
  }

  /** Ends its turn and its servers, which the next one begins again, unless it has begun one meanwhile. */
  async #stop(session: Session): Promise<void> {
    await session.interrupt()
    if (!session.running) await session.tools.rest()
  }

  news(): string | undefined {
    return agentNews([...this.#known.values()])
  }

  /** Takes what happened in a child. */
  heard(childId: string, event: AgentEvent): void {
    const child = this.#known.get(childId)
    if (event.type === 'approval.requested' || event.type === 'approval.resolved') this.#parent.relay(event)
    if (!child) return
    if (event.type === 'turn.started') delete child.end
    if (event.type === 'error.reported') child.problem = event.fault.message
    if (event.type !== 'turn.finished' || child.closing) return
    const { outcome, lastMessage } = event
    const next = outcome === 'completed' ? child.queue.splice(0).join('\n\n') : ''
    if (next === '')
      this.#finish(child, {
        outcome,
        lastMessage,
        problem: outcome === 'completed' ? undefined : child.problem,
      })
    else void this.#goOn(child, next)
  }

  /** What was sent while it worked, as its next turn. */
  async #goOn(child: KnownChild, text: string): Promise<void> {
    const ended = this.#ended
    try {
      await this.#run(child, await this.#world.claim(child.id), text)
    } catch (error) {
      // Nobody waits for this but for its end.
      if (!child.end) this.#finish(child, { outcome: 'failed', problem: toFault(error).message })
    }
    if (ended !== this.#ended) await this.#putDown(child)
  }

  async #send(child: KnownChild, { callId, text, interrupt }: ChildMessage): Promise<'started' | 'queued'> {
    if (child.end?.outcome === 'closed')
      throw refused(`The agent ${child.name} was closed and takes no more work. Start another one.`)
    if (!child.end && interrupt !== true) {
      if (child.queue.length >= maxQueued)
        throw refused(
          `${String(maxQueued)} messages already wait for the agent ${child.name}; expected no more before it ends.`,
        )
      child.queue.push(text)
      return 'queued'
    }
    child.queue = []
    await this.#open(child)?.interrupt()
    await this.#start(child, async () => {
      const session = await this.#world.claim(child.id)
      if (session.summary.child?.parentId !== this.#parent.summary.id)
        throw refused(
          `The agent ${child.name} works for the session that this one was forked from. Start another one.`,
        )
      this.#emitStarted(child, callId, text)
      await this.#run(child, session, text)
    })
    return 'started'
  }

  /** Takes one of the places for children that work, from before it is there. One that is started while all are ended ends too. */
  async #start(child: KnownChild, work: () => Promise<void>): Promise<void> {
    const working = [...this.#known.values()].flatMap((each) => (each.end ? [] : [each.id]))
    if (new Set([...working, ...this.#starting]).size >= maxWorking)
      throw refused(
        `${String(maxWorking)} agents work for this session already, which is as many as may. Wait for one, or close one.`,
      )
    const ended = this.#ended
    this.#starting.add(child.id)
    try {
      await work()
      if (ended !== this.#ended) await this.#putDown(child)
      await this.#putRestingDown()
    } finally {
      this.#starting.delete(child.id)
    }
  }

  async #run(
    child: KnownChild,
    session: Session,
    text: string,
    outputSchema?: ChildOrder['output'],
  ): Promise<void> {
    delete child.end
    delete child.problem
    try {
      await session.start({ text, images: [], labels: [] }, { outputSchema })
    } catch (error) {
      this.#finish(child, { outcome: 'failed', problem: toFault(error).message })
      throw error
    }
  }

  async #close(child: KnownChild): Promise<void> {
    if (child.end?.outcome === 'closed') return
    child.closing = true
    child.queue = []
    await this.#putDown(child)
    const { lastMessage } = child.end ?? {}
    this.#finish(child, { outcome: 'closed', lastMessage })
    child.reported = true
  }

  #emitStarted({ id: childId, name, kind }: KnownChild, callId: string, task: string): void {
    this.#parent.emit({ type: 'agent.started', callId, childId, name, kind, task })
  }

  #finish(child: KnownChild, { outcome, lastMessage, problem }: ChildEnd): void {
    child.end = { outcome, lastMessage, problem }
    child.reported = false
    this.#parent.emit({
      ...{ type: 'agent.finished', callId: child.callId, childId: child.id, outcome },
      ...(lastMessage !== undefined && { lastMessage: firstCharacters(lastMessage, longestShown) }),
      ...(problem !== undefined && { problem }),
    })
    child.rest?.resolve(child.end)
    delete child.rest
  }

  /** The session of a child that is open. A record can name sessions that are none of this one's. */
  #open({ id }: KnownChild): Session | undefined {
    const session = this.#world.open(id)
    return session?.summary.child?.parentId === this.#parent.summary.id ? session : undefined
  }

  async #putDown(child: KnownChild): Promise<void> {
    if (this.#open(child)) await this.#world.putDown(child.id)
  }

  /** The oldest go first. */
  async #putRestingDown(): Promise<void> {
    const resting = [...this.#known.values()].filter((child) => child.end && this.#open(child))
    await Promise.all(resting.slice(0, -maxResting).map((child) => this.#putDown(child)))
  }

  #agent(child: KnownChild): ChildAgent {
    const { id, name, kind } = child
    const row = () => this.#open(child)?.summary
    return {
      ...{ id, name, kind },
      get end() {
        return child.end
      },
      get reported() {
        return child.reported
      },
      get activity() {
        return row()?.activity ?? ''
      },
      get pendingApprovals() {
        return row()?.pendingApprovals ?? 0
      },
      markReported: () => {
        child.reported = true
      },
      send: (message) => this.#send(child, message),
      ended: (signal) => atRest(child, signal),
      close: () => this.#close(child),
    }
  }
}

const longestName = 60

/** A name that none of the others has, on one line. */
function freeName({ name, kind }: ChildOrder, others: readonly { readonly name: string }[]): string {
  const taken = new Set(others.map((each) => each.name))
  const plain = (name ?? '').replaceAll(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const wanted = plain === '' ? kind : plain.slice(0, longestName)
  for (let number = plain === '' ? others.length + 1 : 1; ; number += 1) {
    const found = number === 1 && plain !== '' ? wanted : `${wanted} ${String(number)}`
    if (!taken.has(found)) return found
  }
}

/** The summary of a child that begins now, as its parent is but for what was ordered. */
function childSummary(
  parent: SessionSummary,
  limits: Limits,
  order: ChildOrder,
  made: { readonly id: string; readonly name: string; readonly now: string },
): SessionSummary {
  const { provider, reasoningSummary, branch, shownCwd, modelsView } = parent
  const { kind, callId, sandboxMode, model, effort } = order
  const { id, name, now } = made
  const reasoningEffort = effort ?? parent.reasoningEffort
  const baseInstructions = order.baseInstructions ?? parent.baseInstructions
  const leftOutTools = [...new Set([...(parent.leftOutTools ?? []), ...(order.leftOutTools ?? [])])]
  return {
    id,
    title: name,
    ...limits,
    ...(shownCwd !== undefined && limits.cwd === parent.cwd && { shownCwd }),
    provider,
    model: model ?? parent.model,
    ...(reasoningEffort && { reasoningEffort }),
    ...(reasoningSummary && { reasoningSummary }),
    status: 'idle',
    activity: '',
    pendingApprovals: 0,
    createdAt: now,
    updatedAt: now,
    ...(branch !== undefined && { branch }),
    ...(baseInstructions !== undefined && { baseInstructions }),
    ...(leftOutTools.length > 0 && { leftOutTools }),
    ...(modelsView !== undefined && { modelsView }),
    child: {
      parentId: parent.id,
      name,
      kind,
      ...(callId !== undefined && { callId }),
      ...(sandboxMode !== undefined && { sandboxMode }),
    },
  }
}

/** So much of a last message is told unasked; the model can wait for the rest. */
const longest = 1000

/** A child's words may hold anything; here they are text and nothing else. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** What a model is told of children that ended while it did not wait for them; undefined when there are none. */
function agentNews(children: readonly KnownChild[]): string | undefined {
  const ended = children.flatMap((child) => (child.end && !child.reported ? [{ child, end: child.end }] : []))
  if (ended.length === 0) return undefined
  const lines = ended.map(({ child, end }) => {
    child.reported = true
    const text = firstCharacters(end.problem ?? end.lastMessage ?? '', longest)
    return `  <agent id="${escaped(child.id)}" name="${escaped(child.name)}" status="${end.outcome}">${escaped(text)}</agent>`
  })
  return [agentsOpening, ...lines, '</agents>'].join('\n')
}

function atRest(child: KnownChild, signal: AbortSignal): Promise<ChildEnd> {
  if (child.end) return Promise.resolve(child.end)
  child.rest ??= Promise.withResolvers<ChildEnd>()
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => {
    aborted.reject(new Error('no longer waited for'))
  }
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return Promise.race([child.rest.promise, aborted.promise]).finally(() => {
    signal.removeEventListener('abort', abort)
  })
}

function refused(message: string): FaultError {
  return new FaultError({ code: 'bad-request', message })
}
