import type { SessionEvent } from '@shared/domain/agent-event'
import type { OpenedRecord } from '@shared/ipc/contract'
import { eventSize } from './merge-events'

const mostEvents = 5000
const mostCharacters = 4 * 1024 * 1024

/**
 * The last events of a record, or the last before the one numbered `before`: whole turns, as many as 5,000 events and
 * 4 MB hold, so that a record of any size opens at once. A turn that is larger than that is cut. `older` says where to go
 * on, and how many of the person's messages stand before; absent when nothing does.
 */
export function pageOfEvents(
  events: readonly SessionEvent[],
  before = Infinity,
): Pick<OpenedRecord, 'events' | 'older'> {
  const last = events.findLastIndex(({ seq }) => seq < before)
  let start = last + 1
  let size = 0
  for (let at = last; at >= 0; at -= 1) {
    const event = events[at]
    size += event === undefined ? 0 : eventSize(event)
    if (at < last && (size > mostCharacters || last - at >= mostEvents)) break
    start = at
  }
  const turn = events.findIndex(({ event }, at) => at >= start && at <= last && event.type === 'turn.started')
  const from = start === 0 || turn === -1 ? start : turn
  const page = events.slice(from, last + 1)
  const first = page[0]
  if (from === 0 || first === undefined) return { events: page }
  const earlier = events.slice(0, from)
  const userMessages = earlier.filter(({ event }) => event.type === 'user.message').length
  return { events: page, older: { before: first.seq, userMessages } }
}
