import { lstat, realpath } from 'node:fs/promises'
import { dirname, join, isAbsolute, relative } from 'node:path'
import type { ConfigFile } from '@shared/domain/settings'
import type { ProjectDocs } from '../../core/conversation/project-instructions'
import type { Log } from '../../core/ports/system'
import { readRegularFile } from '../regular-file/read-regular-file'

/**
 * `home` is ours; `config` says how many bytes all files of a project may have together, what else they are called, and what the person asks
 * for before any file.
 */
export interface ProjectDocsSettings {
  readonly home: string
  readonly config: Pick<
    ConfigFile,
    'project_doc_max_bytes' | 'project_doc_fallback_filenames' | 'instructions'
  >
  readonly log: Log
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
 * repository only cwd is looked at. What is refused (a link out, a device, binary) is in the log, and the next name counts.
 */
export function createProjectDocs({ home, config, log }: ProjectDocsSettings): FoundDocs {
  const names = ['AGENTS.override.md', 'AGENTS.md', ...(config.project_doc_fallback_filenames ?? [])]

  async function firstOf(folder: string, root: string, limit: number) {
    for (const name of names) {
      const found = await readDocument(join(folder, name), root, limit)
      if (found.kind === 'text' && found.text.trim() !== '') return { ...found, path: join(folder, name) }
      if (found.kind === 'refused') log.error(`${join(folder, name)} is not used: ${found.reason}`)
    }
    return undefined
  }

  async function documents(cwd: string): Promise<readonly FoundDocument[]> {
    const folders = await foldersDownTo(cwd)
    const parts: FoundDocument[] = []
    let left = config.project_doc_max_bytes ?? defaultMaxBytes
    for (const folder of folders) {
      if (left <= 0) break
      const found = await firstOf(folder, folders[0] ?? cwd, left)
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
      const own = await readDocument(join(home, 'AGENTS.md'), home, userMaxBytes)
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

/**
 * The beginning of a regular file, at most `limit` bytes and whole characters. A link is followed only to a place below
 * `root` (absolute, real); devices, pipes and folders are refused. Never throws.
 */
async function readDocument(path: string, root: string, limit: number): Promise<Document> {
  try {
    const real = await realpath(path)
    const below = relative(root, real)
    if (below.startsWith('..') || isAbsolute(below))
      return refused('it is a link that leads out of the project')
    // A link may have taken the place meanwhile.
    const read = await readRegularFile(real, { limit, links: 'refuse' })
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

/** The folders from the repository's root (the nearest with `.git`) down to cwd; cwd alone without one. */
async function foldersDownTo(cwd: string): Promise<string[]> {
  const folders: string[] = []
  for (let folder = cwd; ; folder = dirname(folder)) {
    folders.unshift(folder)
    const marked = await lstat(join(folder, '.git')).then(
      () => true,
      () => false, // no repository here: look further up
    )
    if (marked) return folders
    if (dirname(folder) === folder) return [cwd]
  }
}
