import type { RemoteRun } from '@shared/domain/remote-run'

/**
 * Frames to another process. `send` is false for one that is too large, which was not sent. `drop` ends it with what is under way lost: for one
 * that does not read. After the end nothing happens.
 */
export interface RunLine {
  send(frame: unknown): boolean
  end(): void
  drop(): void
}

/** What takes the frames of another process, as text that nobody has looked at, and its end, which is told once. */
export interface LineEnd {
  take(text: string): void
  over(): void
}

/**
 * The way between processes of one home. Both ends have shown that they are this user's before either hears of the other; a stranger
 * gets no word. Nothing of what comes over it is checked beyond its size.
 */
export interface WindowTransport {
  /**
   * Lets others in until `close`. Throws an error of one line where that cannot be safe or cannot be at all, and then nobody is let in.
   */
  listen(arrive: (from: RemoteRun, line: RunLine) => LineEnd): Promise<{ close(): void }>
  /**
   * Tells of every open window that is not named in `skip`, the newest first, and resolves when all have been tried: with a line for each
   * that was refused. Never rejects.
   */
  find(
    from: RemoteRun,
    skip: ReadonlySet<string>,
    meet: (name: string, line: RunLine) => LineEnd,
  ): Promise<readonly string[]>
}
