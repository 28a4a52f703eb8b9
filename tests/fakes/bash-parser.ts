import type { ShellParser } from '../../src/main/core/shell/parse'
import { createShellParser } from '../../src/main/core/shell/shell-parser'
import { bashTrees } from './bash-trees'

/** The real reading of scripts over the real grammar. */
export const bashParser = (): ShellParser => createShellParser(bashTrees)
