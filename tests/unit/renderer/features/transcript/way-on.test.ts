import type { ApprovalRequest } from '@shared/domain/approval'
import { emptyOutput, type CommandOutcome } from '@shared/domain/command-outcome'
import type { Evidence } from '@shared/domain/evidence'
import { expect, test } from 'vitest'
import { isStopped } from '../../../../../src/renderer/features/transcript/way-on'
import { emptyTail } from '../../../../../src/renderer/state/output-tail'
import type { Attempt, CallProgress } from '../../../../../src/renderer/state/transcript-items'
import { approval } from '../../samples'

const ran = { durationMs: 1, output: emptyOutput }
const evidence: Evidence[] = [{ kind: 'write', target: '/srv/x', source: 'kernel', backend: 'b' }]
const stopped: CommandOutcome = { kind: 'denied', exitCode: 1, evidence, ...ran }
const attempt = (outcome: CommandOutcome | undefined): Attempt => ({
  ...{ number: 1, confinement: 'bubblewrap', grants: [], letThroughBy: [], startedAt: '', output: emptyTail },
  ...{ outcome, settled: outcome !== undefined, kept: undefined, inputs: [], ports: [] },
})
const answered = (kind: 'deny' | 'abort'): Partial<ApprovalRequest> => ({
  state: 'answered',
  decision: { kind },
})

type Ran = Pick<CallProgress, 'ended' | 'attempts'>
const ranTo = (outcome: CommandOutcome | undefined): Ran => ({
  ended: undefined,
  attempts: [attempt(outcome)],
})
const nothingRan = (outcome?: CommandOutcome): Ran => ({ ended: outcome, attempts: [] })

test.each<[string, boolean, Partial<ApprovalRequest> | undefined, Ran]>([
  ['that the sandbox stopped with nobody asked', true, undefined, ranTo(stopped)],
  ['that was denied before it ran', true, answered('deny'), nothingRan()],
  ['whose turn was stopped with the answer', true, answered('abort'), nothingRan()],
  ['that nobody answered about in time', true, { state: 'expired' }, nothingRan()],
  ['whose turn ended before the answer', true, { state: 'cancelled' }, nothingRan()],
  ['that the policy refused', true, undefined, nothingRan({ kind: 'refused', reason: 'no' })],
  [
    'of which a connection was refused',
    true,
    undefined,
    ranTo({ kind: 'exited', exitCode: 0, refused: evidence, ...ran }),
  ],
  ['that waits', false, { state: 'pending' }, ranTo(stopped)],
  ['that runs', false, undefined, ranTo(undefined)],
  ['that failed by itself', false, undefined, ranTo({ kind: 'exited', exitCode: 1, ...ran })],
  [
    'that went well after a no to something before',
    false,
    answered('deny'),
    ranTo({ kind: 'exited', exitCode: 0, ...ran }),
  ],
  [
    'in whose place another was put',
    false,
    { state: 'answered', decision: { kind: 'edit', command: ['ls'] } },
    nothingRan(),
  ],
])('a call %s has a way on: %s', (_title, has, request, call) => {
  expect(isStopped({ ...call, request: request && approval('a', request) })).toBe(has)
})
