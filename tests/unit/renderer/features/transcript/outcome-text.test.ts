import type { ApprovalRequest } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import { emptyOutput } from '@shared/domain/command-outcome'
import { expect, test } from 'vitest'
import { outcomeReason, outcomeText } from '../../../../../src/renderer/features/transcript/outcome-text'
import { approval } from '../../samples'

const none = { created: 0, changed: 0, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 }
const ran = { durationMs: 120, output: emptyOutput }
const evidence = { kind: 'write', target: '/srv/x', source: 'kernel', backend: 'bubblewrap' } as const
const connection = {
  kind: 'network',
  target: 'example.org:80',
  operation: 'connect',
  source: 'proxy',
  backend: 'network-proxy',
} as const

test.each([
  [{ kind: 'exited', exitCode: 0, ...ran }, ['exit 0, 0.1 s']],
  [
    { kind: 'exited', exitCode: 0, refused: [connection], ...ran },
    ['The sandbox refused a connection to example.org:80', 'exit 0, 0.1 s'],
  ],
  [
    { kind: 'exited', exitCode: 0, refused: [{ ...evidence, target: '/srv/\u202ex' }, connection], ...ran },
    ['The sandbox stopped a part of it: /srv/[U+202E]x', 'exit 0, 0.1 s'],
  ],
  [{ kind: 'exited', exitCode: 2, ...ran }, ['Failed', 'exit 2, 0.1 s']],
  [
    { kind: 'exited', exitCode: 1, stays: ['/home/me/old'], ...ran },
    ['Failed', 'exit 1, 0.1 s; /home/me/old itself stays, as the yes said'],
  ],
  [
    { kind: 'denied', exitCode: 1, evidence: [evidence], ...ran },
    ['Stopped by the sandbox', 'exit 1, 0.1 s'],
  ],
  [{ kind: 'timed-out', timeoutMs: 10_000, ...ran }, ['Timed out after 10 s']],
  [
    {
      ...{ kind: 'timed-out', timeoutMs: 1_500, ...ran },
      applied: { counts: { ...none, changed: 1 }, leftOut: [], unasked: true },
    },
    ['Timed out after 1.5 s', 'Run on copies and put in place: 1 changed'],
  ],
  [{ kind: 'cancelled', ...ran }, ['Interrupted', '0.1 s']],
  [{ kind: 'refused', reason: 'no' }, ['Refused', 'no']],
  [{ kind: 'failed', reason: 'not found' }, ['Could not start', 'not found']],
] satisfies [CommandOutcome, string[]][])('%j reads %j', (outcome, expected) => {
  const { mark, detail } = outcomeText(outcome)
  expect([mark?.text, detail, outcomeReason(outcome)].filter((text) => text !== undefined)).toEqual(expected)
})

test.each<[string, Partial<ApprovalRequest>, string]>([
  ['a person said no', { decision: { kind: 'deny' }, decidedBy: 'window' }, 'Denied by you'],
  ['a person said no and stopped', { decision: { kind: 'abort' }, decidedBy: 'browser' }, 'Denied by you'],
  ['nobody could be asked', { decision: { kind: 'deny' }, decidedBy: 'engine' }, 'Refused'],
  [
    'only a connection was denied',
    { stage: 'network', decision: { kind: 'deny' }, decidedBy: 'window' },
    'Refused',
  ],
  ['it was allowed', { decision: { kind: 'allow', offerId: 'only-this' }, decidedBy: 'window' }, 'Refused'],
])('of a command that did not run, where %s', (_, change, said) => {
  const { mark } = outcomeText({ kind: 'refused', reason: 'no' }, { ...approval('a'), ...change })
  expect(mark?.text).toBe(said)
})
