import type { HookAgent } from '@shared/domain/hook-agent'
import type { HookEvent } from '../hook-gateway/hook-body'
import type { TextDiff } from './patch-files'

/** Whose settings: the person's own, or those of one project. */
export type HookScope = 'user' | 'project'

/** One settings file of an agent that hooks are put into. */
export interface HookTarget {
  readonly agent: HookAgent
  readonly scope: HookScope
}

/** How an agent reaches the hook gateway: by itself, or by a program of ours that it starts. */
export type HookWay =
  | { readonly kind: 'http'; readonly port: number; readonly token: string; readonly retriesOnly?: true }
  | { readonly kind: 'program'; readonly command: string }

/** What is put there: for these events, this way. `retries`: before a call nobody is asked, and only what was allowed after a refusal let through. */
export interface WantedHooks {
  readonly way: HookWay
  readonly events: readonly HookEvent[]
  readonly retries?: boolean
}

/** A hook of ours that stands in an agent's settings. `event` is its name there. */
export interface InstalledHook {
  readonly event: string
  readonly way: HookWay
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
  /** Whether the agent keeps settings on this machine at all. */
  isThere(target: HookTarget): Promise<boolean>
  /** The hooks that are ours; [] when there are none. Throws as `plan` does. */
  installed(target: HookTarget): Promise<readonly InstalledHook[]>
}

/** Where the hook gateway of a home is reached on this machine, and what whoever asks there has to know. */
export interface HookGatewayPlace {
  /** On 127.0.0.1; 0: none was taken yet. */
  readonly port: number
  readonly token: string
}

/** The hook gateway's place as it is kept in the home, for this user alone. Throws FaultError `store-failed` for a file that others may read or write. */
export interface HookGatewayFile {
  /** Undefined: there is none. */
  read(): Promise<HookGatewayPlace | undefined>
  /** The place there is, or a new one with a new token. */
  open(): Promise<HookGatewayPlace>
  /** Keeps the port, so that what was installed finds the hook gateway again. */
  keep(port: number): Promise<void>
}

/** The hook gateway of a home. */
export interface HookGatewayOfHome {
  readonly file: HookGatewayFile
  /** The settings files of the agents, those of a project in this process's folder. */
  readonly hooks: HookSettings
  readonly diff: Pick<TextDiff, 'hunks'>
  /**
   * For an engine with a window: keeps the hook gateway open for as long as the settings say so, from now on. What keeps it from being opened is
   * logged, and tried again when the settings are read anew. The returned function closes it.
   */
  readonly keepOpen: () => () => Promise<void>
}
