/** One node of a shell script's syntax tree. `start` and `end` are offsets in the script, in UTF-16 units. */
export interface ShellNode {
  readonly type: string
  readonly field: string | undefined
  readonly start: number
  readonly end: number
  readonly children: readonly ShellNode[]
}

/**
 * The tree of one script. `broken` says that part of it could not be parsed; what could be is there all the same, so
 * that a floor can be kept.
 */
export interface ShellTree {
  readonly root: ShellNode
  readonly broken: boolean
}

/**
 * Parses bash text into its tree without running anything. Undefined when the text is longer or more deeply nested
 * than the reader takes on. Never throws for what the text holds.
 */
export interface ShellTreeReader {
  tree(script: string): Promise<ShellTree | undefined>
}
