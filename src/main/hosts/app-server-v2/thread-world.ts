import type { EngineService } from '../../core/engine/engine-service'
import type { Log } from '../../core/ports/system'
import type { Connection } from '../app-server/client-connection'
import type { Emitted } from './protocol/notifications'

/** What a thread needs of the server around it. `tell` hands one notification to the client. */
export interface ThreadWorld {
  readonly engine: EngineService
  readonly log: Log
  readonly ask: Connection['ask']
  readonly emit: (reported: Emitted) => void
}
