import type { SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { FaultError } from '@shared/domain/fault'
import type { SessionSummary, TurnOverrides } from '@shared/domain/session'
import { eventInWords } from '@shared/messages/event'
import { identicalTo } from '@shared/domain/identical-requests'
import type { EngineService, OpenedSession, SessionInput } from '../../core/engine/engine-service'
import type { AskedElsewhere, Windows } from '../../core/remote-approvals/windows'
import { answerByFlag, answerOnTerminal, answerUnasked, type AnswerMode, type Answered } from './answers'
import type { Ask } from '../cli/terminal-ask'
import type { Write } from '../cli/cli-context'
import { printEvent } from './print-event'
import { ShownRun } from './shown-run'
import { visibleJson } from '../visible'

/** Exit codes of `exec` and `demo`. 2 is for usage and configuration and is decided before a run begins. */
export const exitCodes = { completed: 0, failed: 1, unasked: 3, interrupted: 130 } as const

/** What a run needs of an engine: one of this process, or a host's. */
export interface RunEngine extends Pick<
  EngineService,
  | 'createSession'
  | 'openSession'
  | 'resumeSession'
  | 'listSessions'
  | 'subscribe'
  | 'startTurn'
  | 'interruptTurn'
  | 'decide'
  | 'pendingApproval'
> {
  rehearse(requestId: string): boolean | Promise<boolean>
}

/**
 * One run in the terminal. `ask` is absent where there is no terminal to ask on. `resume`: the session to go on with,
 * true for the newest of the folder; absent: a new one. `onLastMessage` gets the turn's last message, '' for none.
 */
export interface RunOnce {
  readonly engine: RunEngine
  readonly input: SessionInput
  readonly resume?: string | true
  readonly overrides?: TurnOverrides
  readonly onLastMessage?: (text: string) => void
  /** What the turn is about; `begin` starts it in another way. */
  readonly prompt: string
  readonly begin?: (sessionId: string) => Promise<unknown>
  /** How events are shown in place of the usual way. */
  readonly show?: (event: SessionEvent) => void
  /** The exit code of a turn that completed though something was denied because nobody could be asked; absent: 3. */
  readonly unaskedCode?: number
  readonly answer: AnswerMode
  readonly json: boolean
  readonly write: Write
  /** Columns that `write` puts before each row; absent: none. */
  readonly beside?: number
  readonly ask: Ask | undefined
  /** Has what nobody can be asked here asked in the open windows of the home; absent: it is denied. */
  readonly elsewhere?: AskElsewhere | undefined
  /** Says something to the person beside what the run prints. */
  readonly complain: Write
  readonly stop: AbortSignal
}

/** Has the requests of this run that `mine` and `from` tell of asked elsewhere, and calls what the run gives it for those that cannot be. */
type AskElsewhere = (asking: Parameters<Windows['ask']>[1]) => AskedElsewhere

const answerAlone = ({ answer }: RunOnce, request: ApprovalRequest): Answered =>
  answer === 'ask' ? answerUnasked() : answerByFlag(answer, request)

/** Asks the person at the terminal; a question that is over before its answer ends its row. */
async function askPerson({ engine, write }: RunOnce, ask: Ask, asked: Asked): Promise<Answered> {
  const { request, count, over } = asked
  const answered = await answerOnTerminal(request, (question) => ask(question, over), count, {
    rehearse: () => engine.rehearse(request.id),
    now: () => engine.pendingApproval(request.id),
  })
  if (over.aborted) write('\n')
  return answered
}

/** Whether the session itself asks, or an agent that works for it. */
const asksFor = (
  { id }: SessionSummary,
  { sessionId, askedBy }: Pick<ApprovalRequest, 'sessionId' | 'askedBy'>,
): boolean => sessionId === id || askedBy?.parentId === id

/** Has this run's requests asked in the windows that are open; undefined where somebody or a flag answers here. */
function askWindows(
  { input, answer: mode, ask, elsewhere, complain }: RunOnce,
  session: SessionSummary,
  unasked: (request: ApprovalRequest) => void,
): AskedElsewhere | undefined {
  if (mode !== 'ask' || ask !== undefined) return undefined
  return elsewhere?.({
    from: { program: input.demo ? 'demo' : 'exec', folder: session.cwd, pid: process.pid },
    mine: (request) => asksFor(session, request),
    unasked,
    say: (line) => {
      complain(`countersign: ${line}\n`)
    },
  })
}

async function open({ engine, input, resume }: RunOnce): Promise<OpenedSession> {
  if (resume === undefined) return engine.openSession((await engine.createSession(input)).id)
  const { demo: _, ...overrides } = input
  if (resume !== true) return engine.resumeSession({ sessionId: resume }, overrides)
  const { items } = await engine.listSessions({ limit: 200 })
  const newest = items.find((each) => each.cwd === input.cwd)
  if (newest) return engine.resumeSession({ sessionId: newest.id }, overrides)
  throw new FaultError({
    code: 'unknown-session',
    message: `There is no session in ${input.cwd ?? 'this folder'}; expected one made there, or --resume ID.`,
  })
}

/**
 * Makes or resumes a session, runs one turn, answers its approvals and resolves with the exit code when the turn has ended. With
 * `json` every event is one line; otherwise the run is printed for a person. Throws FaultError for a bad folder, an
 * unknown provider or a record that cannot be written.
 */
export async function runOnce(run: RunOnce): Promise<number> {
  const { engine, write } = run
  const { session, events } = await open(run)
  const seen = { unasked: false }
  const person = run.answer === 'ask' ? run.ask : undefined
  const shown = person && !run.show && !run.json ? new ShownRun(write, run.beside) : undefined
  const print = (event: SessionEvent, about?: ApprovalRequest): void => {
    if (shown) shown.take(event, about)
    else if (run.show) run.show(event)
    else if (run.json)
      write(
        `${visibleJson({ seq: event.seq, at: event.at, sessionId: event.sessionId, ...eventInWords(event.event) })}\n`,
      )
    else printEvent(event, write, about)
  }
  const give = async (request: ApprovalRequest, given: Answered): Promise<void> => {
    // The turn ends with all that waits in it, and that is what its record is to say.
    if (given.unasked && run.stop.aborted) return
    seen.unasked ||= given.unasked
    await engine.decide(request.id, given.decision, given.by)
  }
  let windows: AskedElsewhere | undefined
  const ended = new Promise<'completed' | 'interrupted' | 'failed'>((resolve, reject) => {
    windows = askWindows(run, session, (request) => {
      give(request, answerUnasked()).catch(reject)
    })
    const unsubscribe = engine.subscribe((notice) => {
      if (notice.kind !== 'event') return
      const { sessionId, event } = notice.event
      const about = event.type === 'approval.rehearsed' ? engine.pendingApproval(event.requestId) : undefined
      const request = 'request' in event ? event.request : about
      if (sessionId !== session.id && !(request && asksFor(session, request))) return
      print(notice.event, about)
      if (event.type === 'approval.requested' && !windows)
        // Answered in a later tick, so that the request is printed before its answer.
        setImmediate(() => {
          // What is told late may have its answer by now.
          if (engine.pendingApproval(event.request.id)) void asked.add(event.request).catch(reject)
        })
      if (event.type === 'approval.resolved') asked.drop(event.request.id)
      if (event.type === 'turn.finished') {
        unsubscribe()
        run.onLastMessage?.(event.lastMessage ?? '')
        resolve(event.outcome)
      }
    })
  })
  const askAbout = (asked: Asked): Promise<Answered> | Answered => {
    shown?.ask(asked.request)
    return person ? askPerson(run, person, asked) : answerAlone(run, asked.request)
  }
  const asked = askInTurn(askAbout, give, () => shown?.done())
  const interrupt = (): void => {
    void engine.interruptTurn(session.id)
  }
  if (run.resume === undefined) for (const event of events) print(event)
  await (run.begin?.(session.id) ?? engine.startTurn(session.id, run.prompt, run.overrides))
  run.stop.addEventListener('abort', interrupt, { once: true })
  if (run.stop.aborted) interrupt()
  const outcome = await ended.finally(() => {
    windows?.close()
    shown?.done()
  })
  if (run.stop.aborted) return exitCodes.interrupted
  if (seen.unasked && (outcome === 'completed' || run.unaskedCode === undefined))
    return run.unaskedCode ?? exitCodes.unasked
  return exitCodes[outcome]
}

/** A request that is asked about. `count` says how many identical ones wait, this one among them; `over`: it has its answer from elsewhere, or needs none. */
export interface Asked {
  readonly request: ApprovalRequest
  readonly count: number
  readonly over: AbortSignal
}
type AskAbout = (asked: Asked) => Promise<Answered> | Answered

/** What a terminal run's requests are handed to. */
interface AskInTurn {
  /** Resolves when the request has its answer. Rejects with whatever asking or answering threw. */
  add(request: ApprovalRequest): Promise<void>
  /** It is over without an answer from here: nobody is asked about it any more. */
  drop(requestId: string): void
}

/**
 * One question at a time, the oldest first. An answer is given to every identical request that was counted in its question, each on
 * its own record; one that came later is asked about by itself, and so is what is answered alone or ends its turn. `done` is called after each
 * question, when its answers are given.
 */
export function askInTurn(
  ask: AskAbout,
  give: (request: ApprovalRequest, answered: Answered) => Promise<void>,
  done: () => void = () => undefined,
): AskInTurn {
  let current: { readonly id: string; readonly over: AbortController } | undefined
  let waiting: readonly ApprovalRequest[] = []
  let before: Promise<void> = Promise.resolve()
  const take = (over: readonly ApprovalRequest[]): void => {
    waiting = waiting.filter((each) => !over.includes(each))
  }
  const next = async (request: ApprovalRequest): Promise<void> => {
    if (!waiting.includes(request)) return
    const others = identicalTo(request, waiting)
    const over = new AbortController()
    current = { id: request.id, over }
    const answered = await ask({ request, count: others.length + 1, over: over.signal })
    if (!waiting.includes(request)) return
    const alone = answered.alone === true || answered.decision.kind === 'abort'
    const to = alone ? [request] : [request, ...others.filter((each) => waiting.includes(each))]
    take(to)
    for (const each of to) await give(each, answered)
  }
  return {
    add(request) {
      waiting = [...waiting, request]
      const asked = before.then(() => next(request)).finally(done)
      before = asked.catch(() => undefined)
      return asked
    },
    drop(requestId) {
      take(waiting.filter(({ id }) => id === requestId))
      if (current?.id === requestId) current.over.abort()
    },
  }
}
