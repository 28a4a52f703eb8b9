import { lstat, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ConfigFile } from '@shared/domain/settings'
import type { ProjectDocs } from '../../core/conversation/project-instructions'
import type { PlaceJudge, ReadLimits } from '../../core/ports/read-files'
import type { Log } from '../../core/ports/system'
import { isWithin } from '../../core/shell/paths'
import { readJudgedFile } from '../regular-file/read-regular-file'

/**
 * `home` is ours; `config` says how many bytes all files of a project may have together, what else they are called, and what the person asks
 * for before any file. `limits`: what commands may not read is in no project's instructions either.
 */
export interface ProjectDocsSettings {
  readonly home: string
  readonly config: Pick<
    ConfigFile,
    'project_doc_max_bytes' | 'project_doc_fallback_filenames' | 'instructions'
  >
  readonly log: Log
  readonly limits: ReadLimits
}

/** A file of a project's instructions as it is given to an agent. */
export interface FoundDocument {
  readonly path: string
  readonly text: string
  readonly bytes: number
}

/** The instructions, and the project's own files among them, outermost folder first. */
export interface FoundDocs extends ProjectDocs {
  documents(cwd: string): Promise<readonly FoundDocument[]>
}

const userMaxBytes = 32 * 1024
const defaultMaxBytes = 32 * 1024

/**
 * The instructions of docs/spec/records.md: of each folder from the repository's root down to cwd the first of
 * AGENTS.override.md, AGENTS.md and the fallback names, joined, with the user's own AGENTS.md before them. Without a
 * repository of the person's only cwd is looked at. What is refused (a link out, what commands may not read, a device, binary) is in the log, and
 * the next name counts.
 */
export function createProjectDocs({ home, config, log, limits }: ProjectDocsSettings): FoundDocs {
  const names = ['AGENTS.override.md', 'AGENTS.md', ...(config.project_doc_fallback_filenames ?? [])]

  async function firstOf(folder: string, place: Place, limit: number) {
    for (const name of names) {
      const found = await readDocument(join(folder, name), place, limit)
      if (found.kind === 'text' && found.text.trim() !== '') return { ...found, path: join(folder, name) }
      if (found.kind === 'refused') log.error(`${join(folder, name)} is not used: ${found.reason}`)
    }
    return undefined
  }

  async function documents(cwd: string): Promise<readonly FoundDocument[]> {
    const folders = await foldersDownTo(cwd)
    const root = folders[0] ?? cwd
    const place = { root, judge: limits.judge([root]) }
    const parts: FoundDocument[] = []
    let left = config.project_doc_max_bytes ?? defaultMaxBytes
    for (const folder of folders) {
      if (left <= 0) break
      const found = await firstOf(folder, place, left)
      if (!found) continue
      parts.push(found)
      left -= found.bytes
    }
    return parts
  }

  async function project(cwd: string): Promise<string | undefined> {
    const parts = await documents(cwd)
    return parts.length === 0 ? undefined : parts.map(({ text }) => text.trim()).join('\n\n')
  }

  return {
    documents,
    async read(cwd) {
      const own = await readDocument(join(home, 'AGENTS.md'), { root: home }, userMaxBytes)
      if (own.kind === 'refused') log.error(`${join(home, 'AGENTS.md')} is not used: ${own.reason}`)
      const said = [config.instructions ?? '', own.kind === 'text' ? own.text : ''].map((each) => each.trim())
      const user = said.filter((each) => each !== '').join('\n\n')
      return { user: user === '' ? undefined : user, project: await project(cwd) }
    },
  }
}

/** A document's text, and the bytes that were read for it; or why there is none. */
type Document =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly reason: string }

/** Where a document may lie: below `root` (absolute, real), and nowhere that `judge` has for closed to commands. */
interface Place {
  readonly root: string
  readonly judge?: PlaceJudge
}

/**
 * The beginning of a regular file, at most `limit` bytes and whole characters. A link is followed only to a place that a document may lie in;
 * devices, pipes and folders are refused. Never throws.
 */
async function readDocument(path: string, { root, judge }: Place, limit: number): Promise<Document> {
  try {
    const read = await readJudgedFile(path, { limit, links: 'follow' }, async (file) => {
      if (!file) return 'it cannot be told where it lies'
      if (!isWithin(file.realPath, root)) return 'it is a link that leads out of the project'
      return (await judge?.standing(file)) === 'closed' ? 'it lies where commands may not read' : undefined
    })
    if (read.kind === 'refused') return refused(read.reason)
    if (read.kind !== 'read') return refused('it is no regular file')
    const { bytes } = read
    if (bytes.includes(0)) return refused('it is a binary file')
    // A cut in the middle of a character leaves an incomplete end, which `stream` keeps back.
    return { kind: 'text', text: new TextDecoder().decode(bytes, { stream: true }), bytes: bytes.length }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { kind: 'missing' }
      : refused(`it cannot be read (${code})`)
  }
}

const refused = (reason: string): Document => ({ kind: 'refused', reason })

/** The folders from the repository's root (the nearest with `.git`) down to cwd; cwd alone without one, and below one that others can make or change. */
async function foldersDownTo(cwd: string): Promise<string[]> {
  const folders: string[] = []
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.unshift(folder)
    const marked = await lstat(join(folder, '.git')).then(
      ({ uid }) => ({ uid }),
      () => undefined, // no repository here: look further up
    )
    if (marked) return (await isTheirs(folder, marked.uid, cwd)) ? folders : [cwd]
    if (dirname(folder) === folder) return [cwd]
  }
}

/** Whether nobody can have made a repository of this folder, or can put files into it, but root, this user and whose `cwd` is. */
async function isTheirs(folder: string, maker: number, cwd: string): Promise<boolean> {
  const me = process.getuid?.()
  if (me === undefined || folder === cwd) return true
  try {
    const [own, at] = await Promise.all([stat(cwd), stat(folder)])
    const trusted = [0, me, own.uid]
    return trusted.includes(maker) && trusted.includes(at.uid) && (at.mode & 0o002) === 0
  } catch {
    return false // gone meanwhile
  }
}
