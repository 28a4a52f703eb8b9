import type { ApprovalRequest } from '@shared/domain/approval'

/**
 * The requests that wait, each in its latest form. Whoever shows one can wait here until the model's view of it is in,
 * or until nobody needs it any more.
 */
export class PendingApprovals {
  readonly #latest = new Map<string, ApprovalRequest>()
  readonly #waiting = new Map<string, Set<() => void>>()

  /** Takes a request as the engine tells of it: new, with more of its assessment, or answered. */
  note(request: ApprovalRequest): void {
    if (request.state === 'pending') this.#latest.set(request.id, request)
    else this.#latest.delete(request.id)
    if (request.state === 'pending' && request.assessment.view.status === 'waiting') return
    for (const wake of this.#waiting.get(request.id) ?? []) wake()
    this.#waiting.delete(request.id)
  }

  /** The request as it is now; undefined when it does not wait (any more). */
  get(requestId: string): ApprovalRequest | undefined {
    return this.#latest.get(requestId)
  }

  /** Resolves when the model's view is in, failed or was not asked for, when the request is over, or after the limit. */
  settled(requestId: string, limitMs: number): Promise<void> {
    const known = this.#latest.get(requestId)
    if (known?.assessment.view.status !== 'waiting') return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs)
      const waiting = this.#waiting.get(requestId) ?? new Set()
      waiting.add(() => {
        clearTimeout(timer)
        resolve()
      })
      this.#waiting.set(requestId, waiting)
    })
  }
}
