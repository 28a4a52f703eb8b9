import { Worktrees } from '../../src/main/core/worktrees/worktrees'

const none = (): Promise<never> => Promise.reject(new Error('no worktrees here'))

/** A machine on which git cannot be run. */
export const noWorktrees = new Worktrees(() => Promise.resolve({ kind: 'failed', reason: 'no git here' }), {
  ensure: none,
  holds: none,
  removeEmpty: none,
  removeTree: none,
  real: none,
})
