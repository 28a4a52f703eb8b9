import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import { expect, test } from 'vitest'
import { pageOfEvents } from '../../../../../src/main/hosts/bridge/page-of-events'

const text = 'x'.repeat(8000)

/** A record of turns, each with a message of the person's and so many answers of 8 KB. */
function record(turns: number, answers: number): SessionEvent[] {
  const events = Array.from({ length: turns }, (_, turn): AgentEvent[] => [
    { type: 'turn.started', turnId: `t${String(turn)}`, turnNumber: turn + 1 },
    { type: 'user.message', text: `m${String(turn)}` },
    ...Array.from({ length: answers }, (): AgentEvent => ({ type: 'message.completed', itemId: 'm', text })),
    { type: 'turn.finished', turnId: `t${String(turn)}`, outcome: 'completed' },
  ])
  return events.flat().map((event, at) => ({ sessionId: 's1', seq: at + 1, at: '', event }))
}

test.each([
  ['200 MB of whole turns', record(250, 100), 'turn.started'],
  ['one turn of 20 MB', record(1, 2500), 'message.completed'],
  ['many small events', record(6000, 0), 'turn.started'],
])('%s come in bounded pages, the last first, each event once', (_what, events, cutAt) => {
  const pages = []
  for (let page = pageOfEvents(events); ; page = pageOfEvents(events, page.older.before)) {
    pages.unshift(page)
    if (page.older === undefined) break
  }
  expect(pages.length).toBeGreaterThan(2)
  expect(pages.flatMap((page) => page.events.map(({ seq }) => seq))).toEqual(events.map(({ seq }) => seq))
  expect(pages.slice(1).map((page) => page.events[0]?.event.type)).toEqual(pages.slice(1).map(() => cutAt))
  expect(Math.max(...pages.map((page) => JSON.stringify(page).length))).toBeLessThan(5_000_000)
  const messages = pages.map(
    (page) => page.events.filter(({ event }) => event.type === 'user.message').length,
  )
  expect(pages.map(({ older }) => older?.userMessages ?? 0)).toEqual(
    messages.map((_, at) => messages.slice(0, at).reduce((sum, each) => sum + each, 0)),
  )
})

test('what fits is handed over whole, and nothing is too', () => {
  const events = record(2, 1)
  expect([pageOfEvents(events), pageOfEvents([])]).toEqual([{ events }, { events: [] }])
})

test('a page is no more than a window needs at once, and whole turns; the first is the smallest', () => {
  const events = record(2000, 0)
  const { events: page, older } = pageOfEvents(events)
  expect([page[0]?.event.type, page.length]).toEqual(['turn.started', 102])
  expect(older).toEqual({ before: events.length - 101, userMessages: 1966 })
  expect(pageOfEvents(events, older?.before).events).toHaveLength(303)
})

test('of a record’s end alone it is said that something stands before it, and how many messages', () => {
  const events = record(2, 1).map((event) => ({ ...event, seq: event.seq + 100 }))
  expect(pageOfEvents(events, Infinity, Infinity, 30)).toEqual({
    events,
    older: { before: 101, userMessages: 30 },
  })
  const long = record(2000, 0)
  expect(pageOfEvents(long, Infinity, Infinity, 30).older?.userMessages).toBe(1996)
})
