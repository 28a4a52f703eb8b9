import type { AgentEvent } from '@shared/domain/agent-event'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { EngineService } from '../../engine/engine-service'
import type { Placing } from './bring-back'

/** Whether it is in place, and if not why, in the words of whoever refused it. */
export interface Placed {
  readonly sessionId: string
  readonly done: boolean
  readonly why: string
}

/** More of what is said is not looked through. */
const mostSaid = 2000

/** Has an engine of this machine put files in place where nobody is asked, and resolves when the turn has ended. Throws FaultError for a folder that cannot be used. */
export async function placeInEngine(
  engine: Pick<EngineService, 'createSession' | 'subscribe' | 'startTurn'>,
  { input, prompt, isDone, close }: Placing,
): Promise<Placed> {
  try {
    const { id } = await engine.createSession(input)
    let why = ''
    const { promise, resolve } = Promise.withResolvers<string | undefined>()
    const end = engine.subscribe((notice) => {
      if (notice.kind !== 'event' || notice.event.sessionId !== id) return
      const { event } = notice.event
      why = whyIn(event) ?? why
      if (event.type === 'turn.finished') resolve(event.lastMessage)
    })
    try {
      await engine.startTurn(id, prompt)
      const done = isDone(await promise)
      return { sessionId: id, done, why: done ? '' : why }
    } finally {
      end()
    }
  } finally {
    close()
  }
}

function whyIn(event: AgentEvent): string | undefined {
  if (event.type === 'error.reported') return event.fault.message
  return event.type === 'command.finished' ? saidBy(event.outcome) : undefined
}

const saidBy = (outcome: CommandOutcome): string =>
  'output' in outcome ? outcome.output.stderr.trim().slice(0, mostSaid) : outcome.reason.slice(0, mostSaid)
