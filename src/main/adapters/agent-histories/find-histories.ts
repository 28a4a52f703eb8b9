import { lstat, opendir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { HistoryAgent } from '@shared/domain/replay'
import type {
  FindHistories,
  FoundHistories,
  HistoryEntry,
  HistoryQuestion,
} from '../../core/ports/agent-histories'
import { LineCutter, tooLong } from '../../core/text/line-cutter'
import { readPieces } from '../regular-file/read-pieces'
import { isClaudeCode, readClaudeCodeLine } from './claude-code-lines'
import { isCodex, readCodexLine } from './codex-lines'
import { HistoryState, KnownCalls, objectOf, parsed } from './history-lines'

/** No line of a history is longer but one with a picture, which says nothing of a command. */
const maxLineBytes = 16 * 1024 * 1024
const pieceBytes = 256 * 1024
/** Folders inside one another beyond this depth, and more files than this, are no history. */
const maxDepth = 12
const maxFiles = 200_000

interface HistoryFile {
  readonly path: string
  readonly bytes: number
}

/** The folders of the agents of this user, and of this program. */
export interface HistoryHomes {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly own: string
}

function ownFolders(agent: HistoryAgent, { home, env, own }: HistoryHomes): readonly string[] {
  switch (agent) {
    case 'claude-code':
      return [join(env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'), 'projects')]
    case 'codex': {
      const folder = env['CODEX_HOME'] ?? join(home, '.codex')
      return [join(folder, 'sessions'), join(folder, 'archived_sessions')]
    }
    case 'countersign':
      return [join(own, 'sessions'), join(own, 'archived_sessions')]
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown reason'

/** Every history in a folder and below it; links are not followed. A folder that cannot be read has none. */
async function* filesIn(folder: string, depth = 0): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(() => undefined)
  if (!entries || depth > maxDepth) {
    await entries?.close()
    return
  }
  try {
    for await (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) yield* filesIn(path, depth + 1)
      else if (entry.isFile() && entry.name.endsWith('.jsonl')) yield path
    }
  } catch {
    return // it went while it was read
  }
}

async function* filesAt(path: string): AsyncGenerator<string> {
  const stats = await stat(path).catch((error: unknown) => {
    throw new Error(`${path} cannot be read (${codeOf(error)}); expected a history or a folder of them.`, {
      cause: error,
    })
  })
  if (stats.isDirectory()) yield* filesIn(path)
  else if (stats.isFile()) yield path
  else throw new Error(`${path} is no file and no folder; expected a history or a folder of them.`)
}

const agents: readonly HistoryAgent[] = ['claude-code', 'codex', 'countersign']

/** Finds the histories of a machine, and reads them a line at a time. */
export function createHistories(homes: HistoryHomes): FindHistories {
  return async (question) => {
    const files: HistoryFile[] = []
    const take = async (path: string): Promise<void> => {
      const stats = await lstat(path).catch(() => undefined)
      if (!stats || (question.since !== undefined && stats.mtimeMs < question.since)) return
      if (files.length < maxFiles) files.push({ path, bytes: stats.size })
    }
    for (const path of question.paths) for await (const file of filesAt(resolve(path))) await take(file)
    if (question.paths.length === 0)
      for (const agent of question.from === undefined ? agents : [question.from])
        for (const folder of ownFolders(agent, homes))
          for await (const file of filesIn(folder)) await take(file)
    return found(files, question)
  }
}

function found(files: readonly HistoryFile[], question: HistoryQuestion): FoundHistories {
  return {
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    async *read(signal) {
      const known = new KnownCalls()
      const piece = Buffer.allocUnsafe(pieceBytes)
      for (const file of files) {
        if (signal.aborted) return
        yield* entriesOf(file, { known, piece }, question)
      }
    },
  }
}

async function* entriesOf(
  { path }: HistoryFile,
  { known, piece: memory }: { readonly known: KnownCalls; readonly piece: Buffer },
  { from, since }: HistoryQuestion,
): AsyncGenerator<readonly HistoryEntry[]> {
  const state = new HistoryState(known, since)
  const wanted = (): readonly HistoryEntry[] => {
    const entries = state.entries.splice(0)
    const isWanted = (entry: HistoryEntry): boolean =>
      entry.kind === 'session' ? entry.agent === from : entry.kind !== 'action' || entry.action.agent === from
    return from === undefined ? entries : entries.filter(isWanted)
  }
  const lines = new LineCutter(maxLineBytes)
  try {
    for await (const piece of readPieces(path, memory)) {
      for (const line of lines.push(piece)) readLine(line, state)
      yield [...wanted(), { kind: 'bytes', bytes: piece.length }]
    }
    for (const line of lines.end()) readLine(line, state)
  } catch {
    yield [{ kind: 'unopened' }]
  }
  state.end()
  yield wanted()
}

/** Takes up one line. Nothing is done for what it says but to keep it, bounded. */
function readLine(line: Buffer | typeof tooLong, state: HistoryState): void {
  if (line === tooLong) {
    state.unreadable('too-long')
    return
  }
  if (line.length === 0 || (line.length === 1 && line[0] === 0x0d)) return
  const value = parsed(line.toString('utf8'))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    state.unreadable('torn')
    return
  }
  const fields = objectOf(value)
  if (isClaudeCode(fields)) readClaudeCodeLine(fields, state)
  else if (isCodex(fields)) readCodexLine(fields, state)
}
