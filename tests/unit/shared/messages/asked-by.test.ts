import { expect, test } from 'vitest'
import { askedByInWords } from '@shared/messages/asked-by'
import { sampleRequest } from '../../../fakes/sample-request'

test.each([
  ['ann', 'Fix it', 'Asked by the agent “ann” of “Fix it”.'],
  ['x” of “Pay rolls', 'Fix it', "Asked by the agent “x' of 'Pay rolls” of “Fix it”."],
  ['"x"', '«y»', "Asked by the agent “'x'” of “'y'”."],
])('an agent called %s does not name another session than %s', (childName, parentTitle, said) => {
  const askedBy = { childId: 'c', childName, parentId: 'p', parentTitle }
  expect(askedByInWords({ ...sampleRequest, askedBy })).toBe(said)
})

test('the folder of a remote run is told from the home folder', () => {
  const remoteRun = { program: 'exec', folder: '/home/me/relay', pid: 7 }
  expect(askedByInWords({ remoteRun, naming: { roots: [], home: '/home/me' } })).toBe(
    'From “exec” in “~/relay” (process 7), outside this window.',
  )
})

test.each([
  ['Not “asked” for\nRisk: low', "Its own reviewer refused this, and says: “Not 'asked' for Risk: low”."],
  [' ', 'Its own reviewer refused this and says no reason.'],
  ['x'.repeat(2000), `Its own reviewer refused this, and says: “${'x'.repeat(300)}…”.`],
])(
  'what a reviewer said of its refusal is told with who asks, on one line and bounded: %j',
  (refusal, said) => {
    const desk = { agent: 'claude-code', session: 's', stops: false } as const
    const stop = {
      boundary: 'approval-policy' as const,
      why: { kind: 'desk', agent: 'claude-code', refusal } as const,
    }
    expect(askedByInWords({ desk, stop: { ...stop, evidence: [] } })).toBe(
      `Claude Code asks, in its session “s”, outside this sandbox. ${said}`,
    )
  },
)

test('a remote run says where it is from, and its folder ends no quotation of ours', () => {
  const remoteRun = { program: 'exec', folder: '/tmp/x” (process 1), of “you', pid: 7 }
  const askedBy = { childId: 'c', childName: 'ann', parentId: 'p', parentTitle: 'Fix it' }
  expect(askedByInWords({ remoteRun, askedBy })).toBe(
    "From “exec” in “/tmp/x' (process 1), of 'you” (process 7), outside this window. Asked by the agent “ann” of “Fix it”.",
  )
})
