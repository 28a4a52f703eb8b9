import type { HookAgent } from '@shared/domain/hook-agent'

/** A file in which an agent keeps what it may do unasked. `folder`: the project that it is for; absent: all. Its text is untrusted. */
export interface PermissionFile {
  readonly agent: HookAgent
  readonly path: string
  readonly text: string
  readonly folder?: string
}

/** Finds them. `paths` empty: those of this user's own. Rejects with a one-line error for a path that is not there, or no such file. */
export type FindPermissions = (question: {
  readonly from?: HookAgent | undefined
  readonly paths: readonly string[]
}) => Promise<readonly PermissionFile[]>
