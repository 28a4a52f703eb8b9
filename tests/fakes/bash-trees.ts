import { createShellTreeReader } from '../../src/main/adapters/shell-parser/shell-tree-reader'

/** The real grammar, loaded once for all tests of a worker: every reader of its own would compile it again. */
export const bashTrees = createShellTreeReader()
