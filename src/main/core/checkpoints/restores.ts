import type {
  Restored,
  RestoreLook,
  RestoreWay,
  RestoreWish,
  RewindLook,
  RewindWish,
  Undoable,
} from '@shared/domain/turn-restore'

/**
 * What can be taken back or done again in a folder and below it, of its last sessions, the latest first. `left`: what stayed as it is when restores of
 * the folder, or below it, or of what its runs wrote outside, were taken back that had been broken off: whole readable paths, which are told once, here
 * or by a look. `trouble`: why nothing can be told of folders that are there, a sentence each.
 */
export interface UndoableIn {
  readonly found: readonly Undoable[]
  readonly left: readonly string[]
  readonly trouble?: readonly string[] | undefined
}

/** What a person can have put back of a session's turns. */
export interface Restores {
  /**
   * What could be put back now: of the session's turns, or of one `run` of it outside the folder; what is being put back in the session just
   * then is waited for. Throws FaultError for a session that cannot be read.
   */
  look(sessionId: string, way: RestoreWay, run?: string): Promise<RestoreLook>
  /** What can be put back in a folder, by its absolute path. Throws FaultError `bad-request` for one that is not there. */
  list(folder: string): Promise<UndoableIn>
  /**
   * Puts back what was looked at, whole or not at all, and tells it in the session; the model hears of it with the next message. Throws
   * FaultError `turn-running` while a session works in the folder, `bad-request` where it is another turn's by now, or no run of this session; nothing was changed then.
   */
  restore(sessionId: string, wish: RestoreWish): Promise<Restored>
  /**
   * What a turn that is over changed in the session's folder, as a diff; without a number what the folder is by now, beside what it was before
   * the first turn that is kept, whoever changed it. Undefined: it is not known. Of files that may hold secrets it has no line. Throws FaultError
   * for a session that cannot be read.
   */
  changes(sessionId: string, turnNumber?: number): Promise<string | undefined>
  /** What taking the conversation back to before a turn comes to, and its folder. Throws FaultError for a session that cannot be read. */
  lookRewind(sessionId: string, turnNumber: number): Promise<RewindLook>
  /**
   * Takes the conversation back to before a turn, with what was looked at of the folder or without, both or neither, and tells it in the
   * session; what those turns left working ends, and so do grants that were given in them. Throws FaultError `turn-running` while a turn of the
   * session runs, and for files while a session works in the folder; `bad-request` for an agent's session, where other turns would go than were shown, and where nothing is kept of the files; `store-failed`.
   */
  rewind(sessionId: string, wish: RewindWish): Promise<void>
}
