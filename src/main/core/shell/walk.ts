import type { Frame, GraphBuilder } from './graph-builder'
import type { Scope } from './scope'

/** What walking needs besides the node: where its text stands, the shell's state, and where commands are collected. */
export interface Walk {
  readonly frame: Frame
  readonly scope: Scope
  readonly builder: GraphBuilder
}

/** The ids of commands whose output is the output of what was walked, in order. */
export type Ids = readonly number[]
