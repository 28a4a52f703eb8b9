import { z } from 'zod'
import { FolderLook } from '../domain/folder-look'
import { AcpAgentListing } from '../domain/acp-agent-settings'
import { TrustLevel } from '../domain/settings'
import {
  Restored,
  RestoreLook,
  RestoreWay,
  RestoreWish,
  RewindLook,
  RewindWish,
  Undoable,
} from '../domain/turn-restore'
import { WorktreeState } from '../domain/worktree'

const Path = z.string().min(1).max(4096)
const SessionId = z.string().min(1).max(100)
/** On this host, in whose folders it is; absent: on this machine. */
const Host = z.string().min(1).max(60).optional()

/** What a window asks about folders before a session begins in one, and about the worktree of a session. */
export const folderChannels = {
  'folder.pick': {
    request: z.strictObject({}),
    response: z.strictObject({
      kind: z.enum(['picked', 'cancelled', 'unsupported']),
      path: z.string().optional(),
    }),
  },
  /** Folders whose absolute path begins with what is typed, by name in order; none with a character that is not seen. Of a host ~/ counts as its home. */
  'folder.complete': {
    request: z.strictObject({ typed: Path, host: Host }),
    response: z.strictObject({ folders: z.array(z.string()).max(50) }),
  },
  /** Files of a folder in which no session works yet, as `files.search` finds those of one. */
  'folder.files': {
    request: z.strictObject({ path: Path, query: z.string().min(1).max(200) }),
    response: z.strictObject({ paths: z.array(z.string()) }),
  },
  /** The agents of other makers that a session can be begun with. */
  'agents.list': {
    request: z.strictObject({}),
    response: z.strictObject({ agents: z.array(AcpAgentListing) }),
  },
  'folder.look': { request: z.strictObject({ path: Path, host: Host }), response: FolderLook },
  /** Writes to config.toml whether the project that the folder lies in is trusted, and says how it is then. */
  'folder.trust': { request: z.strictObject({ path: Path, trust: TrustLevel }), response: FolderLook },
  'worktree.state': {
    request: z.strictObject({ sessionId: SessionId }),
    response: z.strictObject({ state: WorktreeState.optional() }),
  },
  /** What a turn that is over changed in its folder, as a diff; absent: it is not known. */
  'turn.changes': {
    request: z.strictObject({ sessionId: SessionId, turnNumber: z.int().positive() }),
    response: z.strictObject({ unifiedDiff: z.string().optional() }),
  },
  /** What of a session's folder is otherwise than before its first turn that is kept, as a diff; absent: it is not known. */
  'session.changes': {
    request: z.strictObject({ sessionId: SessionId }),
    response: z.strictObject({ unifiedDiff: z.string().optional() }),
  },
  /** What can be put back in a folder: see UndoableIn of the engine. */
  'restore.list': {
    request: z.strictObject({ path: Path }),
    response: z.strictObject({
      found: z.array(Undoable).max(200),
      left: z.array(z.string()),
      trouble: z.array(z.string()).optional(),
    }),
  },
  /** What of a session's turns, or of one run outside the folder, could be put back now, and doing it. */
  'restore.look': {
    request: z.strictObject({
      sessionId: SessionId,
      way: RestoreWay,
      run: z.string().min(1).max(200).optional(),
    }),
    response: RestoreLook,
  },
  'restore.do': {
    request: RestoreWish.extend({ sessionId: SessionId }).refine(
      ({ turnNumber, run }) => (turnNumber === undefined) !== (run === undefined),
      'either turnNumber or run',
    ),
    response: Restored,
  },
  /** What taking a conversation back to before a turn comes to, with its files and without, and doing it. */
  'rewind.look': {
    request: z.strictObject({ sessionId: SessionId, turnNumber: z.int().positive() }),
    response: RewindLook,
  },
  'rewind.do': { request: RewindWish.extend({ sessionId: SessionId }), response: z.strictObject({}) },
  /** A session in a window of its own; `unsupported` where the window has to open it itself. */
  'window.open': {
    request: z.strictObject({ sessionId: SessionId }),
    response: z.strictObject({ kind: z.enum(['opened', 'unsupported']) }),
  },
}
