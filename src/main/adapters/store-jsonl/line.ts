import { z } from 'zod'
import { AgentEvent } from '@shared/domain/agent-event'
import { ResponseItem } from '@shared/domain/response-item'
import { SessionSummary } from '@shared/domain/session'
import type { StoreLine } from '../../core/ports'

/** One rollout line (semantics §7.1): `{timestamp, type, payload}`. Other types belong to other writers and are kept. */
export const RolloutLine = z.object({ timestamp: z.string(), type: z.string(), payload: z.unknown() })

const SessionMeta = z.looseObject({ id: z.string(), countersign: SessionSummary.optional() })

const Compacted = z.looseObject({
  message: z.string(),
  replacement_history: z.array(ResponseItem).nullish(),
})

/** Writes a line as rollout JSON, with its newline. */
export function encodeLine(line: StoreLine, now: string, version: string): string {
  switch (line.type) {
    case 'meta': {
      const { summary } = line
      const payload = {
        id: summary.id,
        timestamp: summary.createdAt,
        cwd: summary.cwd,
        originator: 'countersign',
        cli_version: version,
        instructions: null,
        source: 'countersign',
        countersign: summary,
      }
      return `${JSON.stringify({ timestamp: now, type: 'session_meta', payload })}\n`
    }
    case 'item':
      return `${JSON.stringify({ timestamp: now, type: 'response_item', payload: line.item })}\n`
    case 'compacted': {
      const payload = { message: line.summary, replacement_history: line.items }
      return `${JSON.stringify({ timestamp: now, type: 'compacted', payload })}\n`
    }
    case 'event':
      return `${JSON.stringify({ timestamp: line.at, type: 'countersign_event', payload: line.event })}\n`
  }
}

/** Reads one line; undefined for a torn, foreign or unreadable one, which is skipped and left in the file. */
export function decodeLine(text: string): StoreLine | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined // a torn last line
    throw error
  }
  const line = RolloutLine.safeParse(json)
  if (!line.success) return undefined
  const { type, payload, timestamp } = line.data
  if (type === 'session_meta') {
    const meta = SessionMeta.safeParse(payload)
    return meta.data?.countersign ? { type: 'meta', summary: meta.data.countersign } : undefined
  }
  if (type === 'response_item') {
    const item = ResponseItem.safeParse(payload)
    return item.success ? { type: 'item', item: item.data } : undefined
  }
  if (type === 'compacted') {
    const { success, data } = Compacted.safeParse(payload)
    if (!success) return undefined
    return {
      type,
      summary: data.message,
      ...(data.replacement_history && { items: data.replacement_history }),
    }
  }
  const event = type === 'countersign_event' ? AgentEvent.safeParse(payload) : undefined
  return event?.success === true ? { type: 'event', at: timestamp, event: event.data } : undefined
}
