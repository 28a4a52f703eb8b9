import { effectInWords } from '@shared/messages/effect'
import type { EngineNotice, EngineService } from '../engine/engine-service'

/**
 * What the external `notify` program is told, as one JSON argument (docs/spec/configuration.md; the keys with hyphens are the
 * reference's). `agent-turn-complete` when a turn has ended by itself; `approval-requested` when a request waits for a
 * person, with the checked effect and never the command.
 */
export type NotifyMessage =
  | {
      readonly type: 'agent-turn-complete'
      readonly 'thread-id': string
      readonly 'turn-id': string
      readonly cwd: string
      readonly 'input-messages': readonly string[]
      readonly 'last-assistant-message': string | null
    }
  | {
      readonly type: 'approval-requested'
      readonly 'thread-id': string
      readonly 'turn-id': string
      readonly 'approval-id': string
      readonly cwd: string
      readonly effect: string
      readonly 'risk-level': string
      /** The agent that asks for the thread, where it is not the thread's own. */
      readonly 'asked-by'?: string
    }

/** Longest text that is passed on, in characters: an argument of a program is limited by the system. */
const longest = 20_000

interface Turn {
  readonly messages: string[]
}

/** Turns the engine's notices into messages; one instance for one engine, since it keeps what each turn was asked. */
export function createNotifyMessages(): (notice: EngineNotice) => NotifyMessage | undefined {
  const folders = new Map<string, string>()
  const children = new Set<string>()
  const turns = new Map<string, Turn>()
  return (notice) => {
    if (notice.kind === 'session') {
      folders.set(notice.session.id, notice.session.cwd)
      if (notice.session.child) children.add(notice.session.id)
      return undefined
    }
    if (notice.kind !== 'event') return undefined
    const { sessionId, event } = notice.event
    if (event.type === 'approval.requested') {
      const { request } = event
      return {
        type: 'approval-requested',
        'thread-id': request.askedBy?.parentId ?? request.sessionId,
        'turn-id': request.turnId,
        'approval-id': request.id,
        cwd: request.cwd,
        effect: effectInWords(request.effect).slice(0, longest),
        'risk-level': request.assessment.level.replace('-', '_'),
        ...(request.askedBy && { 'asked-by': request.askedBy.childName }),
      }
    }
    if (event.type === 'turn.started') turns.set(sessionId, { messages: [] })
    if (event.type === 'user.message') turns.get(sessionId)?.messages.push(event.text.slice(0, longest))
    if (event.type !== 'turn.finished') return undefined
    const messages = turns.get(sessionId)?.messages ?? []
    turns.delete(sessionId)
    // A person waits for their own session; what its agents came to stands in it.
    if (event.outcome !== 'completed' || children.has(sessionId)) return undefined
    return {
      type: 'agent-turn-complete',
      'thread-id': sessionId,
      'turn-id': event.turnId,
      cwd: folders.get(sessionId) ?? '',
      'input-messages': messages,
      'last-assistant-message': event.lastMessage?.slice(0, longest) ?? null,
    }
  }
}

/** Has a person's own program told of what it is to know, for as long as the engine lives. */
export function notifyOutside(
  engine: Pick<EngineService, 'subscribe'>,
  notify: (message: NotifyMessage) => void,
): void {
  const messageOf = createNotifyMessages()
  engine.subscribe((notice) => {
    const message = messageOf(notice)
    if (message) notify(message)
  })
}
