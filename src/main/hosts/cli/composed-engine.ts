import type { RunTyped } from '../../core/commands/run-typed'
import type { EngineService } from '../../core/engine/engine-service'
import type { KeyStore } from '../../core/ports/key-store'
import type { Ids, Log } from '../../core/ports/system'
import type { SearchFiles } from '../../core/ports/read-files'
import type { ConfigFlags } from '../../core/settings/settings-store'
import type { ShellParser } from '../../core/shell/parse'

/** The key of the provider that new sessions begin with. `variable` undefined: that provider takes none. */
export interface ModelKey {
  readonly variable: string | undefined
  readonly env: NodeJS.ProcessEnv
  readonly keys: KeyStore
}

/** The engine and what else the requests need of the machine. */
export interface AppServerEngine {
  readonly engine: EngineService
  readonly log: Log
  readonly ids: Ids
  readonly modelKey: ModelKey
  readonly runTyped: RunTyped
  readonly searchFiles: SearchFiles
  readonly parser: ShellParser
}

/** What an engine is composed with over the server's own flags. `instructions` stand in place of the built-in ones. */
export interface EngineChoice {
  readonly flags: ConfigFlags
  readonly instructions?: string
}
