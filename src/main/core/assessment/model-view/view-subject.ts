import type { Evidence } from '@shared/domain/evidence'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { ModelsView } from '@shared/domain/session'

/**
 * One checked fact: a label of our own, and a value that may hold names from the file system. Not `known`: it could not
 * be established, and the value says why.
 */
export interface FactRow {
  readonly label: string
  readonly value: string
  readonly known: boolean
}

/** A text that would really run: a script, a package script, a recipe. `cut`: it goes on after the last line. */
export interface SeenScript {
  readonly title: string
  readonly lines: readonly { readonly text: string }[]
  readonly cut: boolean
}

/**
 * What a view is wanted of. `command` is the argv as the agent gave it; for what is no command (a patch, a connection,
 * text for a running process) `content` holds it, and `command` what it belongs to, if anything. `roots` are the
 * writable folders besides `cwd`, absolute. `failure` is how the stopped attempt ended, in words; absent before a run.
 * `provider` and `model` are the session's. `facts` must not hold what changes by itself (ages): they are part of what
 * an answer is remembered under.
 */
export interface ViewSubject {
  readonly sessionId: string
  readonly provider: string
  readonly model: string
  /** What the session says of being asked at all; absent: as configured. */
  readonly modelsView?: ModelsView | undefined
  readonly platform: string
  readonly kind: 'command' | 'patch' | 'network' | 'input' | 'tool'
  readonly command: readonly string[]
  readonly content?: string
  readonly cwd: string
  readonly policy: SandboxPolicy
  readonly roots: readonly string[]
  readonly failure?: string
  readonly evidence: readonly Evidence[]
  readonly facts: readonly FactRow[]
  readonly scripts: readonly SeenScript[]
}
