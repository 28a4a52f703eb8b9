import { allow } from '../policy/permit'
import type { RunSpec } from '../ports/sandbox'

/** A run as a turn's ordinary commands have it in this folder, for asking about such runs. It is never to be started. */
export function commandLike(of: Pick<RunSpec, 'cwd' | 'policy' | 'env'>): RunSpec {
  return {
    ...of,
    workspace: of.cwd,
    permit: allow('policy-sandboxed'),
    command: ['true'],
    timeoutMs: 10_000,
    inTurn: true,
  }
}
