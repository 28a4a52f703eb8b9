import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import { appendOutput, emptyTail } from './output-tail'
import type { Attempt, CommandItem, TranscriptItem } from './transcript-items'

type Items = readonly TranscriptItem[]
type Started = Extract<AgentEvent, { type: 'command.started' }>

/** A run begins: a further attempt, or the first after a request, stands in the same item; else a new item. */
export function commandStarted(
  items: Items,
  { key, at, event }: { readonly key: string; readonly at: string; readonly event: Started },
): Items {
  const attempt: Attempt = {
    number: event.attempt,
    confinement: event.confinement,
    grants: event.grants,
    startedAt: at,
    output: emptyTail,
    outcome: undefined,
    settled: false,
  }
  const index = indexOfCall(items, event.callId)
  const before = items[index]
  const continues =
    before?.kind === 'command' &&
    before.ended === undefined &&
    (event.attempt > 1 || before.attempts.length === 0)
  if (continues) return items.with(index, { ...before, attempts: [...before.attempts, attempt] })
  return [...items, newCommand({ key, ...event, attempts: [attempt] })]
}

/** Output for the attempt that runs; output that belongs to none is dropped. */
export function commandPrinted(items: Items, callId: string, text: string): Items {
  return changeRunning(items, callId, (attempt) => ({
    ...attempt,
    output: appendOutput(attempt.output, text),
  }))
}

/** The running attempt ends; without one, the call itself did (refused before it could run). */
export function commandFinished(
  items: Items,
  end: { readonly key: string; readonly callId: string; readonly outcome: CommandOutcome },
): Items {
  const { callId, outcome } = end
  const changed = changeRunning(items, callId, (attempt) => ({ ...attempt, outcome, settled: true }))
  if (changed !== items) return changed
  const index = indexOfCall(items, callId)
  const item = items[index]
  return item?.kind === 'command' ? items.with(index, { ...item, ended: outcome }) : items
}

/** A request about a command is made or answered; made before any run, it opens the item. */
export function requestChanged(items: Items, key: string, request: ApprovalRequest): Items {
  const index = indexOfCall(items, request.callId)
  const before = items[index]
  const another = request.stage === 'first' && before?.kind === 'command' && before.attempts.length > 0
  if (before?.kind !== 'command' || (another && before.request?.id !== request.id)) {
    return [...items, newCommand({ ...request, key, attempts: [], request })]
  }
  return items.with(index, { ...before, request })
}

/** The turn is over: nothing of it runs any more. */
export function settleCommands(items: Items): Items {
  return items.map((item) => {
    if (item.kind !== 'command' || item.attempts.every((attempt) => attempt.settled)) return item
    return { ...item, attempts: item.attempts.map((attempt) => ({ ...attempt, settled: true })) }
  })
}

function newCommand(
  from: Pick<CommandItem, 'key' | 'callId' | 'command' | 'cwd' | 'attempts'> & { request?: ApprovalRequest },
): CommandItem {
  const { key, callId, command, cwd, attempts, request } = from
  return { kind: 'command', key, callId, command, cwd, attempts, request, ended: undefined }
}

/** The last item of that call: ids may come again in a later turn. */
function indexOfCall(items: Items, callId: string): number {
  return items.findLastIndex((item) => item.kind === 'command' && item.callId === callId)
}

function changeRunning(items: Items, callId: string, change: (attempt: Attempt) => Attempt): Items {
  const index = indexOfCall(items, callId)
  const item = items[index]
  const last = item?.kind === 'command' ? item.attempts.at(-1) : undefined
  if (item?.kind !== 'command' || last === undefined || last.settled) return items
  return items.with(index, { ...item, attempts: item.attempts.with(-1, change(last)) })
}
