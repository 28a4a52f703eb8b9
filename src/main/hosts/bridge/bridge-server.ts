import { randomUUID } from 'node:crypto'
import { isAbsolute, relative, sep } from 'node:path'
import type { z } from 'zod'
import type { AppCommandId } from '@shared/domain/app-command'
import type { DecidedBy } from '@shared/domain/approval'
import { toFault } from '@shared/domain/fault'
import { fromHome } from '@shared/domain/named-path'
import { requestChannels, type RequestChannel } from '@shared/ipc/channels'
import {
  forms,
  PortUrl,
  type AppSnapshot,
  type Reply,
  type RequestOf,
  type ResponseOf,
} from '@shared/ipc/contract'
import type { EngineState, ExportedSession } from '../../core/engine/engine-service'
import type { ShownEngine } from '../../core/host-link/with-hosts'
import { noSuchHost, notHere } from '../../core/host-link/no-such-host'
import type { Log } from '../../core/ports/system'
import type { SearchFiles } from '../../core/ports/read-files'
import type { Restores } from '../../core/checkpoints/restores'
import { findFiles, readFile, openFile, findTexts } from './file-requests'
import { atFirst, pageOfEvents } from './page-of-events'
import { PushQueue, type PushSender } from './push-queue'
import { effectRuleRequests } from './effect-rule-requests'
import { fleetRequests } from './fleet-requests'
import { hostRequests } from './host-requests'
import { leavingOut } from './leaving-out'
import { sandboxRequests } from './sandbox-requests'
import { settingsRequests } from './settings-requests'
import { streamRequests, type CarriedStreams } from './port-streams'
import { terminalRequests } from './terminal-requests'
import { turnRequests } from './turn-requests'
import { typedRequests, type TypedCommands } from './typed-requests'

/**
 * What a host gives its bridge. `home` is the user's home directory (for showing paths as ~/…); `pickFolder` asks the
 * person for a folder where the host can. `saveFile` asks where to put a file and puts it there; a host without it takes
 * no files, and its windows hand them to their browser. It throws FaultError `store-failed` for what cannot be written.
 */
export interface BridgeHost {
  readonly engine: ShownEngine
  readonly host: AppSnapshot['host']
  /** What the record says decided; absent: what the host is. */
  readonly decidedBy?: DecidedBy
  /** For clients of other machines: what carries their connections to ports here, made for each. */
  readonly portStreams?: () => CarriedStreams
  readonly version: string
  readonly platform: string
  readonly home: string
  /** The folder that the program was started in; absent: that says nothing. */
  readonly startedIn?: string
  /** The host that new sessions of its windows begin on; absent: this machine. */
  readonly startedOn?: string
  readonly searchFiles: SearchFiles
  pickFolder(): Promise<ResponseOf<'folder.pick'>>
  saveFile?(file: ExportedSession): Promise<'saved' | 'cancelled'>
  /** Hands an address that was checked to the person's browser (http, https) or editor (`EditorUrl`); absent: the window is in one itself. */
  openAddress?(url: string): Promise<void>
  /** Shows a folder of ours in the system's file browser; absent: the host cannot. */
  openFolder?(path: string): Promise<void>
  /** What judges commands for a terminal elsewhere; absent: nothing does. */
  readonly typed?: TypedCommands
  /** Shows a session in a window of its own; absent: the window is in a browser, which opens another itself. */
  openWindow?(sessionId: string): void
}

/** What `createBridgeServer` needs: the host's facts and the log that faults go to before they are answered. */
export interface BridgeServerOptions extends BridgeHost {
  readonly log: Log
}

/** One window or tab. Its pushes are numbered on their own. */
export interface BridgeConnection {
  /** Answers one request. Never throws: bad input and faults come back as `{ ok: false }`. */
  handle(channel: unknown, payload: unknown): Promise<Reply>
  /** Asks the window to show a session, and a request in it; kept until the window has said hello. */
  show(sessionId: string, requestId?: string): void
  /** Has the window run one of its commands; kept until the window has said hello. */
  command(command: AppCommandId): void
  /** Says that its line is gone, and may come back: what was carried over it for others ends. */
  lost(): void
  /** Ends the pushes, and what is judged for a terminal. Running requests still get their answer. */
  close(): void
}

/** The engine behind the contract, for any number of connections and any transport. */
export interface BridgeServer {
  connect(send: PushSender): BridgeConnection
}

/** Makes the bridge of one host. It subscribes to the engine once per connection, from `connect` to `close`. */
export function createBridgeServer(options: BridgeServerOptions): BridgeServer {
  options.engine.questions.attend()
  return { connect: (send) => connect(options, send) }
}

function connect(options: BridgeServerOptions, send: PushSender): BridgeConnection {
  const { engine, log } = options
  const leaving = leavingOut(engine)
  const queue = new PushQueue(send, {
    dropped: (characters) => {
      log.error(`bridge: a slow window lost ${characters} characters of pushes and must ask again`)
    },
    broken: (error) => {
      unsubscribe()
      leaving.end()
      unattend?.()
      streams?.close()
      log.error('bridge: a push could not be sent, its connection is closed', error)
    },
  })
  const unattend = engine.hosts?.asks.attend()
  const unsubscribe = engine.subscribe((notice) => {
    queue.offer(notice)
  })
  const streams = options.portStreams?.()
  const left = new AbortController()
  const handlers = {
    ...createRequestHandlers(options, queue),
    ...streamRequests(streams),
    ...typedRequests(options.typed, left.signal),
    'approval.leaves-out': leaving.say,
  }
  const ofHost = askHosts(options, queue)

  return {
    async handle(channel, payload) {
      const name = requestChannels.find((known) => known === channel)
      if (name === undefined) return refuse(`Unknown request; expected one of ${requestChannels.join(', ')}`)
      const request = forms[name].request.safeParse(payload)
      if (!request.success) return refuse(`${name}: ${describeIssues(request.error)}`)
      // A page that begins anew says again what it leaves out.
      if (name === 'app.hello') leaving.end()
      try {
        // The parse above has just proved that the payload is the one this handler takes.
        const handler = handlers[name] as (request: unknown) => Promise<unknown>
        const elsewhere =
          name === 'approval.leaves-out' ? undefined : ofHost(name, request.data as RequestOf<typeof name>)
        const response = forms[name].response.safeParse(await (elsewhere ?? handler(request.data)))
        if (response.success) return { ok: true, value: response.data }
        log.error(`bridge ${name}: the answer breaks the contract: ${describeIssues(response.error)}`)
        return {
          ok: false,
          fault: { code: 'internal', message: `${name}: the answer did not have the agreed form` },
        }
      } catch (error) {
        log.error(`bridge ${name} failed`, error)
        return { ok: false, fault: toFault(error) }
      }
    },
    show(sessionId, requestId) {
      queue.show(sessionId, requestId)
    },
    command(command) {
      queue.command(command)
    },
    lost() {
      streams?.endAll()
    },
    close() {
      left.abort(new Error('whoever asked has left'))
      unsubscribe()
      leaving.end()
      unattend?.()
      streams?.close()
      queue.close()
    },
  }
}

function refuse(message: string): Reply {
  return { ok: false, fault: { code: 'bad-request', message } }
}

/** What was expected, in one bounded line. Names the place, never the value: payloads can hold prompts. */
function describeIssues(error: z.ZodError): string {
  const lines = error.issues.slice(0, 3).map((issue) => {
    const place = issue.path.map(String).join('.')
    return place === '' ? issue.message : `${place}: ${issue.message}`
  })
  // The sender chose the names of unknown keys.
  return lines
    .join('; ')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 500)
}

/** What a window asks anew while a person types. */
const searching: ReadonlySet<RequestChannel> = new Set(['records.find', 'files.search'])

/** Asks the host that a request names; undefined: it names none. A search is told apart there from those of this program's other windows. */
function askHosts(host: BridgeHost, queue: PushQueue) {
  const { hosts } = host.engine
  const window = randomUUID()
  return (channel: RequestChannel, request: RequestOf<RequestChannel>): Promise<unknown> | undefined => {
    if (channel === 'session.save') {
      const { sessionId, format } = request as RequestOf<'session.save'>
      if (host.saveFile === undefined) return undefined
      const file = hosts?.route('session.export', { sessionId, format }) as
        | Promise<ExportedSession>
        | undefined
      return file?.then(async (exported) => ({ kind: await host.saveFile?.(exported) }))
    }
    // What a port here is carried by is this program's own.
    const asked = channel.startsWith('stream.')
      ? undefined
      : hosts?.route(channel, searching.has(channel) ? { ...request, window } : request)
    if (asked === undefined || !('sessionId' in request)) return asked
    return asked.finally(queue.keepApart(request.sessionId))
  }
}

/** One function per channel, each given a payload that already fits the contract. */
export type RequestHandlers = {
  readonly [C in RequestChannel]: (request: RequestOf<C>) => Promise<ResponseOf<C>>
}

const face = ({ host, decidedBy }: BridgeHost): DecidedBy =>
  decidedBy ?? (host === 'desktop' ? 'window' : 'browser')

/** The handlers of one connection. They throw what the engine throws; the bridge server turns that into a reply. */
function createRequestHandlers(
  host: BridgeHost,
  queue: PushQueue,
): Omit<RequestHandlers, 'approval.leaves-out' | `stream.${string}` | `command.${string}`> {
  const { engine } = host
  /** A client of another machine does not know the home of this one. */
  const folderOf = (path: string): string => fromHome(path, host.home)
  return {
    ...settingsRequests(host),
    ...effectRuleRequests(engine, face(host)),
    ...hostRequests(engine),
    ...fleetRequests(host),
    ...sandboxRequests(host),
    'app.hello': async () => {
      // Taken before the state: what happens meanwhile is in the snapshot and comes again, which is harmless.
      const seq = queue.start()
      return snapshot(host, seq, await engine.state())
    },
    'session.create': ({ host: there, ...input }) => {
      if (there !== undefined) return Promise.reject(noSuchHost(there))
      if (host.startedOn !== undefined) return Promise.reject(notHere(host.startedOn))
      return engine.createSession({ ...input, ...(input.cwd !== undefined && { cwd: folderOf(input.cwd) }) })
    },
    'session.open': async ({ sessionId, before, from }) => {
      const release = queue.keepApart(sessionId)
      try {
        const end = before === undefined && from === undefined ? atFirst : undefined
        const { session, events, userMessagesBefore } = await engine.openSession(sessionId, end)
        return { session, ...pageOfEvents(events, before, from, userMessagesBefore) }
      } finally {
        release()
      }
    },
    'session.configure': ({ sessionId, ...change }) => engine.configureSession(sessionId, change),
    'session.save': async ({ sessionId, format }) => {
      if (host.saveFile === undefined) return { kind: 'unsupported' }
      return { kind: await host.saveFile(await engine.exportSession(sessionId, format)) }
    },
    ...turnRequests(engine),
    ...terminalRequests(engine.terminals),
    'session.compact': ({ sessionId }) => engine.compactSession(sessionId),
    'review.start': ({ sessionId, target }) => engine.startReview(sessionId, target),
    'session.list': async ({ host: there, ...query }) => {
      if (there !== undefined) throw noSuchHost(there)
      const { items, ...rest } = await engine.listSessions(query)
      return { items: [...items], ...rest }
    },
    'session.resume': async ({ sessionId }) => {
      const release = queue.keepApart(sessionId)
      try {
        const { session, events } = await engine.resumeSession({ sessionId })
        return { session, ...pageOfEvents(events) }
      } finally {
        release()
      }
    },
    'session.fork': ({ sessionId, beforeUserMessage }) => engine.forkSession(sessionId, beforeUserMessage),
    'session.rename': ({ sessionId, title }) => engine.renameSession(sessionId, title),
    'session.archive': async ({ sessionId, removeWorktree }) => {
      await engine.archiveSession(sessionId, removeWorktree)
      return {}
    },
    'session.unarchive': ({ sessionId }) => engine.unarchiveSession(sessionId),
    'session.delete': async ({ sessionId, removeWorktree }) => {
      await engine.deleteSession(sessionId, removeWorktree)
      return {}
    },
    'session.export': ({ sessionId, format }) => engine.exportSession(sessionId, format),
    'process.stop': async ({ sessionId, callId }) => ({
      stopped: await engine.stopCommand(sessionId, callId),
    }),
    'port.open': async ({ sessionId, callId, port }) => {
      const ofHost = engine.hosts?.openPort({ sessionId, callId, port })
      const { url } = await (ofHost ?? engine.openPort(sessionId, callId, port))
      if (host.openAddress === undefined) return { url }
      await host.openAddress(PortUrl.parse(url))
      return {}
    },
    'approval.decide': ({ requestId, decision, unasked }) =>
      engine.decide(requestId, decision, unasked && decision.kind === 'deny' ? 'engine' : face(host)),
    'approval.check-rule': ({ requestId, rule }) => engine.checkRule(requestId, rule),
    'approval.view-again': ({ requestId }) => Promise.resolve({ asked: engine.viewAgain(requestId) }),
    'approval.rehearse': ({ requestId }) => Promise.resolve({ begun: engine.rehearse(requestId) }),
    'question.answer': async ({ questionId, answer }) => ({
      counted: await engine.questions.answer(questionId, answer, face(host)),
    }),
    'question.open': ({ questionId }) => {
      const matter = engine.questions.get(questionId)?.matter
      return visit(host, matter?.mode === 'url' ? matter.url : undefined)
    },
    'mcp.list': async () => ({ servers: [...(await engine.mcp.list())] }),
    'mcp.enable': async ({ server, enabled }) => {
      await engine.mcp.enable(server, enabled)
      return {}
    },
    'mcp.restart': ({ server }) => {
      engine.mcp.restart(server)
      return Promise.resolve({})
    },
    'mcp.sign-in': async ({ server }) => {
      const { done: _, ...address } = await engine.mcp.signIn(server)
      return address
    },
    'mcp.visit': ({ server }) => visit(host, engine.mcp.signInAddress(server)?.url),
    'mcp.sign-out': async ({ server }) => {
      await engine.mcp.signOut(server)
      return {}
    },
    'grant.list': async () => {
      const [grants, allSuspended] = await Promise.all([engine.listGrants(), engine.allSuspended()])
      return { grants: [...grants], allSuspended }
    },
    'grant.suspend': async ({ key, suspended }) => (await engine.suspendRules(key, suspended), {}),
    'grant.revoke': async ({ grantId }) => ({ revoked: await engine.revokeGrant(grantId) }),
    'grant.narrow': async ({ grantId, to }) => ({ narrowed: await engine.narrowGrant(grantId, to) }),
    ...findFiles(host),
    ...findTexts(engine),
    'file.read': readFile(engine),
    'file.open': openFile(host),
    'prompts.list': async () => ({ prompts: [...(await engine.home.prompts.list())] }),
    'folder.pick': () => host.pickFolder(),
    'folder.complete': async ({ host: there, typed }) => {
      if (there !== undefined) throw noSuchHost(there)
      return { folders: [...(await engine.folders.complete(folderOf(typed)))] }
    },
    'agents.list': async () => ({ agents: [...(await engine.listAcpAgents())] }),
    'folder.look': ({ host: there, path }) =>
      there === undefined ? engine.folders.look(folderOf(path)) : Promise.reject(noSuchHost(there)),
    'folder.trust': ({ path, trust }) => engine.folders.trust(path, trust),
    'worktree.state': async ({ sessionId }) => ({ state: await engine.worktreeState(sessionId) }),
    ...restoreRequests(engine.restores),
    'window.open': ({ sessionId }) => {
      if (host.openWindow === undefined) return Promise.resolve({ kind: 'unsupported' })
      host.openWindow(sessionId)
      return Promise.resolve({ kind: 'opened' })
    },
  }
}

type Channel =
  | 'turn.changes'
  | 'session.changes'
  | 'restore.list'
  | 'restore.look'
  | 'restore.do'
  | 'rewind.look'
  | 'rewind.do'

/** Putting files back, and taking conversations back. */
const restoreRequests = (
  restores: Restores,
): { readonly [C in Channel]: (request: RequestOf<C>) => Promise<ResponseOf<C>> } => ({
  'turn.changes': async ({ sessionId, turnNumber }) => {
    const unifiedDiff = await restores.changes(sessionId, turnNumber)
    return unifiedDiff === undefined ? {} : { unifiedDiff }
  },
  'session.changes': async ({ sessionId }) => {
    const unifiedDiff = await restores.changes(sessionId)
    return unifiedDiff === undefined ? {} : { unifiedDiff }
  },
  'restore.list': async ({ path }) => {
    const { found, left, trouble } = await restores.list(path)
    return { found: [...found], left: [...left], ...(trouble && { trouble: [...trouble] }) }
  },
  'restore.look': ({ sessionId, way, run }) => restores.look(sessionId, way, run),
  'restore.do': ({ sessionId, ...wish }) => restores.restore(sessionId, wish),
  'rewind.look': ({ sessionId, turnNumber }) => restores.lookRewind(sessionId, turnNumber),
  'rewind.do': async ({ sessionId, ...wish }) => {
    await restores.rewind(sessionId, wish)
    return {}
  },
})

/** Has the host open an address that the engine itself has told of and that still counts. */
async function visit(
  host: BridgeHost,
  url: string | undefined,
): Promise<{ kind: 'opened' | 'gone' | 'unsupported' }> {
  if (url === undefined) return { kind: 'gone' }
  if (host.openAddress === undefined) return { kind: 'unsupported' }
  await host.openAddress(url)
  return { kind: 'opened' }
}

/** A home, what holds it and the root are where programs are started that were not started for a folder. */
function isWorkplace(folder: string, home: string): boolean {
  const below = relative(folder, home)
  return below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)
}

function snapshot(host: BridgeHost, seq: number, state: EngineState): AppSnapshot {
  // Named one by one: the agreed form has no more, and the engine's own defaults do (effort, summary).
  const { provider, model, approvalPolicy, sandboxPolicy } = state.defaults
  const hosts = host.engine.hosts?.states() ?? []
  const ask = host.engine.hosts?.asks.first
  return {
    seq,
    version: host.version,
    host: host.host,
    platform: host.platform,
    home: host.home,
    ...(host.startedIn !== undefined &&
      isWorkplace(host.startedIn, host.home) && { startedIn: host.startedIn }),
    ...(host.startedOn !== undefined && { startedOn: host.startedOn }),
    sandbox: state.sandbox,
    models: [...state.models],
    defaults: { provider, model, approvalPolicy, sandboxMode: sandboxPolicy.mode },
    ...(state.language && { language: state.language }),
    appearance: state.appearance ?? {},
    ...(state.fileOpener && { fileOpener: state.fileOpener }),
    ...(state.prices && { prices: state.prices }),
    sessions: [...state.sessions],
    approvals: [...state.approvals],
    questions: [...state.questions],
    ...(hosts.length > 0 && { hosts: [...hosts] }),
    ...(ask && { hostAsk: ask }),
  }
}
