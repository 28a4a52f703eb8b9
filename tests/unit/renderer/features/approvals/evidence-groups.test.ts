import type { Evidence } from '@shared/domain/evidence'
import { expect, test } from 'vitest'
import { groupEvidence } from '../../../../../src/renderer/features/approvals/evidence-groups'

const stopped = (target: string, change: Partial<Evidence> = {}): Evidence => ({
  kind: 'write',
  target,
  operation: 'unlink',
  source: 'kernel',
  backend: 'bubblewrap',
  ...change,
})

const told = (evidence: readonly Evidence[]) =>
  groupEvidence(evidence).map(({ first, folder, names }) =>
    folder === undefined ? first.target : `${folder}: ${names.join(' ')}`,
  )

test('three or more that were stopped alike in one folder are one', () => {
  expect(told([stopped('/c/a'), stopped('/c/b'), stopped('/c/d'), stopped('/e/a')])).toEqual([
    '/c: a b d',
    '/e/a',
  ])
  expect(told([stopped('/a'), stopped('/b'), stopped('/d')])).toEqual(['/: a b d'])
})

test.each<[name: string, evidence: readonly Evidence[]]>([
  ['two', [stopped('/c/a'), stopped('/c/b')]],
  ['other folders', [stopped('/c/a'), stopped('/d/b'), stopped('/c/d')]],
  ['another operation', [stopped('/c/a'), stopped('/c/b', { operation: 'rename' }), stopped('/c/d')]],
  ['a guess among them', [stopped('/c/a'), stopped('/c/b', { source: 'guess' }), stopped('/c/d')]],
  [
    'hosts',
    ['a.example:443', 'b.example:443', 'c.example:443'].map((host) => stopped(host, { kind: 'network' })),
  ],
])('%s stand each alone', (_name, evidence) => {
  expect(told(evidence)).toEqual(evidence.map(({ target }) => target))
})
