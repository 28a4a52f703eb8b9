import type { RehearsalChange } from '@shared/domain/rehearsal'

/** How many files go with a change, and how many of them neither git has as they are nor this session made. */
export interface GoneFiles {
  readonly files: number
  readonly unsaved: number
  /**
   * Of the unsaved those that no checkpoint keeps as they are: git ignores them, as far as its rules are read here, or somebody changed them since the folder was kept.
   * Which of the others it has, its store alone knows. Absent: not known.
   */
  readonly ignored?: number
  /** Of the unsaved those that a patch of this session added, and that are as it left them: no checkpoint need have them. Absent: none. */
  readonly added?: number
}

/** Looks at what would be deleted, while it is still there. */
export interface GoneFilesReader {
  /**
   * Of each deletion and move what goes with it, and of what is written over that file; undefined where it could not be counted to its end, and for what is new. `roots` are the
   * session's folders; `since`: when its folder was begun to be kept, in milliseconds since the epoch. Absent: it is not asked what came later.
   */
  count(
    changes: readonly RehearsalChange[],
    of: { readonly session: string; readonly roots: readonly string[]; readonly since?: number | undefined },
  ): Promise<(change: RehearsalChange) => GoneFiles | undefined>
  /**
   * The first thing that a change replaces, or takes away, and that somebody touched at this moment (milliseconds since the epoch) or later: what ran
   * on copies may not have seen that. What cannot be looked at to its end counts as touched. Undefined: nothing was.
   */
  touchedSince(changes: readonly RehearsalChange[], since: number): Promise<string | undefined>
  /**
   * Of these those that lie there and that nobody but sessions has touched since then (milliseconds since the epoch, undefined: none): what they are now a
   * checkpoint has, so that they may be written over again. Never rejects.
   */
  untouched(paths: readonly string[], since: number | undefined): Promise<readonly string[]>
  /**
   * The session has just made these files: they are its own for as long as nobody touches them. `over`: it has written over them, as nobody else
   * has since its folder was kept; `added`: a patch of it made them. Never rejects.
   */
  made(session: string, paths: readonly string[], how?: 'new' | 'over' | 'added'): Promise<void>
}
