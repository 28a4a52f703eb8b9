import { sessionsAtFirst } from '@shared/domain/session'
import type { ExportFormat, SessionListItem, SessionSummary } from '@shared/domain/session'
import type { ResponseOf } from '@shared/ipc/contract'
import type { Bridge } from '../lib/bridge'
import { fromHost } from './from-host'
import { prependEvents } from './transcript'
import { without } from './app-state'
import type { View, AppStore } from './app-state'

/** What a person can do to a whole session. None of these rejects; a fault is left at the session. */
export interface SessionActions {
  /** Has the model replace the conversation by a summary. */
  compact(sessionId: string): Promise<void>
  rename(sessionId: string, title: string): Promise<void>
  /** With `removeWorktree` the session's own worktree goes as well, where all in it is committed. */
  archive(sessionId: string, removeWorktree?: boolean): Promise<void>
  unarchive(sessionId: string): Promise<void>
  /** Moves the session to the system's trash; with `removeWorktree` as for `archive`. */
  remove(sessionId: string, removeWorktree?: boolean): Promise<void>
  /** A new session with what stood before that message of the person's, from 0, which is then shown. */
  fork(sessionId: string, beforeUserMessage: number): Promise<void>
  /** The host asks where the file goes; where it cannot, the exported text is handed to `save`. */
  export(sessionId: string, format: ExportFormat, save: SaveFile): Promise<void>
  /** The sessions whose title, first message or folder holds the text, newest first; undefined when unknown, of a host also where it says nothing in time. */
  search(text: string, host?: string): Promise<SessionListItem[] | undefined>
  /** Puts the next page of sessions that the window was not told of into the state, of this machine or of a host. */
  loadOlder(host?: string): Promise<void>
  /** Puts the turns before the first one shown into the session's transcript. */
  loadEarlier(sessionId: string): Promise<void>
  /** One page of the archive of this machine, or a host; undefined when it cannot be read. `search`: of what fits that text. */
  archived(
    cursor?: string,
    host?: string,
    search?: string,
  ): Promise<{ items: SessionListItem[]; nextCursor?: string | undefined } | undefined>
  /** How many sessions of this machine are archived; `more`: at least so many. Undefined when that cannot be read. */
  countArchived(): Promise<ArchivedCount | undefined>
}

/** What is said of the archive where nothing else is to be shown. */
export interface ArchivedCount {
  readonly count: number
  readonly more: boolean
}

/** Puts a file where the person wants it. */
export type SaveFile = (file: ResponseOf<'session.export'>) => void

/** The actions' means: `attempt` leaves what went wrong at a session, `show` turns to it. */
export interface SessionActionParts {
  readonly bridge: Bridge
  readonly store: AppStore
  readonly attempt: (key: string, run: () => Promise<void>) => Promise<boolean>
  readonly show: (view: View) => void
}

/** Makes them over one bridge and one store. */
export function createSessionActions({ bridge, store, attempt, show }: SessionActionParts): SessionActions {
  const keep = (session: SessionSummary): void => {
    store.setState(({ sessions }) => ({ sessions: { ...sessions, [session.id]: session } }))
  }
  return {
    async compact(sessionId) {
      await attempt(sessionId, async () => {
        await bridge.request('session.compact', { sessionId })
      })
    },
    async rename(sessionId, title) {
      await attempt(sessionId, async () => {
        keep(await bridge.request('session.rename', { sessionId, title }))
      })
    },
    async archive(sessionId, removeWorktree) {
      await attempt(sessionId, async () => {
        await bridge.request('session.archive', {
          sessionId,
          ...(removeWorktree === true && { removeWorktree }),
        })
      })
    },
    async unarchive(sessionId) {
      await attempt('archive', async () => {
        keep(await bridge.request('session.unarchive', { sessionId }))
        show({ kind: 'session', sessionId })
      })
    },
    async remove(sessionId, removeWorktree) {
      await attempt(sessionId, async () => {
        await bridge.request('session.delete', {
          sessionId,
          ...(removeWorktree === true && { removeWorktree }),
        })
        store.setState(({ drafts, queued, given, comments }) => ({
          drafts: { ...drafts, [sessionId]: '' },
          comments: { ...comments, [sessionId]: [] },
          queued: without(queued, sessionId),
          given: { ...given, [sessionId]: [] },
        }))
      })
    },
    async fork(sessionId, beforeUserMessage) {
      await attempt(sessionId, async () => {
        const session = await bridge.request('session.fork', { sessionId, beforeUserMessage })
        keep(session)
        show({ kind: 'session', sessionId: session.id })
      })
    },
    async export(sessionId, format, save) {
      await attempt(sessionId, async () => {
        const { kind } = await bridge.request('session.save', { sessionId, format })
        if (kind === 'unsupported') save(await bridge.request('session.export', { sessionId, format }))
      })
    },
    async search(text, host) {
      if (host !== undefined)
        return (await fromHost(bridge.request('session.list', { search: text, host })))?.items
      let found: SessionListItem[] | undefined
      await attempt('rail', async () => {
        found = (await bridge.request('session.list', { search: text })).items
      })
      return found
    },
    async loadOlder(host) {
      await attempt('rail', async () => {
        const { older, olderOf } = store.getState()
        let cursor = host === undefined ? older : (olderOf[host] ?? 'unread')
        let fresh: SessionSummary[] = []
        let pages = 0
        const of = host === undefined ? {} : { host }
        // The first pages can hold what is known already.
        do {
          const before = cursor === 'unread' || cursor === 'none' ? {} : { cursor }
          const page = await bridge.request('session.list', { ...before, ...of, limit: sessionsAtFirst })
          const { sessions } = store.getState()
          fresh = page.items.filter(({ id }) => !(id in sessions)).map(asSummary)
          cursor = page.nextCursor ?? 'none'
          pages += 1
        } while (fresh.length === 0 && cursor !== 'none' && pages < mostPages)
        store.setState(({ sessions, olderOf: others }) => ({
          ...(host === undefined ? { older: cursor } : { olderOf: { ...others, [host]: cursor } }),
          sessions: { ...Object.fromEntries(fresh.map((each) => [each.id, each])), ...sessions },
        }))
      })
    },
    async loadEarlier(sessionId) {
      await attempt(sessionId, async () => {
        const before = store.getState().transcripts[sessionId]?.older?.before
        if (before === undefined) return
        const { events, older } = await bridge.request('session.open', { sessionId, before })
        store.setState(({ transcripts }) => {
          const transcript = transcripts[sessionId]
          // Read anew or asked for twice meanwhile: the events are no longer those that stand before it.
          if (transcript?.older?.before !== before) return {}
          return { transcripts: { ...transcripts, [sessionId]: prependEvents(transcript, events, older) } }
        })
      })
    },
    async archived(cursor, host, search) {
      let page: Awaited<ReturnType<SessionActions['archived']>>
      await attempt('rail', async () => {
        page = await bridge.request('session.list', {
          archived: true,
          ...(host !== undefined && { host }),
          ...(cursor === undefined ? {} : { cursor }),
          ...(search === undefined ? {} : { search }),
        })
      })
      return page
    },
    async countArchived() {
      let counted: ArchivedCount | undefined
      await attempt('rail', async () => {
        const { items, nextCursor } = await bridge.request('session.list', { archived: true, limit: 200 })
        counted = { count: items.length, more: nextCursor !== undefined }
      })
      return counted
    },
  }
}

/** A host can say for ever that there is more, and tell nothing new. */
const mostPages = 30

function asSummary({ preview: _preview, archived: _archived, ...summary }: SessionListItem): SessionSummary {
  return summary
}
