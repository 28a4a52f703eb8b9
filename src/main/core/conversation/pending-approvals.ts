import type { ApprovalRequest } from '@shared/domain/approval'
import type { SessionSummary } from '@shared/domain/session'
import type { EngineNotice } from '../engine-service'
import type { SessionRecord } from './session-record'

type Row = Pick<SessionSummary, 'status' | 'pendingApprovals' | 'activity'>

/** What one session waits for a person to decide, as its record and its row tell it. */
export class PendingApprovals {
  readonly #waiting = new Set<string>()
  readonly #record: SessionRecord
  readonly #publish: (notice: EngineNotice) => void
  readonly #update: (row: Row) => void

  constructor(record: SessionRecord, publish: (notice: EngineNotice) => void, update: (row: Row) => void) {
    this.#record = record
    this.#publish = publish
    this.#update = update
  }

  /** Puts a request on record, then tells of it. Rejects with `store-failed`, and then it does not count. */
  async record(request: ApprovalRequest): Promise<void> {
    const pending = request.state === 'pending'
    await this.#record.emitRecorded({ type: pending ? 'approval.requested' : 'approval.resolved', request })
    if (pending) this.#waiting.add(request.id)
    else this.#waiting.delete(request.id)
    this.#publish({ kind: 'approval', request })
    this.#update({
      status: this.#waiting.size > 0 ? 'needs-you' : 'running',
      pendingApprovals: this.#waiting.size,
      activity: pending ? request.effect : 'Thinking',
    })
  }
}
