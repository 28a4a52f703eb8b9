import type { AgentEvent } from '@shared/domain/agent-event'
import { quoteCommand } from '@shared/domain/quote-shell'
import { effectInWords } from '@shared/messages/effect'
import { CallApprovals } from './call-approvals'
import type { CallClient } from './call-client'
import type { Conversation } from './mcp-conversation'
import { faultText } from './fault-text'
import { rehearsalUpdated } from '../protocol/rehearsal-updated'
import { requestUnder, underParent } from '../protocol/under-parent'
import { visible } from '../visible'

/** How a turn ended for the client. `content` is the agent's last message, or what went wrong. */
export interface TurnResult {
  readonly failed: boolean
  readonly content: string
  readonly notes: readonly string[]
}

type Finished = Extract<AgentEvent, { type: 'turn.finished' }>

/** So many pieces of live output may wait to be told; more are left out until an event of another kind comes. */
const maxPieces = 10_000

/**
 * One turn of a conversation on behalf of a tool call: tells its events in order, asks about its approvals, resolves when
 * it has ended and everything is told. A cancelled call interrupts it. Throws what the engine throws when it does not
 * begin.
 */
export async function runTurn(
  conversation: Conversation,
  prompt: string,
  client: CallClient,
): Promise<TurnResult> {
  const { id, composed, mapper } = conversation
  const { engine, log } = composed
  const approvals = new CallApprovals(composed, client)
  let fault = 'The turn failed.'
  let pieces = 0
  let order: Promise<void> = Promise.resolve()
  let finish: (end: Finished) => void = () => undefined
  const finished = new Promise<Finished>((resolve) => {
    finish = resolve
  })

  const emitRehearsal = ({
    requestId,
    rehearsal,
  }: Extract<AgentEvent, { type: 'approval.rehearsed' }>): void => {
    const request = engine.pendingApproval(requestId)
    if (!request || (request.sessionId !== id && request.askedBy?.parentId !== id)) return
    client.emit({ id: client.callId, msg: rehearsalUpdated(underParent(request), rehearsal) })
  }
  const deliver = async (event: AgentEvent): Promise<void> => {
    const shown =
      event.type === 'approval.requested'
        ? { ...event, request: underParent(await approvals.readyToShow(event.request)) }
        : event
    if (shown.type === 'approval.rehearsed') emitRehearsal(shown)
    for (const reported of await mapper.map(shown)) {
      client.emit(reported)
      if (shown.type === 'approval.requested') void approvals.ask(shown.request, reported)
    }
  }
  const take = (event: AgentEvent): void => {
    if (event.type === 'command.output') {
      if (pieces >= maxPieces) return
      pieces += 1
    }
    approvals.take(event)
    if (event.type === 'error.reported') fault = faultText(event.fault)
    const step = progressText(event)
    if (step !== undefined) client.progress(step)
    order = order
      .then(() => {
        if (event.type === 'command.output') pieces -= 1
        return deliver(event)
      })
      .catch((error: unknown) => {
        // The events behind it are told all the same.
        log.error('an event of a conversation could not be told', error)
      })
    if (event.type === 'turn.finished') finish(event)
  }
  const stop = (): Promise<void> =>
    engine.interruptTurn(id).catch((error: unknown) => {
      log.error('a call could not be interrupted', error)
    })
  const interrupt = (): void => void stop()

  for (const { event } of conversation.unreported) take(event)
  conversation.unreported = []
  await order
  const unsubscribe = engine.subscribe((notice) => {
    if (notice.kind !== 'event') return
    const { sessionId, event } = notice.event
    const asked = requestUnder(id, event)
    if (sessionId === id) take(event)
    else if (asked) take(asked)
    else if (event.type === 'approval.assessed') approvals.take(event)
    else if (event.type === 'approval.rehearsed') take(event)
  })
  try {
    mapper.expect(client.callId)
    await engine.startTurn(id, prompt)
    client.signal.addEventListener('abort', interrupt, { once: true })
    if (client.signal.aborted) interrupt()
    const { outcome, lastMessage = '' } = await finished
    await order
    const { notes } = approvals
    switch (outcome) {
      case 'completed':
        return { failed: false, content: lastMessage, notes }
      case 'interrupted':
        return { failed: true, content: 'The turn was stopped before it was done.', notes }
      case 'failed':
        return { failed: true, content: fault, notes }
    }
  } finally {
    // Its agents end with the call: nobody is there any more whom they could ask.
    await stop()
    unsubscribe()
    client.signal.removeEventListener('abort', interrupt)
  }
}

const maxText = 200

function textOf(event: AgentEvent): string | undefined {
  if (event.type === 'turn.started') return 'The turn has begun'
  if (event.type === 'command.started') return `Running ${quoteCommand(event.command)}`
  if (event.type === 'patch.started') return `Changing ${Object.keys(event.changes).join(', ')}`
  if (event.type === 'approval.requested')
    return `Waiting for a decision: ${effectInWords(event.request.effect)}`
  if (event.type === 'model.retrying') return `The model is asked again: ${event.reason}`
  if (event.type === 'turn.noted') return event.text
  return event.type === 'message.completed' ? event.text : undefined
}

/** A step of a turn in one line of at most 200 characters; undefined for what is no step. Untrusted text, made visible. */
function progressText(event: AgentEvent): string | undefined {
  const text = textOf(event)
  return text === undefined ? undefined : visible(text.slice(0, maxText)).replace(/\s+/g, ' ').trim()
}
