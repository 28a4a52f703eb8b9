import type { RequestChannel } from '@shared/ipc/channels'
import type { AppSnapshot, RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { EngineService, EngineState, ExportedSession } from '../../core/engine-service'
import { pageOfEvents } from './page-of-events'
import type { PushQueue } from './push-queue'

/**
 * What a host gives its bridge. `home` is the user's home directory (for showing paths as ~/…); `pickFolder` asks the
 * person for a folder where the host can. `saveFile` asks where to put a file and puts it there; a host without it takes
 * no files, and its windows hand them to their browser. It throws FaultError `store-failed` for what cannot be written.
 */
export interface BridgeHost {
  readonly engine: EngineService
  readonly host: AppSnapshot['host']
  readonly version: string
  readonly platform: string
  readonly home: string
  pickFolder(): Promise<ResponseOf<'folder.pick'>>
  saveFile?(file: ExportedSession): Promise<'saved' | 'cancelled'>
}

/** One function per channel, each given a payload that already fits the contract. */
export type RequestHandlers = {
  readonly [C in RequestChannel]: (request: RequestOf<C>) => Promise<ResponseOf<C>>
}

/** The handlers of one connection. They throw what the engine throws; the bridge server turns that into a reply. */
export function createRequestHandlers(host: BridgeHost, queue: PushQueue): RequestHandlers {
  const { engine } = host
  return {
    'app.hello': async () => {
      // Taken before the state: what happens meanwhile is in the snapshot and comes again, which is harmless.
      const seq = queue.start()
      return snapshot(host, seq, await engine.state())
    },
    'session.create': (input) => engine.createSession(input),
    'session.open': async ({ sessionId, before }) => {
      const release = queue.keepApart(sessionId)
      try {
        const { session, events } = await engine.openSession(sessionId)
        return { session, ...pageOfEvents(events, before) }
      } finally {
        release()
      }
    },
    'session.configure': ({ sessionId, ...change }) => engine.configureSession(sessionId, change),
    'session.save': async ({ sessionId, format }) => {
      if (host.saveFile === undefined) return { kind: 'unsupported' }
      return { kind: await host.saveFile(await engine.exportSession(sessionId, format)) }
    },
    'turn.start': ({ sessionId, text, images, overrides }) =>
      engine.startTurn(sessionId, images ? [{ type: 'text', text }, ...images] : text, overrides),
    'model.list': ({ fresh }) => engine.catalogue.list(fresh ?? false),
    'model.save-key': async ({ provider, key }) => ({ place: await engine.catalogue.saveKey(provider, key) }),
    'model.add-provider': (added) => engine.catalogue.addProvider(added),
    'turn.retry': ({ sessionId }) => engine.retryTurn(sessionId),
    'session.compact': ({ sessionId }) => engine.compactSession(sessionId),
    'session.list': async (query) => {
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
    'session.archive': async ({ sessionId }) => {
      await engine.archiveSession(sessionId)
      return {}
    },
    'session.unarchive': ({ sessionId }) => engine.unarchiveSession(sessionId),
    'session.delete': async ({ sessionId }) => {
      await engine.deleteSession(sessionId)
      return {}
    },
    'session.export': ({ sessionId, format }) => engine.exportSession(sessionId, format),
    'turn.interrupt': async ({ sessionId }) => {
      await engine.interruptTurn(sessionId)
      return {}
    },
    'process.stop': async ({ sessionId, processId }) => ({
      stopped: await engine.stopProcess(sessionId, processId),
    }),
    'approval.decide': ({ requestId, decision }) =>
      engine.decide(requestId, decision, host.host === 'desktop' ? 'window' : 'browser'),
    'approval.check-rule': ({ requestId, rule }) => engine.checkRule(requestId, rule),
    'approval.view-again': async ({ requestId }) => ({ asked: await engine.viewAgain(requestId) }),
    'grant.list': async () => ({ grants: [...(await engine.listGrants())] }),
    'grant.revoke': async ({ grantId }) => ({ revoked: await engine.revokeGrant(grantId) }),
    'settings.read': ({ cwd }) => engine.readSettings(cwd),
    'settings.write': ({ version, edits }) => engine.writeSettings(version, edits),
    'doctor.run': async () => {
      const { sandbox, checks } = await engine.doctor()
      return { sandbox, checks: [...checks] }
    },
    'folder.pick': () => host.pickFolder(),
  }
}

function snapshot(host: BridgeHost, seq: number, state: EngineState): AppSnapshot {
  const { sandboxPolicy, ...defaults } = state.defaults
  return {
    seq,
    version: host.version,
    host: host.host,
    platform: host.platform,
    home: host.home,
    sandbox: state.sandbox,
    models: [...state.models],
    defaults: { ...defaults, sandboxMode: sandboxPolicy.mode },
    sessions: [...state.sessions],
    approvals: [...state.approvals],
  }
}
