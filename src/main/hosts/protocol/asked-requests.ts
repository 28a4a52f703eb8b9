import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { EngineService } from '../../core/engine/engine-service'

/** Stands behind the model's own limit, which is at most a minute (config.toml), so that nobody waits for ever. */
const longestViewMs = 65_000

interface Asked {
  readonly over: AbortController
  /** Settles when the model's view is in, failed or was not asked for, or when the request is over. */
  readonly viewed: PromiseWithResolvers<undefined>
}

/**
 * What a server's client is asked, by the engine's request ids: what takes a question back, and what it waits for. The
 * requests themselves wait in the engine.
 */
export class AskedRequests {
  readonly #asked = new Map<string, Asked>()
  readonly #engine: Pick<EngineService, 'pendingApproval'>

  constructor(engine: Pick<EngineService, 'pendingApproval'>) {
    this.#engine = engine
  }

  /** Follows what the engine tells of requests; every event goes through here, before it is shown. */
  take(event: AgentEvent): void {
    if (event.type === 'approval.requested') {
      const asked = { over: new AbortController(), viewed: Promise.withResolvers<undefined>() }
      this.#asked.set(event.request.id, asked)
      if (event.request.assessment.view.status !== 'waiting') asked.viewed.resolve(undefined)
    }
    if (event.type === 'approval.assessed' && event.update.view.status !== 'waiting')
      this.#asked.get(event.requestId)?.viewed.resolve(undefined)
    if (event.type === 'approval.resolved') {
      const asked = this.#asked.get(event.request.id)
      this.#asked.delete(event.request.id)
      asked?.viewed.resolve(undefined)
      asked?.over.abort(new Error('the request is over'))
    }
  }

  /** Aborted when the request is over; undefined when it is already. */
  over(requestId: string): AbortSignal | undefined {
    return this.#asked.get(requestId)?.over.signal
  }

  /** The request as it is now. */
  now(request: ApprovalRequest): ApprovalRequest {
    return this.#engine.pendingApproval(request.id) ?? request
  }

  /** The request once the model's view of it is in, nothing more comes of it, or it took too long. */
  async viewed(request: ApprovalRequest): Promise<ApprovalRequest> {
    const asked = this.#asked.get(request.id)
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise((resolve) => {
      timer = setTimeout(resolve, longestViewMs)
    })
    if (asked) await Promise.race([asked.viewed.promise, limit])
    clearTimeout(timer)
    return this.now(request)
  }
}
