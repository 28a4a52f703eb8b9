import { toFault } from '@shared/domain/fault'
import type { SessionEvent } from '@shared/domain/agent-event'
import type { SessionSummary } from '@shared/domain/session'
import type { EngineService, SessionInput } from '../../core/engine/engine-service'
import type { Log } from '../../core/ports/system'
import { RequestError } from '../app-server/request-error'
import { sessionInput } from '../app-server/session-input'
import { chosenModel, profiles, type ClientSaid } from './connection-handlers'
import { pageFrom } from './page-from'
import type { RequestHandlers } from './protocol/client-requests'
import type { Emitted } from './protocol/notifications'
import type { threadRequests, ThreadChoice } from './protocol/thread-requests'
import type { WireTurn } from './protocol/wire-threads'
import { openedThread, settingsOf, threadOf, type ThreadFacts } from './thread-of'
import type { Threads } from './threads'
import { turnOf, type TurnSoFar } from './turn-of'
import type { ThreadItem } from './protocol/items'
import { TurnItems } from './turn-items'

/** What the requests about threads work with. */
export interface ThreadsWorld {
  readonly engine: EngineService
  readonly threads: Threads
  readonly log: Log
  readonly version: string
  readonly client: () => ClientSaid
  readonly emit: (reported: Emitted) => void
}

const defaultPage = 25
const maxPage = 100

const kept = (): never => {
  throw new RequestError(
    'ephemeral: every thread is kept on record here; expected false, and thread/archive or the window to put it away',
  )
}

/** A turn of the record as a view of it shows it. */
function viewed({ turn, items }: PastTurn, view: WireTurn['itemsView'] = 'full'): WireTurn {
  if (view === 'notLoaded') return turnOf(turn, view)
  const last = items.findLast(({ type }) => type === 'agentMessage')
  return turnOf(turn, view, view === 'full' ? items : last ? [last] : [])
}

/** Answers the requests about threads (docs/spec/app-server-v2.md). */
export function threadHandlers(
  world: () => Promise<ThreadsWorld>,
): Pick<RequestHandlers, keyof typeof threadRequests> {
  /** What a client's choice means for the engine, and what of it is passed over here. */
  const inputOf = async (choice: ThreadChoice) => {
    const { engine } = await world()
    const config = Object.fromEntries(
      Object.entries(choice.config ?? {}).filter(([, value]) => value !== null),
    )
    const mode = choice.sandbox ?? (choice.permissions && profiles[choice.permissions])
    const own = { profile: undefined, includeApplyPatchTool: undefined }
    const { input, unused } = sessionInput({ ...choice, ...own, config, sandbox: mode }, 'ignored')
    if (input.model === undefined) return { input, unused }
    const { model, provider = input.provider } = chosenModel(input.model, await engine.state())
    const settled: SessionInput = { ...input, model, ...(provider !== undefined && { provider }) }
    return { input: settled, unused }
  }

  const facts = ({ version, client }: ThreadsWorld): ThreadFacts => ({ version, originator: client().name })

  /** Follows a session, and says what of the request was passed over. */
  const followed = async (session: SessionSummary, unused: readonly string[], isNew: boolean) => {
    const at = await world()
    const thread = at.threads.follow(session)
    void thread.behindAnswer(() => {
      if (isNew) thread.emit({ method: 'thread/started', params: { thread: threadOf(session, facts(at)) } })
      const servers = unused.filter((key) => key.startsWith('config.mcp_servers'))
      if (servers.length > 0) {
        const message =
          'MCP servers that a client names are not started; expected them in config.toml, or `countersign mcp add`'
        thread.emit({ method: 'warning', params: { threadId: session.id, message } })
      }
      if (unused.length > 0)
        at.log.error(
          `a client asked for what is not taken from one, and passed over: ${unused.join(', ').slice(0, 500)}`,
        )
      return Promise.resolve()
    })
    return at
  }

  const events = async (threadId: string): Promise<readonly SessionEvent[]> =>
    (await (await world()).engine.openSession(threadId)).events

  const itemsOf = async (threadId: string, turnId?: string) =>
    pastTurns(threadId, await events(threadId))
      .filter(({ turn }) => turnId === undefined || turn.id === turnId)
      .flatMap(({ turn, items }) =>
        items.map((item) => {
          const { startedAtMs, completedAtMs } = item
          return { turnId: turn.id, item, startedAtMs, completedAtMs }
        }),
      )

  return {
    'thread/start': async (params) => {
      if (params.ephemeral === true) return kept()
      const { engine } = await world()
      const { input, unused } = await inputOf(params)
      const session = await engine.createSession({ ...input, cwd: input.cwd ?? process.cwd() })
      return openedThread(session, facts(await followed(session, unused, true)))
    },

    'thread/resume': async ({ threadId, path, excludeTurns, ...choice }) => {
      const { engine } = await world()
      const { input, unused } = await inputOf(choice)
      const which = path === undefined ? { sessionId: threadId } : { path }
      const { session, events: past } = await engine.resumeSession(which, input)
      const at = await followed(session, unused, false)
      const thread = at.threads.get(session.id)
      thread
        .behindAnswer(async () => {
          thread.askWaiting(await engine.state(), past)
        })
        .catch((error: unknown) => {
          at.log.error('what waits in a thread that was taken up could not be asked', error)
        })
      const turns = pastTurns(session.id, past)
      const count = turns.reduce((sum, { items }) => sum + items.length, 0)
      return {
        ...openedThread(session, {
          ...facts(at),
          turns: excludeTurns === true ? [] : turns.map((turn) => viewed(turn)),
        }),
        collaborationMode: settingsOf(session).collaborationMode,
        initialTurnsPage: null,
        itemsBackwardsCursor: count === 0 ? null : String(count),
        turnsBackwardsCursor: turns.length === 0 ? null : String(turns.length),
      }
    },

    'thread/fork': async ({ threadId, ephemeral, excludeTurns, ...choice }) => {
      if (ephemeral === true) return kept()
      const { engine, threads } = await world()
      if (threads.find(threadId)?.runningTurn)
        throw new RequestError('thread/fork: a turn is running; expected the request after turn/completed')
      const { input, unused } = await inputOf(choice)
      const made = await engine.forkSession(threadId, Infinity)
      const { session, events: past } = await engine.resumeSession({ sessionId: made.id }, input)
      const at = await followed(session, unused, true)
      const turns = excludeTurns === true ? [] : pastTurns(session.id, past).map((turn) => viewed(turn))
      return openedThread(session, { ...facts(at), turns, forkedFromId: threadId })
    },

    'thread/list': async ({ cursor, limit, archived, searchTerm, cwd }) => {
      const at = await world()
      const page = await at.engine.listSessions({
        limit: Math.min(limit ?? defaultPage, maxPage),
        ...(cursor !== undefined && { cursor }),
        ...(archived !== undefined && { archived }),
        ...(searchTerm !== undefined && { search: searchTerm }),
      })
      const folders = typeof cwd === 'string' ? [cwd] : cwd
      const wanted = page.items.filter(
        (each) =>
          folders === undefined || folders.includes(each.cwd) || folders.includes(each.shownCwd ?? ''),
      )
      return {
        data: wanted.map((each) =>
          threadOf(each, { ...facts(at), loaded: at.threads.find(each.id) !== undefined }),
        ),
        readStates: null,
        nextCursor: page.nextCursor ?? null,
        backwardsCursor: null,
      }
    },

    'thread/loaded/list': async ({ cursor, limit }) => {
      const { threads } = await world()
      const { items, nextCursor } = pageFrom(threads.ids, { cursor, limit: limit ?? defaultPage })
      return { data: [...items], nextCursor }
    },

    'thread/read': async ({ threadId, includeTurns }) => {
      const at = await world()
      const { session, events: past } = await at.engine.openSession(threadId)
      const turns = includeTurns === true ? pastTurns(threadId, past).map((turn) => viewed(turn)) : []
      const loaded = at.threads.find(threadId) !== undefined
      return { thread: threadOf(session, { ...facts(at), turns, loaded }), readState: null }
    },

    'thread/turns/list': async ({
      threadId,
      cursor,
      limit = defaultPage,
      sortDirection = 'desc',
      itemsView,
    }) => {
      const turns = pastTurns(threadId, await events(threadId))
      const { items, ...cursors } = pageFrom(turns, { cursor, limit, sortDirection })
      return { data: items.map((turn) => viewed(turn, itemsView)), ...cursors }
    },

    'thread/items/list': async ({ threadId, turnId, cursor, limit = maxPage, sortDirection }) => {
      const { items, ...cursors } = pageFrom(await itemsOf(threadId, turnId), {
        cursor,
        limit,
        sortDirection,
      })
      return { data: [...items], ...cursors }
    },

    'thread/name/set': async ({ threadId, name }) => {
      const { engine, threads } = await world()
      const rename = async () => {
        await engine.renameSession(threadId, name)
        return {}
      }
      return threads.find(threadId)?.behindAnswer(rename) ?? rename()
    },

    'thread/archive': async ({ threadId }) => {
      const { engine, threads, emit } = await world()
      await engine.archiveSession(threadId)
      threads.leave(threadId)
      setImmediate(emit, { method: 'thread/archived', params: { threadId } })
      return {}
    },

    // To the system's trash, as from a window; agents that worked for it go with it.
    'thread/delete': async ({ threadId }) => {
      const { engine, threads, emit } = await world()
      await engine.deleteSession(threadId)
      threads.leave(threadId)
      setImmediate(emit, { method: 'thread/deleted', params: { threadId } })
      return {}
    },

    'thread/unarchive': async ({ threadId }) => {
      const at = await world()
      const session = await at.engine.unarchiveSession(threadId)
      setImmediate(at.emit, { method: 'thread/unarchived', params: { threadId } })
      return { thread: threadOf(session, { ...facts(at), loaded: false }) }
    },

    'thread/unsubscribe': async ({ threadId }) => ({
      status: (await (await world()).threads.letGo(threadId)) ? 'unsubscribed' : 'notSubscribed',
    }),

    'thread/compact/start': async ({ threadId }) => {
      const { engine, threads } = await world()
      return threads.get(threadId).behindAnswer(async () => {
        await engine.compactSession(threadId)
        return {}
      })
    },

    'thread/approveGuardianDeniedAction': async ({ threadId, event: { id, action } }) => {
      const { engine, threads, log } = await world()
      const thread = threads.get(threadId)
      const refused = thread.refused(id)
      // The client says which command it shows: a wish for another than was refused is none.
      if (refused?.command !== action.command || refused.cwd !== action.cwd)
        throw new RequestError(
          'thread/approveGuardianDeniedAction: event: expected the id and the action of an item/autoApprovalReview/completed of this thread',
        )
      engine.askAboutRefused(threadId, id)
      const wished = `The person wants to be asked about this command after all: ${action.command} (in ${action.cwd}). If it is still needed, make the very same call once more; it runs only if they then allow it.`
      return thread.behindAnswer(async () => {
        // The wish stands in any case. Between turns nobody is told: whoever begins the next one says what it is for.
        await engine.steerTurn(threadId, wished).catch((error: unknown) => {
          if (toFault(error).code !== 'no-turn') log.error('a turn was not told what is asked about', error)
        })
        return {}
      })
    },
  }
}

/** A turn of the record with its items. */
interface PastTurn {
  readonly turn: TurnSoFar
  readonly items: readonly ThreadItem[]
}

/** The turns of a session's events, oldest first. What was said before the first one belongs to none, and is left out. */
function pastTurns(threadId: string, events: readonly SessionEvent[]): PastTurn[] {
  const items = new TurnItems(threadId)
  const turns: { turn: TurnSoFar; items: ThreadItem[] }[] = []
  for (const each of events) {
    const { event } = each
    const at = Date.parse(each.at)
    if (event.type === 'turn.started') turns.push({ turn: { id: event.turnId, startedAt: at }, items: [] })
    const last = turns.at(-1)
    const reported = items.take(each)
    if (!last) continue
    for (const { method, params } of reported) if (method === 'item/completed') last.items.push(params.item)
    if (event.type === 'error.reported') last.turn = { ...last.turn, fault: event.fault }
    if (event.type === 'turn.finished') last.turn = { ...last.turn, completedAt: at, outcome: event.outcome }
  }
  return turns
}
