import type { HookSettings } from './hook-settings'
import type { TextDiff } from './ports'

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
