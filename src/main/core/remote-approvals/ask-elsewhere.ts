import type { AgentEvent } from '@shared/domain/agent-event'
import { toFault } from '@shared/domain/fault'
import type { Question } from '@shared/domain/question'
import type { Clock } from '../ports/system'
import { readFromWindow, type FromRun, type FromWindow } from './frames'
import type { RunLine, LineEnd, WindowTransport } from './window-transport'
import type { AskedElsewhere, AskElsewhere, AskingEngine } from './windows'

type Resolved = Extract<AgentEvent, { type: 'approval.resolved' }>['request']

/** How windows are found, and the clock that says when one does not answer any more. */
export interface WindowWay extends Pick<WindowTransport, 'find'> {
  readonly clock: Pick<Clock, 'sleep'>
}

/** See `Windows.ask`. A window that ended, broke the agreed form or does not answer is not asked again. */
export function askElsewhere(
  engine: AskingEngine,
  asking: AskElsewhere,
  transport: WindowWay,
): AskedElsewhere {
  const visit = new Visit(engine, asking, transport)
  return {
    close: () => {
      visit.close()
    },
  }
}

/** A window that is asked, and whether it answers. */
interface OpenLine {
  readonly line: RunLine
  readonly pulse: Pulse
}

class Visit implements AskedElsewhere {
  readonly #engine: AskingEngine
  readonly #asking: AskElsewhere
  readonly #transport: WindowWay
  readonly #ends: readonly (() => void)[]
  readonly #lines = new Map<string, OpenLine>()
  readonly #found = new Set<string>()
  /** Everything that was ever handed over: a window may speak about nothing else. */
  readonly #asked = new Set<string>()
  readonly #waiting = new Map<string, 'request' | 'question'>()
  readonly #said = new Set<string>()
  #looking: Promise<void> | undefined
  #closed = false

  constructor(engine: AskingEngine, asking: AskElsewhere, transport: WindowWay) {
    this.#engine = engine
    this.#asking = asking
    this.#transport = transport
    this.#ends = [
      engine.subscribe((notice) => {
        if (notice.kind === 'event') this.#follow(notice.event.event)
      }),
      engine.questions.attendElsewhere(async (asks) => {
        if (!asking.mine(asks)) return false
        if (this.#lines.size === 0) await this.#look()
        return this.#lines.size > 0
      }),
    ]
  }

  close(): void {
    this.#closed = true
    for (const end of this.#ends) end()
    this.#waiting.clear()
    for (const { line, pulse } of this.#lines.values()) {
      pulse.stop()
      line.end()
    }
    this.#lines.clear()
  }

  #follow(event: AgentEvent): void {
    if (event.type === 'approval.requested' && this.#asking.mine(event.request))
      this.#wait(event.request.id, 'request')
    else if (event.type === 'question.asked' && this.#asking.mine(event.question))
      this.#wait(event.question.id, 'question')
    else if (event.type === 'approval.assessed' && this.#waiting.has(event.requestId))
      this.#emit({ kind: 'assessed', requestId: event.requestId, update: event.update })
    else if (event.type === 'approval.rehearsed' && this.#waiting.has(event.requestId)) {
      const { requestId, rehearsal, offers } = event
      this.#emit({ kind: 'rehearsed', requestId, rehearsal, ...(offers && { offers }) })
    } else if (event.type === 'approval.resolved' && this.#waiting.has(event.request.id)) {
      this.#forget(event.request.id)
      this.#over(event.request)
    } else if (event.type === 'question.resolved' && this.#waiting.has(event.question.id)) {
      this.#forget(event.question.id)
      this.#overQuestion(event.question)
    }
  }

  #wait(id: string, kind: 'request' | 'question'): void {
    this.#waiting.set(id, kind)
    for (const { pulse } of this.#lines.values()) pulse.start()
    void this.#ask(id)
  }

  /** Nobody is waited for: nobody is looked after either. */
  #forget(id: string): void {
    this.#waiting.delete(id)
    if (this.#waiting.size === 0) for (const { pulse } of this.#lines.values()) pulse.stop()
  }

  /** Windows that are open already have it at once; one that was opened meanwhile is looked for beside that. */
  async #ask(id: string): Promise<void> {
    for (const { line } of this.#lines.values()) this.#handOver(id, line)
    await this.#look()
    if (this.#lines.size === 0) this.#nobody(id)
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
    const problems = await this.#transport.find(this.#asking.from, this.#found, (name, line) =>
      this.#meet(name, line),
    )
    for (const problem of problems) this.#sayOnce(problem)
  }

  #meet(name: string, line: RunLine): LineEnd {
    this.#found.add(name)
    const pulse = new Pulse(line, this.#transport.clock, () => {
      this.#drop(name, line)
      line.drop()
      this.#sayOnce('An open window does not answer any more, and is not asked again.')
      void this.#lost('The window that was asked does not answer.')
    })
    if (this.#closed) line.end()
    else {
      this.#lines.set(name, { line, pulse })
      for (const id of this.#waiting.keys()) this.#handOver(id, line)
      if (this.#waiting.size > 0) pulse.start()
    }
    return {
      take: (text) => {
        pulse.heard()
        const frame = readFromWindow(text)
        if (frame === undefined) line.end()
        else if (this.#lines.has(name)) this.#answer(frame, line)
      },
      over: () => {
        pulse.stop()
        if (this.#drop(name, line)) void this.#lost('The window that was asked has been closed.')
      },
    }
  }

  /** The window is gone, and with it what was left out there. */
  #drop(name: string, line: RunLine): boolean {
    for (const id of this.#waiting.keys()) this.#engine.leavesOut(id, line, false)
    return this.#lines.delete(name)
  }

  #handOver(id: string, line: RunLine): void {
    const frame = this.#frameOf(id)
    if (frame === undefined) return
    if (line.send(frame)) this.#asked.add(id)
    else if (!this.#asked.has(id)) this.#nobody(id, 'It is too large to be shown in a window.')
  }

  /** What waits, in its latest form; undefined where it does not any more. */
  #frameOf(id: string): FromRun | undefined {
    const request = this.#engine.pendingApproval(id)
    if (request !== undefined) return { kind: 'asked', request }
    const question = this.#engine.questions.get(id)
    return question && { kind: 'question', question }
  }

  async #lost(why: string): Promise<void> {
    if (this.#lines.size > 0 || this.#waiting.size === 0) return
    await this.#look()
    if (this.#lines.size > 0) return
    for (const id of [...this.#waiting.keys()]) this.#nobody(id, why)
  }

  #nobody(id: string, why?: string): void {
    const kind = this.#waiting.get(id)
    const frame = this.#frameOf(id)
    this.#forget(id)
    if (kind === undefined || this.#closed || frame === undefined) return
    if (why !== undefined) this.#asking.say(`Nobody could be asked: ${why}`)
    if (frame.kind === 'asked') this.#asking.unasked(frame.request)
    // One that cannot be put on record waits on, and ends with its call.
    else void this.#engine.questions.answer(id, { action: 'decline' }, 'engine').catch(() => undefined)
  }

  #answer(frame: FromWindow, line: RunLine): void {
    if (frame.kind === 'pong') return
    const id = 'questionId' in frame ? frame.questionId : frame.requestId
    const known = this.#asked.has(id)
    switch (frame.kind) {
      case 'rehearse':
        if (known) this.#engine.rehearse(id)
        return
      case 'view-again':
        if (known) this.#engine.viewAgain(id)
        return
      case 'leaves-out':
        if (known) this.#engine.leavesOut(id, line, frame.some)
        return
      case 'decide':
        reply(line, frame.call, known ? this.#engine.decide(id, frame.decision, frame.by) : unknown)
        return
      case 'check-rule':
        reply(line, frame.call, known ? this.#engine.checkRule(id, frame.rule) : notWaiting)
        return
      case 'answer':
        reply(line, frame.call, known ? this.#engine.questions.answer(id, frame.answer, frame.by) : uncounted)
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
    for (const { line } of this.#lines.values()) if (!line.send(frame)) line.send(short)
  }

  #overQuestion({ id, state, action, answeredBy }: Question): void {
    if (state === 'pending') return
    const how = { ...(action && { action }), ...(answeredBy && { answeredBy }) }
    this.#emit({ kind: 'question-over', questionId: id, state, ...how })
  }

  #emit(frame: FromRun): void {
    for (const { line } of this.#lines.values()) line.send(frame)
  }

  #sayOnce(line: string): void {
    if (this.#closed || this.#said.has(line)) return
    this.#said.add(line)
    this.#asking.say(line)
  }
}

/** How often a window that is asked is spoken to, in milliseconds. */
const everyMs = 5000
/** So often one after the other it may say nothing. A machine that slept counts as once. */
const mostSilent = 3

/** Looks whether a window answers, while it is asked something: one that hangs would keep a run waiting for ever. */
class Pulse {
  readonly #line: RunLine
  readonly #clock: Pick<Clock, 'sleep'>
  readonly #dead: () => void
  #beating: AbortController | undefined
  /** How often it said something. */
  #heard = 0

  constructor(line: RunLine, clock: Pick<Clock, 'sleep'>, dead: () => void) {
    this.#line = line
    this.#clock = clock
    this.#dead = dead
  }

  /** It said something, whatever it was. */
  heard(): void {
    this.#heard += 1
  }

  /** Looks from now on; where it does already nothing changes. */
  start(): void {
    if (this.#beating) return
    this.#beating = new AbortController()
    // An aborted wait is the end of it.
    void this.#beat(this.#beating.signal).catch(() => undefined)
  }

  /** Looks no more. */
  stop(): void {
    this.#beating?.abort(new Error('nobody waits'))
    this.#beating = undefined
  }

  async #beat(signal: AbortSignal): Promise<void> {
    for (let silent = 0; silent < mostSilent;) {
      const before = this.#heard
      this.#line.send({ kind: 'ping' } satisfies FromRun)
      await this.#clock.sleep(everyMs, signal)
      signal.throwIfAborted()
      silent = this.#heard > before ? 0 : silent + 1
    }
    this.#beating = undefined
    this.#dead()
  }
}

const uncounted = Promise.resolve(false)
const unknown = Promise.resolve({ kind: 'unknown' })
const notWaiting = Promise.resolve({ kind: 'invalid', problem: 'This request does not wait any more.' })

function reply(line: RunLine, call: number, answer: Promise<unknown>): void {
  answer.then(
    (value) => line.send({ kind: 'reply', call, value } satisfies FromRun),
    (error: unknown) => line.send({ kind: 'refused', call, fault: toFault(error) } satisfies FromRun),
  )
}
