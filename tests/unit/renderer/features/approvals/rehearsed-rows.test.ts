import type { FileAct } from '@shared/domain/effect'
import type { RehearsedChange, ShownRehearsal } from '@shared/domain/request-rehearsal'
import { expect, test } from 'vitest'
import { groupRehearsed } from '../../../../../src/renderer/features/approvals/rehearsal-block'
import { isCoveredByRehearsal } from '@shared/messages/rehearsal'

const deleted = (path: string, change: Partial<RehearsedChange> = {}): RehearsedChange => ({
  ...{ path, kind: 'deleted', type: 'file', bytes: 6000, content: 'outside' },
  ...change,
})
const three = ['/c/a', '/c/b', '/c/d'].map((path) => deleted(path))

test('three or more like files of one folder are one row, and no row beyond the most is made', () => {
  const other = deleted('/e/a')
  expect(groupRehearsed([...three, other, other], 2)).toEqual([
    { at: [0, 1, 2], bytes: 18_000, folder: '/c' },
    { at: [3], bytes: 6000 },
  ])
})

test.each<[name: string, change: Partial<RehearsedChange>]>([
  ['that is another kind', { kind: 'changed' }],
  ['with lines', { content: 'text', diff: '@@ -1 +0,0 @@\n-x\n' }],
  ['that git knows', { git: { tracked: 1, modified: 0, untracked: 0, ignored: 0, complete: true } }],
  ['that may be a secret', { content: 'secret' }],
  ['that is a folder', { type: 'folder' }],
])('one %s stands alone', (_name, change) => {
  const changes = [deleted('/c/a'), deleted('/c/b', change), deleted('/c/d')]
  expect(groupRehearsed(changes, 6).map(({ at }) => at)).toEqual([[0], [1], [2]])
})

const counts = { created: 0, changed: 0, deleted: 3, moved: 0, mode: 0, files: 3, bytes: 18_000 }
const found = (change: Partial<ShownRehearsal> = {}): ShownRehearsal => ({
  ...{ status: 'done', exitCode: 0, durationMs: 200, changes: three, counts, limits: [], moreLimits: 0 },
  ...{ output: '', attempts: [], applies: { kind: 'run', because: 'unavailable' } },
  ...change,
})
const act: FileAct = {
  ...{ kind: 'files', verb: 'delete', state: 'tree', names: [{ name: '../c/*' }] },
  ...{ things: 3, files: 3, bytes: 18_000, exact: true },
}
const writes: FileAct = { ...act, verb: 'write', state: 'missing', names: [{ name: '../x', path: '/x' }] }
const written = found({ changes: [deleted('/x', { kind: 'created' })] })

test('words that the rehearsal bore out are not said again', () => {
  expect([isCoveredByRehearsal({ act }, found()), isCoveredByRehearsal({ act: writes }, written)]).toEqual([
    true,
    true,
  ])
})

test.each<[name: string, told: boolean]>([
  ['other effects', isCoveredByRehearsal({ act, others: 1 }, found())],
  ['another number of files', isCoveredByRehearsal({ act: { ...act, files: 4 } }, found())],
  ['another size', isCoveredByRehearsal({ act: { ...act, bytes: 1 } }, found())],
  ['at least so many', isCoveredByRehearsal({ act: { ...act, exact: false } }, found())],
  ['a limit', isCoveredByRehearsal({ act }, found({ limits: [{ kind: 'socket' }] }))],
  ['another file', isCoveredByRehearsal({ act: writes }, found())],
  ['a name without a path', isCoveredByRehearsal({ act: { ...writes, names: [{ name: 'x' }] } }, written)],
])('with %s both are said', (_name, told) => {
  expect(told).toBe(false)
})
