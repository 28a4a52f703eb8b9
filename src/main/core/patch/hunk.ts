/** One line of an update: kept, taken out or put in, without its prefix and its line ending. */
export interface ChunkLine {
  readonly kind: 'context' | 'remove' | 'add'
  readonly text: string
}

/**
 * One place in a file. `anchors` are the texts after `@@`, each to be found after the one before (empty: none given).
 * `atEnd` says that the lines are the file's last. `line` is where the chunk begins in the patch, counted from 1.
 */
export interface Chunk {
  readonly anchors: readonly string[]
  readonly lines: readonly ChunkLine[]
  readonly atEnd: boolean
  readonly line: number
}

/** What a patch asks for one file. Paths are as the patch wrote them; an update without chunks only moves. */
export type Hunk =
  | { readonly kind: 'add'; readonly path: string; readonly content: string; readonly line: number }
  | { readonly kind: 'delete'; readonly path: string; readonly line: number }
  | {
      readonly kind: 'update'
      readonly path: string
      readonly moveTo: string | undefined
      readonly chunks: readonly Chunk[]
      readonly line: number
    }
