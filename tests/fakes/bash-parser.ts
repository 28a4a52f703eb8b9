import { createShellTreeReader } from '../../src/main/adapters/shell-parser/shell-tree-reader'
import type { ShellParser } from '../../src/main/core/shell/parse'
import { createShellParser } from '../../src/main/core/shell/shell-parser'

/** The real reading of scripts over the real grammar. */
export const bashParser = (): ShellParser => createShellParser(createShellTreeReader())
