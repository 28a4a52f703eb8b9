import type { HookAgent } from '@shared/domain/hook-agent'
import type { HookEvent } from './hook-gateway/hook-body'

/** Whose settings: the person's own, or those of one project. */
export type HookScope = 'user' | 'project'

/** One settings file of an agent that hooks are put into. */
export interface HookTarget {
  readonly agent: HookAgent
  readonly scope: HookScope
}

/** How an agent reaches the hook gateway: by itself, or by a program of ours that it starts. */
export type HookWay =
  | { readonly kind: 'http'; readonly port: number; readonly token: string }
  | { readonly kind: 'program'; readonly command: string }

/** What is put there: for these events, this way. */
export interface WantedHooks {
  readonly way: HookWay
  readonly events: readonly HookEvent[]
}

/** A change of a settings file that has not been made. Undefined: there is no file (any more). Both alike: nothing is to change. */
export interface HookChange {
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The settings files of agents of other makers, as far as their hooks go. */
export interface HookSettings {
  /** What would become of the file; `hooks` undefined: without ours. Throws FaultError `bad-request` for a file that cannot be read as what it is. */
  plan(target: HookTarget, hooks: WantedHooks | undefined): Promise<HookChange>
  /** Makes the change. Throws FaultError `bad-request` where the file is not any more what was planned on, `store-failed` where it cannot be written. */
  make(change: HookChange): Promise<void>
  /** How the hooks that are ours reach the hook gateway; [] when there are none. Throws as `plan` does. */
  installed(target: HookTarget): Promise<readonly HookWay[]>
}
