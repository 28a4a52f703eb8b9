import type { SessionEvent } from '@shared/domain/agent-event'
import type { OpenedRecord } from '@shared/ipc/contract'
import { eventSize } from './merge-events'

/** What a window begins with: a page ends with the turn in which it has reached one of these. Several screens of it. */
export const atFirst = { events: 100, characters: 128 * 1024 }
/** And what it is given when it asks for more. */
const enough = { events: 300, characters: 256 * 1024 }
/** No page is larger; a turn that is larger is cut. */
const most = { events: 5000, characters: 4 * 1024 * 1024 }

/**
 * The last events of a record, or the last before the one numbered `before`: whole turns, as few as hold 100 events or 128 KB, before others 300 or
 * 256 KB, so that a record of any size opens at once and what comes later is no burden either. A turn of more than 5,000
 * events or 4 MB is cut. `older` says where to go on, and how many of the person's messages stand before; absent when
 * nothing does. With `from` a page goes on until it holds the event of that number, within the same bounds. `userMessagesBefore` are those that stand
 * before `events`; absent: these are all there are.
 */
export function pageOfEvents(
  events: readonly SessionEvent[],
  before = Infinity,
  from = Infinity,
  userMessagesBefore?: number,
): Pick<OpenedRecord, 'events' | 'older'> {
  const last = events.findLastIndex(({ seq }) => seq < before)
  let start = last + 1
  let size = 0
  const { events: count, characters } = before === Infinity ? atFirst : enough
  for (let at = last; at >= 0; at -= 1) {
    const event = events[at]
    size += event === undefined ? 0 : eventSize(event)
    if (at < last && (size > most.characters || last - at >= most.events)) break
    start = at
    const reached = (size >= characters || last - at >= count) && (event?.seq ?? 0) <= from
    if (reached && event?.event.type === 'turn.started') break
  }
  const turn = events.findIndex(({ event }, at) => at >= start && at <= last && event.type === 'turn.started')
  const begin = start === 0 || turn === -1 ? start : turn
  const page = events.slice(begin, last + 1)
  const first = page[0]
  const whole = begin === 0 && userMessagesBefore === undefined
  if (whole || first === undefined) return { events: page }
  const earlier = events.slice(0, begin)
  const userMessages = earlier.filter(({ event }) => event.type === 'user.message').length
  return {
    events: page,
    older: { before: first.seq, userMessages: (userMessagesBefore ?? 0) + userMessages },
  }
}
