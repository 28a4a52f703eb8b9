import type { SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { FaultError } from '@shared/domain/fault'
import type { TurnOverrides } from '@shared/domain/turn-overrides'
import type { EngineService, OpenedSession, SessionInput } from '../../core/engine-service'
import {
  answerByFlag,
  answerOnTerminal,
  answerUnasked,
  type AnswerMode,
  type Answered,
  type Ask,
} from './answers'
import type { Write } from '../cli/cli-context'
import { printEvent } from './print-event'

/** Exit codes of `exec` and `demo`. 2 is for usage and configuration and is decided before a run begins. */
export const exitCodes = { completed: 0, failed: 1, unasked: 3, interrupted: 130 } as const

/**
 * One run in the terminal. `ask` is absent where there is no terminal to ask on. `resume`: the session to go on with,
 * true for the newest of the folder; absent: a new one. `onLastMessage` gets the turn's last message, '' for none.
 */
export interface RunOnce {
  readonly engine: EngineService
  readonly input: SessionInput
  readonly resume?: string | true
  readonly overrides?: TurnOverrides
  readonly onLastMessage?: (text: string) => void
  readonly prompt: string
  readonly answer: AnswerMode
  readonly json: boolean
  readonly write: Write
  readonly ask: Ask | undefined
  readonly stop: AbortSignal
}

function answer(run: RunOnce, request: ApprovalRequest): Promise<Answered> | Answered {
  if (run.answer !== 'ask') return answerByFlag(run.answer, request)
  return run.ask ? answerOnTerminal(request, run.ask) : answerUnasked()
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
  const print = (event: SessionEvent): void => {
    if (run.json)
      write(
        `${JSON.stringify({ seq: event.seq, at: event.at, sessionId: event.sessionId, ...event.event })}\n`,
      )
    else printEvent(event, write)
  }
  const ended = new Promise<'completed' | 'interrupted' | 'failed'>((resolve, reject) => {
    const unsubscribe = engine.subscribe((notice) => {
      if (
        notice.kind === 'approval' &&
        notice.request.sessionId === session.id &&
        notice.request.state === 'pending'
      ) {
        // Answered in a later tick, so that the request is printed before its answer.
        setImmediate(() => {
          void decide(notice.request).catch(reject)
        })
      }
      if (notice.kind !== 'event' || notice.event.sessionId !== session.id) return
      print(notice.event)
      if (notice.event.event.type === 'turn.finished') {
        unsubscribe()
        run.onLastMessage?.(notice.event.event.lastMessage ?? '')
        resolve(notice.event.event.outcome)
      }
    })
  })
  const decide = async (request: ApprovalRequest): Promise<void> => {
    const given = await answer(run, request)
    seen.unasked ||= given.unasked
    await engine.decide(request.id, given.decision, given.by)
  }
  const interrupt = (): void => {
    void engine.interruptTurn(session.id)
  }
  if (run.resume === undefined) for (const event of events) print(event)
  await engine.startTurn(session.id, run.prompt, run.overrides)
  run.stop.addEventListener('abort', interrupt, { once: true })
  if (run.stop.aborted) interrupt()
  const outcome = await ended
  if (run.stop.aborted) return exitCodes.interrupted
  if (seen.unasked) return exitCodes.unasked
  return exitCodes[outcome]
}
