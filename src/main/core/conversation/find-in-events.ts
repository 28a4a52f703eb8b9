import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import { ofTurnDiff, type FoundText } from '@shared/domain/found-text'
import { questionTexts } from '@shared/domain/question-texts'
import { patternOf } from '@shared/domain/text-pattern'

/** An item is told to hold a text so often at most. */
const mostHits = 1000
/** So much of the text stands on each side of what was found. */
const around = { before: 16, after: 100 }

/**
 * Where a text stands in a record, without regard to case, the earliest first; a call, message or child is told once however often the
 * text is in it, with how often that is. Of more than `most` places the last ones are told.
 */
export function findInEvents(
  events: readonly SessionEvent[],
  text: string,
  most: number,
): { readonly found: readonly FoundText[]; readonly more: boolean } {
  const pattern = patternOf(text)
  const found = new Map<string, FoundItem>()
  let turn = 0
  let diff = ''
  let inPatch = false
  for (const { seq, event } of events) {
    if (event.type === 'turn.started') {
      turn += 1
      diff = ''
      inPatch = false
    }
    if (event.type === 'turn.diff') diff = event.unifiedDiff
    if (event.type === 'turn.finished') {
      const excerpt = excerptOf([diff], pattern)
      // A patch that shows it is the place.
      if (excerpt !== undefined && !inPatch)
        found.set(`e${String(seq)}`, { place: { seq, of: ofTurnDiff, excerpt }, texts: [diff] })
      continue
    }
    const of = idOf(event)
    const item = of === undefined ? `e${String(seq)}` : `${String(turn)} ${of}`
    const texts = textsOf(event)
    const before = found.get(item)
    if (before) {
      if (!isAgain(event)) before.texts.push(...texts)
      continue
    }
    const excerpt = excerptOf(texts, pattern)
    if (excerpt === undefined) continue
    if (event.type === 'patch.started') inPatch = true
    // What a shell runs stands in its command a second time.
    const shown = event.type === 'command.started' ? texts.slice(-1) : [...texts]
    found.set(item, { place: { seq, ...(of === undefined ? {} : { of }), excerpt }, texts: shown })
  }
  const all = [...found.values()]
  return { found: all.slice(-most).map((item) => counted(item, text)), more: all.length > most }
}

/** A place, and all texts that are shown there. */
interface FoundItem {
  readonly place: FoundText
  readonly texts: (string | undefined)[]
}

/** Another attempt shows what it is once more. */
const isAgain = (event: AgentEvent): boolean =>
  (event.type === 'command.started' || event.type === 'patch.started') && event.attempt > 1

function counted({ place, texts }: FoundItem, text: string): FoundText {
  const pattern = patternOf(text, 'g')
  let hits = 0
  for (const each of texts) {
    pattern.lastIndex = 0
    while (each !== undefined && hits < mostHits && pattern.test(each)) hits += 1
  }
  return hits > 1 ? { ...place, hits } : place
}

function excerptOf(texts: readonly (string | undefined)[], pattern: RegExp): string | undefined {
  for (const text of texts) {
    const at = text === undefined ? -1 : text.search(pattern)
    if (text === undefined || at === -1) continue
    const [from, to] = [Math.max(0, at - around.before), at + around.after]
    const part = text.slice(from, to).toWellFormed().replaceAll(/\s+/g, ' ').trim()
    return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`
  }
  return undefined
}

/** What an event belongs to: the item of a transcript that shows it says the same of itself. */
function idOf(event: AgentEvent): string | undefined {
  if ('childId' in event) return event.childId
  if ('itemId' in event) return event.itemId
  if (event.type === 'plan.updated' || event.type === 'image.viewed' || event.type === 'tool.rejected')
    return undefined
  if ('callId' in event) return event.callId
  if (event.type === 'review.entered' || event.type === 'review.exited') return event.turnId
  return undefined
}

/** What a person reads of an event. What is streamed is there again when it is whole. */
function textsOf(event: AgentEvent): readonly (string | undefined)[] {
  switch (event.type) {
    case 'user.message':
    case 'message.completed':
    case 'reasoning.delta':
    case 'turn.noted':
    case 'command.input':
      return [event.text]
    case 'files.restored':
      return event.left
    case 'session.rewound':
      return event.files?.left ?? []
    case 'command.started':
      return [event.command.at(-1), event.command.join(' ')]
    case 'command.finished':
    case 'patch.finished': {
      const { outcome } = event
      return 'output' in outcome ? [outcome.output.aggregated] : [outcome.reason]
    }
    case 'patch.started':
      return Object.entries(event.changes).flatMap(([path, change]) => [
        path,
        change.type === 'update' ? change.unified_diff : change.content,
      ])
    case 'mcp.started':
      return [event.invocation.tool, event.invocation.server, JSON.stringify(event.invocation.arguments)]
    case 'mcp.finished':
      return event.result.kind === 'answered' ? [event.result.text] : [event.result.reason]
    case 'question.resolved':
      return questionTexts(event.question)
    case 'search.finished':
      return [event.query]
    case 'image.viewed':
      return [event.label]
    case 'tool.rejected':
      return [event.name, event.reason]
    case 'error.reported':
      return [event.fault.message]
    case 'plan.updated':
      return [event.explanation, ...event.plan.map(({ step }) => step)]
    case 'context.compacted':
      return [event.summary]
    case 'agent.started':
      return [event.name, event.task]
    case 'agent.finished':
      return [event.lastMessage, event.problem]
    case 'review.exited':
      return event.output === undefined ? [] : [JSON.stringify(event.output)]
    case 'session.configured':
    case 'turn.started':
    case 'turn.finished':
    case 'turn.diff':
    case 'message.delta':
    case 'message.waiting':
    case 'command.output':
    case 'call.undoable':
    case 'command.kept':
    case 'command.ports':
    case 'mcp.progress':
    case 'question.asked':
    case 'search.started':
    case 'review.entered':
    case 'approval.requested':
    case 'approval.resolved':
    case 'approval.assessed':
    case 'approval.rehearsed':
    case 'command.compared':
    case 'grant.applied':
    case 'model.retrying':
    case 'context.compacting':
    case 'usage.updated':
    case 'limits.updated':
      return []
  }
}
