import type { AgentEvent } from '@shared/domain/agent-event'
import { toFault } from '@shared/domain/fault'
import { readFromWindow, type FromRun, type FromWindow } from './frames'
import type { VisitorLine, LineEnd, Passage } from './passage'
import type { AskedElsewhere, AskElsewhere, AskingEngine } from './windows'

type Resolved = Extract<AgentEvent, { type: 'approval.resolved' }>['request']

/** See `Windows.ask`. A window that ended or broke the agreed form is not asked again. */
export function askElsewhere(
  engine: AskingEngine,
  asking: AskElsewhere,
  passage: Pick<Passage, 'find'>,
): AskedElsewhere {
  const visit = new Visit(engine, asking, passage)
  return {
    close: () => {
      visit.close()
    },
  }
}

class Visit implements AskedElsewhere {
  readonly #engine: AskingEngine
  readonly #asking: AskElsewhere
  readonly #passage: Pick<Passage, 'find'>
  readonly #unsubscribe: () => void
  readonly #lines = new Map<string, VisitorLine>()
  readonly #met = new Set<string>()
  /** Everything that was ever handed over: a window may speak about nothing else. */
  readonly #asked = new Set<string>()
  readonly #waiting = new Set<string>()
  readonly #said = new Set<string>()
  #looking: Promise<void> | undefined
  #closed = false

  constructor(engine: AskingEngine, asking: AskElsewhere, passage: Pick<Passage, 'find'>) {
    this.#engine = engine
    this.#asking = asking
    this.#passage = passage
    this.#unsubscribe = engine.subscribe((notice) => {
      if (notice.kind === 'event') this.#follow(notice.event.event)
    })
  }

  close(): void {
    this.#closed = true
    this.#unsubscribe()
    this.#waiting.clear()
    for (const line of this.#lines.values()) line.end()
    this.#lines.clear()
  }

  #follow(event: AgentEvent): void {
    if (event.type === 'approval.requested' && this.#asking.mine(event.request)) {
      this.#waiting.add(event.request.id)
      void this.#ask(event.request.id)
    } else if (event.type === 'approval.assessed' && this.#waiting.has(event.requestId))
      this.#tell({ kind: 'assessed', requestId: event.requestId, update: event.update })
    else if (event.type === 'approval.rehearsed' && this.#waiting.has(event.requestId)) {
      const { requestId, rehearsal, offers } = event
      this.#tell({ kind: 'rehearsed', requestId, rehearsal, ...(offers && { offers }) })
    } else if (event.type === 'approval.resolved' && this.#waiting.delete(event.request.id))
      this.#over(event.request)
  }

  /** Windows that are open already have it at once; one that was opened meanwhile is looked for beside that. */
  async #ask(requestId: string): Promise<void> {
    for (const line of this.#lines.values()) this.#handOver(requestId, line)
    await this.#look()
    if (this.#lines.size === 0) this.#nobody(requestId)
    else this.#sayOnce('It is asked in the open window.')
  }

  /** One look at a time; who comes meanwhile has the same one. */
  #look(): Promise<void> {
    this.#looking ??= this.#find().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #find(): Promise<void> {
    const problems = await this.#passage.find(this.#asking.from, this.#met, (name, line) =>
      this.#meet(name, line),
    )
    for (const problem of problems) this.#sayOnce(problem)
  }

  #meet(name: string, line: VisitorLine): LineEnd {
    this.#met.add(name)
    if (this.#closed) line.end()
    else {
      this.#lines.set(name, line)
      for (const requestId of this.#waiting) this.#handOver(requestId, line)
    }
    return {
      take: (text) => {
        const frame = readFromWindow(text)
        if (frame === undefined) line.end()
        else if (this.#lines.has(name)) this.#answer(frame, line)
      },
      over: () => {
        if (this.#lines.delete(name)) void this.#lost()
      },
    }
  }

  #handOver(requestId: string, line: VisitorLine): void {
    const request = this.#engine.pendingApproval(requestId)
    if (request === undefined) return
    if (line.send({ kind: 'asked', request } satisfies FromRun)) this.#asked.add(requestId)
    else if (!this.#asked.has(requestId)) this.#nobody(requestId, 'It is too large to be shown in a window.')
  }

  async #lost(): Promise<void> {
    if (this.#lines.size > 0 || this.#waiting.size === 0) return
    await this.#look()
    if (this.#lines.size > 0) return
    for (const requestId of [...this.#waiting])
      this.#nobody(requestId, 'The window that was asked has been closed.')
  }

  #nobody(requestId: string, why?: string): void {
    const request = this.#engine.pendingApproval(requestId)
    if (!this.#waiting.delete(requestId) || this.#closed || request === undefined) return
    if (why !== undefined) this.#asking.say(`Nobody could be asked: ${why}`)
    this.#asking.unasked(request)
  }

  #answer(frame: FromWindow, line: VisitorLine): void {
    const { requestId } = frame
    const known = this.#asked.has(requestId)
    switch (frame.kind) {
      case 'rehearse':
        if (known) this.#engine.rehearse(requestId)
        return
      case 'view-again':
        if (known) this.#engine.viewAgain(requestId)
        return
      case 'decide':
        reply(line, frame.call, known ? this.#engine.decide(requestId, frame.decision, frame.by) : unknown)
        return
      case 'check-rule':
        reply(line, frame.call, known ? this.#engine.checkRule(requestId, frame.rule) : notWaiting)
    }
  }

  #over({ id, state, decision, decidedBy, decidedAt }: Resolved): void {
    if (state === 'pending') return
    const frame: FromRun = {
      ...{ kind: 'over', requestId: id, state },
      ...(decision && { decision }),
      ...(decidedBy && { decidedBy }),
      ...(decidedAt !== undefined && { decidedAt }),
    }
    const { decision: _, ...short } = frame as typeof frame & { decision?: unknown }
    for (const line of this.#lines.values()) if (!line.send(frame)) line.send(short)
  }

  #tell(frame: FromRun): void {
    for (const line of this.#lines.values()) line.send(frame)
  }

  #sayOnce(line: string): void {
    if (this.#closed || this.#said.has(line)) return
    this.#said.add(line)
    this.#asking.say(line)
  }
}

const unknown = Promise.resolve({ kind: 'unknown' })
const notWaiting = Promise.resolve({ kind: 'invalid', problem: 'This request does not wait any more.' })

function reply(line: VisitorLine, call: number, answer: Promise<unknown>): void {
  answer.then(
    (value) => line.send({ kind: 'reply', call, value } satisfies FromRun),
    (error: unknown) => line.send({ kind: 'refused', call, fault: toFault(error) } satisfies FromRun),
  )
}
