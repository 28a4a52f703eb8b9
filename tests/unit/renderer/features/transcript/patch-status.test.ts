import type { CommandOutcome } from '@shared/domain/command-outcome'
import { emptyOutput } from '@shared/domain/command-outcome'
import { expect, test } from 'vitest'
import { patchStatus } from '../../../../../src/renderer/features/transcript/patch-card'
import { emptyTail } from '../../../../../src/renderer/state/output-tail'
import type { Attempt, PatchItem } from '../../../../../src/renderer/state/transcript-items'
import { approval } from '../../samples'

const measured = { durationMs: 1, output: emptyOutput }
const applied: CommandOutcome = { kind: 'exited', exitCode: 0, ...measured }
const denied: CommandOutcome = {
  kind: 'denied',
  exitCode: 1,
  evidence: [{ kind: 'write', target: '/x', source: 'kernel', backend: 'b' }],
  ...measured,
}

function attempt(change: Partial<Attempt>): Attempt {
  return {
    number: 1,
    confinement: 'bubblewrap',
    grants: [],
    letThroughBy: [],
    startedAt: '',
    output: emptyTail,
    outcome: undefined,
    settled: true,
    kept: undefined,
    inputs: [],
    ports: [],
    ...change,
  }
}
function patch(change: Partial<PatchItem>): PatchItem {
  return {
    kind: 'patch',
    key: 'k',
    callId: 'c',
    changes: {},
    attempts: [],
    request: undefined,
    ended: undefined,
    ...change,
  }
}

test.each<[string, PatchItem, string]>([
  ['applied', patch({ attempts: [attempt({ outcome: applied })] }), 'Applied in the sandbox'],
  [
    'applied outside',
    patch({ attempts: [attempt({ outcome: applied, confinement: 'none' })] }),
    'Applied without the sandbox',
  ],
  ['running', patch({ attempts: [attempt({ settled: false })] }), 'Being applied'],
  ['asked about', patch({ request: approval('a') }), 'Waiting for your decision'],
  [
    'stopped and asked about',
    patch({ attempts: [attempt({ outcome: denied })], request: approval('a') }),
    'Waiting for your decision',
  ],
  [
    'stopped and never asked about',
    patch({ attempts: [attempt({ outcome: denied })] }),
    'Stopped by the sandbox',
  ],
  [
    'denied by the person after the sandbox stopped it',
    patch({
      attempts: [attempt({ outcome: denied })],
      request: approval('a', { state: 'answered', decision: { kind: 'deny' } }),
    }),
    'Denied by you',
  ],
  ['refused by the policy', patch({ ended: { kind: 'refused', reason: 'r' } }), 'Rejected'],
  ['failed', patch({ attempts: [attempt({ outcome: { ...applied, exitCode: 3 } })] }), 'Not applied, exit 3'],
  ['left behind by its turn', patch({ attempts: [attempt({})] }), 'Interrupted'],
])('a patch that is %s says so', (_title, item, text) => {
  expect(patchStatus(item).text).toBe(text)
})
