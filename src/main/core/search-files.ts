/** One file that a search found. `path` is relative to `root`; `indices` are the characters of it that matched. */
export interface FoundFile {
  readonly root: string
  readonly path: string
  readonly name: string
  /** 0 to 1000, 1000 for the very same. */
  readonly score: number
  readonly indices: readonly number[]
}

/** Finds files by some characters of their paths, the best first and not many. Resolves with none once aborted. Never throws. */
export type SearchFiles = (
  query: string,
  roots: readonly string[],
  signal: AbortSignal,
) => Promise<readonly FoundFile[]>
