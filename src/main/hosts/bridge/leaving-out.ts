import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { ShownEngine } from '../../core/host-link/with-hosts'

/** So long what a window left out holds without it: one that is loaded anew, or has lost its line, is back by then, and says it again. */
const backWithinMs = 30_000

/** What one window leaves out of requests that wait. */
export interface LeavingOut {
  /** Takes what the window says of one request. */
  readonly say: (said: RequestOf<'approval.leaves-out'>) => Promise<ResponseOf<'approval.leaves-out'>>
  /** The window is gone, or begins anew: what it left out holds for a moment more, so that no grant and no rule answers the whole while it comes back. */
  readonly end: () => void
}

/** Begins with nothing left out. */
export function leavingOut(engine: Pick<ShownEngine, 'leavesOut'>): LeavingOut {
  let who = {}
  let of = new Set<string>()
  return {
    say: ({ requestId, some }) => {
      if (engine.leavesOut(requestId, who, some) && some) of.add(requestId)
      else of.delete(requestId)
      return Promise.resolve({})
    },
    end: () => {
      if (of.size === 0) return
      const before = { who, of }
      who = {}
      of = new Set()
      setTimeout(() => {
        for (const requestId of before.of) engine.leavesOut(requestId, before.who, false)
      }, backWithinMs).unref()
    },
  }
}
