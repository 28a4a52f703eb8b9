import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { appendOutput, emptyTail } from './output-tail'
import { toolRequest } from './transcript-tools'
import type { Attempt, CommandItem, PatchItem, TranscriptItem } from './transcript-items'

type Items = readonly TranscriptItem[]
type CallItem = CommandItem | PatchItem
type Started = Extract<AgentEvent, { type: 'command.started' | 'patch.started' }>

/** A run that begins, with the grants that let it through unasked. */
export interface Start {
  readonly key: string
  readonly at: string
  readonly event: Started
  readonly letThroughBy: readonly StoredGrant[]
}

/** A run begins: a further attempt, or the first after a request, stands in the same item; else a new item. */
export function callStarted(items: Items, { key, at, event, letThroughBy }: Start): Items {
  const attempt: Attempt = {
    number: event.attempt,
    confinement: event.confinement,
    grants: event.grants,
    letThroughBy,
    startedAt: at,
    output: emptyTail,
    outcome: undefined,
    settled: false,
    kept: undefined,
    inputs: [],
    ports: [],
    ...(event.type === 'command.started' && { notOnCopies: event.notOnCopies }),
  }
  const index = indexOfCall(items, event.callId)
  const before = callAt(items, index)
  const continues =
    before !== undefined &&
    before.ended === undefined &&
    (event.attempt > 1 || before.attempts.length === 0) &&
    (before.kind === 'command') === (event.type === 'command.started')
  if (continues) {
    const attempts = [...before.attempts, attempt]
    const again = { ...before, attempts }
    return items.with(
      index,
      event.type === 'command.started' && again.kind === 'command'
        ? { ...again, summary: event.summary }
        : again,
    )
  }
  const progress = { key, callId: event.callId, attempts: [attempt], request: undefined, ended: undefined }
  return event.type === 'command.started'
    ? [
        ...items,
        { kind: 'command', ...progress, command: event.command, cwd: event.cwd, summary: event.summary },
      ]
    : [...items, { kind: 'patch', ...progress, changes: event.changes }]
}

/** Output for the attempt that runs; output that belongs to none is dropped. */
export function commandPrinted(items: Items, callId: string, text: string): Items {
  return changeRunning(items, callId, (attempt) => ({
    ...attempt,
    output: appendOutput(attempt.output, text),
  }))
}

/** How many of the last inputs of one run are kept for showing. */
const shownInputs = 20

/** The running command goes on by itself, as the process of that number. */
export function commandKept(items: Items, callId: string, processId: number): Items {
  return changeRunning(items, callId, (attempt) => ({ ...attempt, kept: processId }))
}

/** The running command listens on these ports now, and on no others. */
export function commandListens(items: Items, callId: string, ports: readonly number[]): Items {
  return changeRunning(items, callId, (attempt) => ({ ...attempt, ports }))
}

/** What a call wrote outside the folder can be taken back. */
export function callUndoable(items: Items, event: Extract<AgentEvent, { type: 'call.undoable' }>): Items {
  return changeUndoable(items, event.callId, { event, undone: false })
}

/** That was taken back, or done again. Unchanged where it is not told of a call. */
export function callRestored(
  items: Items,
  { run, way }: Extract<AgentEvent, { type: 'files.restored' }>,
): Items {
  const item = run && callAt(items, indexOfCall(items, run.callId))
  if (item?.undoable?.event.id !== run?.id || !item?.undoable) return items
  return changeUndoable(items, item.callId, { ...item.undoable, undone: way === 'undo' })
}

function changeUndoable(items: Items, callId: string, undoable: NonNullable<CallItem['undoable']>): Items {
  const index = indexOfCall(items, callId)
  const item = callAt(items, index)
  return item ? items.with(index, { ...item, undoable }) : items
}

/** Text was given to the running command. */
export function inputSent(items: Items, callId: string, text: string): Items {
  return changeRunning(items, callId, (attempt) => ({
    ...attempt,
    inputs: [...attempt.inputs, text].slice(-shownInputs),
  }))
}

/** A grant lets a connection of the running attempt through; told once however often it does. */
export function connectionLetThrough(items: Items, callId: string, grant: StoredGrant): Items {
  return changeRunning(items, callId, (attempt) =>
    attempt.letThroughBy.some(({ id }) => id === grant.id)
      ? attempt
      : { ...attempt, letThroughBy: [...attempt.letThroughBy, grant] },
  )
}

/**
 * The running attempt ends; without one, the call itself did (refused before it could run). A call that never showed,
 * since the policy refused it unasked, is told as a command that did not run, or as a refused tool call where nobody knows
 * which: nothing that an agent tried stays unsaid.
 */
export function callFinished(
  items: Items,
  end: {
    readonly key: string
    readonly callId: string
    readonly outcome: CommandOutcome
    readonly name: string
  },
): Items {
  const { key, callId, outcome, name } = end
  const changed = changeRunning(items, callId, (attempt) => ({ ...attempt, outcome, settled: true }))
  if (changed !== items) return changed
  const index = indexOfCall(items, callId)
  const item = callAt(items, index)
  if (item?.attempts.length === 0 && item.ended === undefined)
    return items.with(index, { ...item, ended: outcome })
  if (outcome.kind === 'refused' && outcome.unasked !== undefined)
    return [
      ...items,
      { kind: 'command', key, callId, ...outcome.unasked, attempts: [], request: undefined, ended: outcome },
    ]
  return outcome.kind === 'refused' || outcome.kind === 'failed'
    ? [
        ...items,
        {
          ...{ kind: 'rejected', key, name, reason: outcome.reason },
          ...(outcome.kind === 'refused' && { callId }),
        },
      ]
    : items
}

/** A request about a call is made or answered; made before any run, or about a person's own command, it opens an item. */
export function requestChanged(items: Items, key: string, request: ApprovalRequest): Items {
  if (request.tool !== undefined) return toolRequest(items, key, request, request.tool.invocation)
  const index = indexOfCall(items, request.callId)
  const before = callAt(items, index)
  // A question about text for a running command stands with that command, and so does one about what it did on copies.
  const another =
    request.stage === 'first' &&
    request.kind !== 'input' &&
    (before?.attempts.at(-1)?.settled === true || request.edited !== undefined)
  if (before !== undefined && !(another && before.request?.id !== request.id)) {
    return items.with(index, { ...before, request })
  }
  const progress = { key, callId: request.callId, attempts: [], request, ended: undefined }
  return request.kind === 'patch'
    ? [...items, { kind: 'patch', ...progress, changes: request.changes ?? {} }]
    : [...items, { kind: 'command', ...progress, command: request.command, cwd: request.cwd }]
}

/** An approved run was compared with what was shown for the yes. */
export function runCompared(items: Items, event: Extract<AgentEvent, { type: 'command.compared' }>): Items {
  const index = indexOfCall(items, event.callId)
  const item = callAt(items, index)
  const last = item?.attempts.at(-1)
  if (item === undefined || last === undefined) return items
  return items.with(index, { ...item, attempts: item.attempts.with(-1, { ...last, compared: event }) })
}

/** The turn is over: nothing of it runs any more but what is kept. */
export function settleCalls(items: Items): Items {
  return items.map((item) => {
    if (item.kind === 'tool' && !item.settled) return { ...item, settled: true }
    if (!isCall(item) || item.attempts.every((attempt) => attempt.settled || attempt.kept !== undefined))
      return item
    return {
      ...item,
      attempts: item.attempts.map((attempt) =>
        attempt.kept !== undefined ? attempt : { ...attempt, settled: true },
      ),
    }
  })
}

function isCall(item: TranscriptItem | undefined): item is CallItem {
  return item?.kind === 'command' || item?.kind === 'patch'
}

function callAt(items: Items, index: number): CallItem | undefined {
  const item = items[index]
  return isCall(item) ? item : undefined
}

/** The last item of that call: ids may come again in a later turn. */
function indexOfCall(items: Items, callId: string): number {
  return items.findLastIndex((item) => isCall(item) && item.callId === callId)
}

function changeRunning(items: Items, callId: string, change: (attempt: Attempt) => Attempt): Items {
  const index = indexOfCall(items, callId)
  const item = callAt(items, index)
  const last = item?.attempts.at(-1)
  if (item === undefined || last === undefined || last.settled) return items
  return items.with(index, { ...item, attempts: item.attempts.with(-1, change(last)) })
}
