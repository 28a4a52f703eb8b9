import type { FoundText } from '@shared/domain/found-text'
import type { ResponseOf } from '@shared/ipc/contract'
import type { Bridge } from '../lib/bridge'
import type { View, AppStore } from './app-state'
import type { Sync } from './sync'
import { fromHost } from './from-host'
import { prependEvents } from './transcript'

/** What a person can look for. A fault is left under the session's id, or under 'rail'. */
export interface FindActions {
  /** Where a text stands in a session; undefined when the engine could not be asked. */
  findIn(sessionId: string, text: string): Promise<ResponseOf<'session.find'> | undefined>
  /**
   * A page of the records that hold a text; an empty one ends the search that runs. Undefined as above; of a host also where it says nothing in time, and
   * no fault is left.
   */
  findInRecords(text: string, cursor?: string, host?: string): Promise<ResponseOf<'records.find'> | undefined>
  /**
   * Shows a place in a session: what stands before it is read as far as it goes, then the place is scrolled to and marked. A `hit` names which
   * one of it (FoundPlace); without one it comes from a list of results, whose excerpt shows the first.
   */
  showFound(sessionId: string, text: string, place: FoundText, hit?: number): Promise<void>
  /** Says how often the text stands in what is drawn of the place of that number. */
  countFound(sessionId: string, seq: number, hits: number): void
  /** The same of a place that is known without a text: it is gone to, and nothing in it is marked. */
  showPlace(sessionId: string, place: Omit<FoundText, 'excerpt'>): Promise<void>
  /** A session at a glance; undefined when the engine could not be asked. */
  lookAtSession(sessionId: string): Promise<ResponseOf<'session.overview'> | undefined>
  /** What of its folder is otherwise than before it began; nothing in it: it is not known. */
  lookAtFiles(sessionId: string): Promise<{ readonly unifiedDiff: string | undefined }>
  /** Marks nothing in the session any more, and shows nothing of it that is still being read. */
  clearFound(sessionId: string): void
}

interface FindParts {
  readonly bridge: Bridge
  readonly store: AppStore
  readonly sync: Sync
  readonly attempt: (key: string, run: () => Promise<void>) => Promise<boolean>
  readonly show: (view: View) => void
}

/** The actions over one bridge and one store. */
export function createFindActions({ bridge, store, sync, attempt, show }: FindParts): FindActions {
  let looked = 0
  let lookedIn = ''
  /** Reads what stands before, page by page, until the event of that number is there. */
  const readTo = async (sessionId: string, seq: number): Promise<void> => {
    for (;;) {
      const before = store.getState().transcripts[sessionId]?.older?.before
      if (before === undefined || before <= seq) return
      const { events, older } = await bridge.request('session.open', { sessionId, before, from: seq })
      store.setState(({ transcripts }) => {
        const transcript = transcripts[sessionId]
        if (transcript?.older?.before !== before) return {}
        return { transcripts: { ...transcripts, [sessionId]: prependEvents(transcript, events, older) } }
      })
    }
  }
  /** What the engine answers; undefined where it could not be asked, and a fault says why. */
  const ask = async <T>(key: string, request: () => Promise<T>): Promise<T | undefined> => {
    let answer: T | undefined
    await attempt(key, async () => {
      answer = await request()
    })
    return answer
  }
  const actions: FindActions = {
    findIn: (sessionId, text) => ask(sessionId, () => bridge.request('session.find', { sessionId, text })),
    lookAtSession: (sessionId) => ask(sessionId, () => bridge.request('session.overview', { sessionId })),
    async lookAtFiles(sessionId) {
      const known = await ask(sessionId, () => bridge.request('session.changes', { sessionId }))
      return { unifiedDiff: known?.unifiedDiff }
    },
    showPlace: (sessionId, place) => actions.showFound(sessionId, '', { ...place, excerpt: '' }, 0),
    findInRecords(text, cursor, host) {
      const request = { text, ...(cursor === undefined ? {} : { cursor }) }
      return host === undefined
        ? ask('rail', () => bridge.request('records.find', request))
        : fromHost(bridge.request('records.find', { ...request, host }))
    },
    async showFound(sessionId, text, place, hit) {
      const nth = (looked += 1)
      lookedIn = sessionId
      await attempt(sessionId, async () => {
        await sync.ensureOpen(sessionId)
        show({ kind: 'session', sessionId })
        await readTo(sessionId, place.seq)
        // Another place may have been asked for meanwhile.
        if (nth !== looked) return
        store.setState(({ found }) => {
          const before = found?.sessionId === sessionId ? found : undefined
          const outside = hit === undefined ? nth : before?.outside
          const counted = before?.text === text ? before.counted : {}
          return { found: { sessionId, text, place, nth, outside, hit: hit ?? 0, counted } }
        })
      })
    },
    countFound(sessionId, seq, hits) {
      store.setState(({ found }) =>
        found?.sessionId === sessionId && found.counted[seq] !== hits
          ? { found: { ...found, counted: { ...found.counted, [seq]: hits } } }
          : {},
      )
    },
    clearFound(sessionId) {
      if (lookedIn === sessionId) looked += 1
      store.setState(({ found }) => (found?.sessionId === sessionId ? { found: undefined } : {}))
    },
  }
  return actions
}
