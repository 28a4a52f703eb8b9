import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import type { FileChange } from '@shared/domain/file-change'
import type { RehearsedChange } from '@shared/domain/request-rehearsal'
import { expect, test } from 'vitest'
import { runEngine } from '../../../../fakes/run-engine'
import { sampleRequest } from '../../../../fakes/sample-request'

const [one, two] = ['@@ -1,4 +1,4 @@', '@@ -20,4 +20,5 @@']
const diff = `${one}\n a\n-b\n+c\n${two}\n d\n+e\n`
const update = (more: Partial<Extract<FileChange, { type: 'update' }>> = {}): FileChange => ({
  type: 'update',
  unified_diff: diff,
  ...more,
})
const changed = (path: string, more: Partial<RehearsedChange> = {}): RehearsedChange => ({
  ...{ path, kind: 'changed', type: 'file', bytes: 1, content: 'text', diff },
  ...more,
})

/** A request about a patch and one about a rehearsal that changes the same, which wait. */
function waiting() {
  const { queue, ask } = runEngine()
  const changes = {
    '/work/a': update(),
    '/work/moved': update({ move_path: '/work/to' }),
    '/work/cut': update({ omitted: 9 }),
    '/work/new': { type: 'add' as const, content: diff },
  }
  void ask({ ...sampleRequest, id: 'patch', kind: 'patch', changes }, {})
  const rehearsal: ApprovalRequest['rehearsal'] = {
    state: 'found',
    found: {
      ...{ status: 'done', exitCode: 0, durationMs: 1, output: '', limits: [], moreLimits: 0, attempts: [] },
      changes: [
        changed('/work/a'),
        changed('/work/moved', { kind: 'moved', from: '/work/from' }),
        changed('/work/cut', { content: 'large' }),
        changed('/work/new', { kind: 'created' }),
        changed('/work/mode', { modes: { before: '0644', after: '0755' } }),
      ],
      counts: { created: 1, changed: 3, deleted: 0, moved: 1, mode: 0, files: 0, bytes: 0 },
      applies: { kind: 'possible', id: 'r1' },
    },
  }
  void ask({ ...sampleRequest, id: 'rehearsal', rehearsal }, {})
  return queue
}

type Part = Pick<Extract<Decision, { kind: 'allow' }>, 'leaveOut' | 'onlyHunks'>
const answers = (part: Part) =>
  [
    ['patch', { kind: 'allow', offerId: sampleRequest.offers[0]?.id ?? '', ...part }],
    ['rehearsal', { kind: 'apply', rehearsal: 'r1', ...part }],
  ] as const

test.each<[string, Part]>([
  ['one hunk of a file', { onlyHunks: [{ path: '/work/a', hunks: [two] }] }],
  ['and another file left out', { leaveOut: ['/work/new'], onlyHunks: [{ path: '/work/a', hunks: [one] }] }],
])('%s is a part', async (_, part) => {
  const queue = waiting()
  await new Promise((passed) => setTimeout(passed, 5))
  for (const [id, decision] of answers(part))
    expect(await queue.decide(id, decision, 'window')).toEqual({ kind: 'accepted' })
})

test.each<[string, Part]>([
  ['all hunks of a file', { onlyHunks: [{ path: '/work/a', hunks: [one, two] }] }],
  ['one hunk twice', { onlyHunks: [{ path: '/work/a', hunks: [one, one] }] }],
  ['one file twice', { onlyHunks: [one, two].map((hunk) => ({ path: '/work/a', hunks: [hunk] })) }],
  ['a hunk that is not shown', { onlyHunks: [{ path: '/work/a', hunks: ['@@ -1,4 +1,5 @@'] }] }],
  ['a file that is not shown', { onlyHunks: [{ path: '/work/b', hunks: [one] }] }],
  ['a name of every object', { onlyHunks: [{ path: 'constructor', hunks: [one] }] }],
  [
    'a hunk of a file that is left out',
    { leaveOut: ['/work/a'], onlyHunks: [{ path: '/work/a', hunks: [one] }] },
  ],
  ['one of a file that moves', { onlyHunks: [{ path: '/work/moved', hunks: [one] }] }],
  ['one of a file of which not all is shown', { onlyHunks: [{ path: '/work/cut', hunks: [one] }] }],
  ['one of a new file', { onlyHunks: [{ path: '/work/new', hunks: [one] }] }],
  ['one of a file whose mode changes', { onlyHunks: [{ path: '/work/mode', hunks: [one] }] }],
])('%s is none: it is refused with what was expected, and waits on', async (_, part) => {
  const queue = waiting()
  await new Promise((passed) => setTimeout(passed, 5))
  for (const [id, decision] of answers(part)) {
    await expect(queue.decide(id, decision, 'window')).rejects.toThrow('expected')
    expect(queue.get(id)?.state).toBe('pending')
  }
})

test('a part for longer than once is none', async () => {
  const queue = waiting()
  await new Promise((passed) => setTimeout(passed, 5))
  const [[id, decision]] = answers({ onlyHunks: [{ path: '/work/a', hunks: [one] }] })
  await expect(queue.decide(id, { ...decision, scope: 'session' }, 'window')).rejects.toThrow('expected')
})
