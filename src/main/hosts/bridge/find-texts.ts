import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import { findInEvents } from '../../core/conversation/find-in-events'
import type { EngineService } from '../../core/engine-service'

/** So many places of one session are told. */
const mostPlaces = 500

/** The searches of one connection: in a session, and through all records, where a newer one ends the one before it. */
export function findTexts(engine: EngineService): {
  readonly 'session.find': (request: RequestOf<'session.find'>) => Promise<ResponseOf<'session.find'>>
  readonly 'records.find': (request: RequestOf<'records.find'>) => Promise<ResponseOf<'records.find'>>
} {
  let last: AbortController | undefined
  return {
    'session.find': async ({ sessionId, text }) => {
      const { events } = await engine.openSession(sessionId)
      const { found, more } = findInEvents(events, text, mostPlaces)
      return { found: [...found], more }
    },
    'records.find': async ({ text, cursor }) => {
      last?.abort()
      const cancel = (last = new AbortController())
      if (text === '') return { sessions: [] }
      const { sessions, ...rest } = await engine.home.records.find(text, cursor, cancel.signal)
      return { sessions: [...sessions], ...rest }
    },
  }
}
