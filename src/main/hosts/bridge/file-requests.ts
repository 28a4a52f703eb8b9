import { isAbsolute, posix, resolve } from 'node:path'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { SessionSummary } from '@shared/domain/session'
import { hostOf } from '@shared/domain/host-state'
import { EditorUrl, editorUrl, FileOpener, remoteEditorUrl } from '@shared/domain/settings'
import type { OpenedFile } from '@shared/domain/opened-file'
import type { EngineService } from '../../core/engine/engine-service'
import type { ShownEngine } from '../../core/host-link/with-hosts'
import { noSuchHost } from '../../core/host-link/no-such-host'
import type { SearchFiles } from '../../core/ports/read-files'
import { findInEvents } from '../../core/conversation/find-in-events'
import { overviewOf } from '../../core/conversation/session-overview'

/** What is not seen, or is drawn elsewhere than it stands, in a name. */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u
const limitMs = 5000
const mostPaths = 20

/** The searches of one connection, of which each window has one at a time: a newer one ends the one before it. A host's engine is asked by several windows over one line. */
class Searches {
  readonly #last = new Map<string, AbortController>()

  /** Ends the search of this window. */
  end(window: string): void {
    this.#last.get(window)?.abort()
    this.#last.delete(window)
  }

  /** Runs one whose signal a newer one of the same window aborts. */
  async run<Found>(window: string, search: (newer: AbortSignal) => Promise<Found>): Promise<Found> {
    this.end(window)
    const cancel = new AbortController()
    this.#last.set(window, cancel)
    try {
      return await search(cancel.signal)
    } finally {
      if (this.#last.get(window) === cancel) this.#last.delete(window)
    }
  }
}

/**
 * Looks for files of a session's folder, or of one in which none works yet, as the person types their names. A newer search of a window ends the one
 * before it, which finds nothing, and none takes longer than a few seconds. A path with hidden characters is left out: in a message it could
 * say what nobody sees. What is no whole path holds nothing.
 */
export function findFiles(parts: { readonly engine: EngineService; readonly searchFiles: SearchFiles }): {
  [C in 'files.search' | 'folder.files']: (request: RequestOf<C>) => Promise<ResponseOf<C>>
} {
  const searches = new Searches()
  const search = (query: string, window = '', where: () => Promise<string>): Promise<{ paths: string[] }> =>
    searches.run(window, async (newer) => {
      const signal = AbortSignal.any([newer, AbortSignal.timeout(limitMs)])
      const folder = await where()
      if (signal.aborted || !isAbsolute(folder)) return { paths: [] }
      const found = await parts.searchFiles(query, [folder], signal)
      return {
        paths: found
          .map(({ path }) => path)
          .filter((path) => !hidden.test(path))
          .slice(0, mostPaths),
      }
    })
  return {
    'files.search': ({ sessionId, query, window }) =>
      search(query, window, async () => (await sessionOf(parts.engine, sessionId)).cwd),
    'folder.files': ({ path, query }) => search(query, undefined, () => Promise.resolve(path)),
  }
}

/** A session as it is now, also one that is not open. Throws FaultError for one that is not known. */
export async function sessionOf(engine: ShownEngine, sessionId: string): Promise<SessionSummary> {
  const { sessions } = await engine.state()
  const known = sessions.find(({ id }) => id === sessionId)
  if (known) return known
  const there = engine.hosts?.route('session.open', { sessionId, before: 1 })
  return ((await (there ?? engine.openSession(sessionId))) as ResponseOf<'session.open'>).session
}

/** Reads a file of a session's folders for its diff view: the folder that it works in, and those that it may write to. */
export function readFile(
  engine: EngineService,
): (request: RequestOf<'file.read'>) => Promise<ResponseOf<'file.read'>> {
  return async ({ sessionId, path }) => {
    const { cwd, sandboxPolicy: policy } = await sessionOf(engine, sessionId)
    return engine.files.read(path, [cwd, ...(policy.mode === 'workspace-write' ? policy.writable_roots : [])])
  }
}

/** What it takes of a host: see BridgeHost. */
interface OpenParts {
  readonly engine: ShownEngine
  openAddress?(url: string): Promise<void>
}

/**
 * Opens a file in the person's editor: one that is there, lies in the session's folders wherever its links lead, and may be read by
 * commands. Its name can be an agent's word, so nothing else is handed to another program, and that as an address of a known editor alone.
 * A file of a host is looked for there, and opened by the editor's own link to that machine, where it has one.
 */
export function openFile(host: OpenParts): (request: RequestOf<'file.open'>) => Promise<OpenedFile> {
  return async ({ sessionId, path: named, line }) => {
    const { cwd, sandboxPolicy: policy } = await sessionOf(host.engine, sessionId)
    const there = hostOf(sessionId)
    // No folder of a host is one of this machine, whose settings count.
    const opener = openerOf((await host.engine.readSettings(there === undefined ? cwd : undefined)).rows)
    if (opener === 'none') return { kind: 'none', why: 'off' }
    if (there !== undefined)
      return openThere(host, there, { sessionId, opener, line, path: posix.resolve(cwd, named) })
    const path = resolve(cwd, named)
    const roots = [cwd, ...(policy.mode === 'workspace-write' ? policy.writable_roots : [])]
    const file = await host.engine.files.read(path, roots)
    return whyNot(file) ?? openAt(host, editorUrl(opener, path, line))
  }
}

/** Why a file is not opened, from what was read of it; undefined: it can be. */
const whyNot = (file: ResponseOf<'file.read'>): OpenedFile | undefined =>
  file.kind === 'none' && file.why !== 'large' && file.why !== 'no-text'
    ? { kind: 'none', why: file.why === 'missing' ? 'missing' : 'closed' }
    : undefined

async function openAt(host: OpenParts, address: string): Promise<OpenedFile> {
  const url = EditorUrl.parse(address)
  if (host.openAddress === undefined) return { kind: 'link', url }
  await host.openAddress(url)
  return { kind: 'opened' }
}

async function openThere(
  host: OpenParts,
  name: string,
  file: RequestOf<'file.open'> & { readonly opener: Exclude<FileOpener, 'none'> },
): Promise<OpenedFile> {
  const { hosts } = host.engine
  const { sessionId, path, line, opener } = file
  const read = (await hosts?.route('file.read', { sessionId, path })) as ResponseOf<'file.read'>
  const not = whyNot(read)
  if (not !== undefined) return not
  const destination = hosts?.sshDestination(name)
  if (destination === undefined) return { kind: 'elsewhere', path }
  return openAt(host, remoteEditorUrl(opener, { destination, path, line }))
}

function openerOf(rows: readonly { readonly key: string; readonly value: unknown }[]): FileOpener {
  const known = FileOpener.safeParse(rows.find(({ key }) => key === 'file_opener')?.value)
  return known.success ? known.data : 'vscode'
}

/** So many places of one session are told. */
const mostPlaces = 500

/** What is read out of records for one connection: a session at a glance, the search in one, and that through all, where a newer one of a window ends the one before it. */
export function findTexts(engine: EngineService): {
  readonly 'session.overview': (
    request: RequestOf<'session.overview'>,
  ) => Promise<ResponseOf<'session.overview'>>
  readonly 'session.find': (request: RequestOf<'session.find'>) => Promise<ResponseOf<'session.find'>>
  readonly 'records.find': (request: RequestOf<'records.find'>) => Promise<ResponseOf<'records.find'>>
} {
  const searches = new Searches()
  return {
    'session.overview': async ({ sessionId }) => overviewOf((await engine.openSession(sessionId)).events),
    'session.find': async ({ sessionId, text }) => {
      const { events } = await engine.openSession(sessionId)
      const { found, more } = findInEvents(events, text, mostPlaces)
      return { found: [...found], more }
    },
    'records.find': async ({ text, cursor, host, window = '' }) => {
      if (host !== undefined) throw noSuchHost(host)
      if (text === '') {
        searches.end(window)
        return { sessions: [] }
      }
      return searches.run(window, async (newer) => {
        const { sessions, ...rest } = await engine.home.records.find(text, cursor, newer)
        return { sessions: [...sessions], ...rest }
      })
    },
  }
}
