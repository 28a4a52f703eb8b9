import type { SimpleCommand } from './graph'
import type { Frame, GraphBuilder } from './graph-builder'
import type { Scope } from './scope'
import type { ShellNode } from './shell-tree'
import type { EvaluatedText } from './telling'

/** What walking needs besides the node: where its text stands, the shell's state, and where commands are collected. */
export interface Walk {
  readonly frame: Frame
  readonly scope: Scope
  readonly builder: GraphBuilder
  readonly steps: Steps
}

/**
 * What every part of the reading may go on with. Reading is recursive through all of them (a word holds a command, which runs
 * a script); they are handed on here, so that each file knows only those that it is made of.
 */
export interface Steps {
  /** Walks one node of a script; the ids of commands whose output is the node's output, in order. */
  node(node: ShellNode, walk: Walk): Promise<Ids>
  /** Walks nodes one after the other; what they leave behind in the scope holds for the next. */
  all(nodes: readonly ShellNode[], walk: Walk): Promise<Ids>
  /** Reads a whole script in a frame. */
  script(walk: Walk): Promise<Ids>
  /** Reads texts that the shell reads once more. */
  evaluated(texts: readonly EvaluatedText[], walk: Walk, at: number): Promise<void>
  /** What a command runs in turn. */
  nested(command: SimpleCommand, walk: Walk): Promise<Ids>
}

/** The ids of commands whose output is the output of what was walked, in order. */
export type Ids = readonly number[]
