import { homedir } from 'node:os'
import type { EngineService } from '../../core/engine/engine-service'
import type { LentKeys } from '../../core/ports/lent-keys'
import type { SearchFiles } from '../../core/ports/read-files'
import type { Log } from '../../core/ports/system'
import { createBridgeServer } from '../bridge/bridge-server'
import { PortStreams } from '../bridge/port-streams'
import type { TypedCommands } from '../bridge/typed-requests'
import type { ListenForClients } from '../cli/engine-socket'
import { EngineLines } from './engine-lines'

/** What keeps an engine for those that attach. `listen` resolves with undefined where another engine of the home is there already. */
export interface KeptEngine {
  readonly engine: EngineService
  readonly log: Log
  readonly version: string
  /** See EngineSocket. */
  readonly build: string
  readonly searchFiles: SearchFiles
  readonly typed: TypedCommands
  readonly lentKeys: LentKeys
  /** So long nobody is attached and nothing runs or waits before it ends, in milliseconds. */
  readonly idleMs: number
  readonly listen: ListenForClients
  /** What it was started with; who asks for another is let in by none. */
  readonly confinement: 'container' | undefined
  readonly stop: AbortSignal
}

/** So often it is looked whether anything runs or waits. */
const mostBetweenLooks = 60_000

/**
 * Keeps the engine until it is stopped or idle. A client's pipe may break: what runs goes on, and what waits waits. Another version of the
 * program, or another build of it, finds it leaving where nothing is under way.
 */
export async function keepEngine(kept: KeptEngine): Promise<void> {
  const { engine, log, version, searchFiles, typed, lentKeys, idleMs, stop } = kept
  let judged = 0
  const during = async <Said>(work: Promise<Said>): Promise<Said> => {
    judged += 1
    return work.finally(() => {
      judged -= 1
    })
  }
  /** A client that lost its pipe waits for what is judged for it. */
  const counted: TypedCommands = async () => {
    const { assessTyped, rehearseTyped } = await typed()
    return {
      assessTyped: (...question) => during(assessTyped(...question)),
      rehearseTyped: (...question) => during(rehearseTyped(...question)),
    }
  }
  const bridge = createBridgeServer({
    ...{ engine, log, version, searchFiles, typed: counted },
    host: 'browser',
    decidedBy: 'client',
    portStreams: () => new PortStreams((...place) => engine.openPort(...place)),
    platform: process.platform,
    home: homedir(),
    pickFolder: () => Promise.resolve({ kind: 'unsupported' }),
  })
  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>()
  let idleSince: number | undefined
  let busy = false
  /** Commands that were kept beyond their turn. */
  const running = new Set<string>()
  const lines = new EngineLines({
    ...{ bridge, version, log, lentKeys },
    changed: () => {
      if (lines.attached > 0) idleSince = undefined
    },
  })
  const isInUse = async (): Promise<boolean> => running.size > 0 || judged > 0 || (await isBusy(engine))
  const look = async (): Promise<void> => {
    busy = await isInUse()
    if (busy || lines.attached > 0) {
      idleSince = undefined
      return
    }
    idleSince ??= performance.now()
    if (performance.now() - idleSince >= idleMs) end(undefined)
  }
  const listening = await kept.listen({
    async admits(asked) {
      const other = asked.confinement !== kept.confinement
      if (asked.version === kept.build && !other) return 'welcome'
      // What was so at the last look may be over.
      busy = await isInUse()
      if (!busy && judged === 0 && lines.attached === 0) {
        end(undefined)
        return 'leaving'
      }
      // Nothing runs held by less, or more, than its own entry says; of another version that is moot: whoever attaches is told of the version.
      const [askedVersion, askedBuild] = asked.version.split('+')
      if (other && askedVersion === version) return 'confined-otherwise'
      return askedBuild === undefined ? 'welcome' : 'other-build'
    },
    arrive: (socket) => {
      idleSince = undefined
      lines.take(socket)
    },
  })
  if (!listening) return
  const unsubscribe = engine.subscribe((notice) => {
    if (notice.kind === 'session') busy ||= notice.session.status === 'running'
    if (notice.kind !== 'event') return
    const { event } = notice.event
    if (event.type === 'command.kept') running.add(event.callId)
    if (event.type === 'command.finished') running.delete(event.callId)
  })
  const every = Math.min(mostBetweenLooks, Math.max(100, idleMs / 4))
  const timer = setInterval(() => {
    look().catch((error: unknown) => {
      log.error('attach: whether the engine is idle could not be seen', error)
    })
  }, every)
  stop.addEventListener('abort', () => {
    end(undefined)
  })
  if (stop.aborted) end(undefined)
  await ended
  clearInterval(timer)
  unsubscribe()
  // Nobody finds it any more; who came a moment before is let go, and starts the next.
  listening.close()
  lines.close()
}

/** Whether something runs or waits for an answer. */
async function isBusy(engine: EngineService): Promise<boolean> {
  const { sessions, approvals, questions } = await engine.state()
  return (
    approvals.length > 0 ||
    questions.length > 0 ||
    sessions.some(({ status }) => status === 'running' || status === 'needs-you')
  )
}
