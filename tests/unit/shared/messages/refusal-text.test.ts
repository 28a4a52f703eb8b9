import { expect, test } from 'vitest'
import { listEvidence, refusalText } from '@shared/messages/refusal-text'
import { sampleRequest } from '../../../fakes/sample-request'

const [write] = sampleRequest.stop.evidence

test('a denial before the first run says that nothing ran', () => {
  const stop = { ...sampleRequest.stop, boundary: 'approval-policy' as const, evidence: [] }
  expect(refusalText({ stage: 'first', stop }, undefined)).toBe(
    'Denied by the user. Nothing ran. Boundary: approval-policy. Do not work around it; choose another way inside the sandbox, or explain what you need.',
  )
})

test('a denial after an attempt names what was stopped and passes on what the person says', () => {
  expect(refusalText(sampleRequest, ' use the cache ')).toBe(
    'Denied by the user. The attempt in the sandbox stays stopped; nothing ran outside it. Boundary: sandbox, write to /b (openat). Do not work around it; choose another way inside the sandbox, or explain what you need. The user says: use the cache',
  )
})

test('where nobody could be asked no user is said to have spoken', () => {
  expect(refusalText({ ...sampleRequest, decidedBy: 'engine' }, 'The client has no form.')).toBe(
    'Denied because nobody could be asked. The attempt in the sandbox stays stopped; nothing ran outside it. Boundary: sandbox, write to /b (openat). Do not work around it; choose another way inside the sandbox, or explain what you need. The client has no form.',
  )
})

test('a long list of evidence is counted, not repeated', () => {
  const many = Array.from({ length: 7 }, (_, at) => ({
    ...write,
    kind: 'network' as const,
    target: `h${String(at)}:443`,
    operation: undefined,
    source: 'kernel' as const,
    backend: 'b',
  }))
  expect(listEvidence(many, 2)).toBe('connection to h0:443, connection to h1:443 and 5 more')
})

test('an open that makes the name is said as the system calls it', () => {
  const lock = { kind: 'write', target: '/b', source: 'kernel', backend: 'b' } as const
  expect(listEvidence([{ ...lock, operation: 'openat_excl' }])).toBe('write to /b (openat)')
})
