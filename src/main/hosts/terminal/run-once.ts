import type { SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { EngineService, SessionInput } from '../../core/engine-service'
import {
  answerByFlag,
  answerOnTerminal,
  answerUnasked,
  type AnswerMode,
  type Answered,
  type Ask,
} from './answers'
import { printEvent, type Write } from './print-event'

/** Exit codes of `exec` and `demo`. 2 is for usage and configuration and is decided before a run begins. */
export const exitCodes = { completed: 0, failed: 1, unasked: 3, interrupted: 130 } as const

/** One run in the terminal. `ask` is absent where there is no terminal to ask on. */
export interface RunOnce {
  readonly engine: EngineService
  readonly input: SessionInput
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

/**
 * Makes a session, runs one turn, answers its approvals and resolves with the exit code when the turn has ended. With
 * `json` every event is one line; otherwise the run is printed for a person. Throws FaultError for a bad folder, an
 * unknown provider or a record that cannot be written.
 */
export async function runOnce(run: RunOnce): Promise<number> {
  const { engine, write } = run
  const session = await engine.createSession(run.input)
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
  for (const event of (await engine.openSession(session.id)).events) print(event)
  await engine.startTurn(session.id, run.prompt)
  run.stop.addEventListener('abort', interrupt, { once: true })
  if (run.stop.aborted) interrupt()
  const outcome = await ended
  if (run.stop.aborted) return exitCodes.interrupted
  if (seen.unasked) return exitCodes.unasked
  return exitCodes[outcome]
}
