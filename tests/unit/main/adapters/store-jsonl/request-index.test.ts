import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApprovalRequest } from '@shared/domain/approval'
import { createJsonlStore } from '../../../../../src/main/adapters/store-jsonl/jsonl-store'
import { createRequestIndex } from '../../../../../src/main/adapters/store-jsonl/request-index'
import { plainCommands } from '../../../../../src/main/core/effect-rules/command-pattern'
import { recordRequest } from '../../../../../src/main/core/effect-rules/record-request'
import type { RecordedRequests } from '../../../../../src/main/core/ports/recorded-requests'
import { bashParser } from '../../../../fakes/bash-parser'
import { sampleRequest } from '../../../../fakes/sample-request'
import { sampleSummary } from '../../../../fakes/sample-summary'

const parser = bashParser()
const plain = (command: readonly string[]) => plainCommands(command, parser)
let home: string
let file: string
let index: RecordedRequests
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'request-index-'))
  file = join(home, 'requests-index.jsonl')
  index = createRequestIndex(home, plain)
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

const counts = { created: 1, changed: 0, deleted: 0, moved: 0, mode: 0, files: 0, bytes: 0 }
const ended = (id: string, nth: number, more: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  ...sampleRequest,
  id,
  command: ['bash', '-lc', 'npm run build'],
  naming: { roots: ['/work/shop'], home: '/home/dev' },
  state: 'answered',
  decision: { kind: 'deny' },
  decidedBy: 'window',
  decidedAt: `2026-11-2${String(nth)}T10:00:00.000Z`,
  rehearsal: {
    state: 'found',
    found: {
      ...{ status: 'done', exitCode: 0, attempts: [], limits: [], durationMs: 1, moreLimits: 0, output: '' },
      counts,
      changes: [{ path: '/work/shop/dist/a.js', kind: 'created', type: 'file', bytes: 7, content: 'none' }],
      applies: { kind: 'possible', id: 'x' },
    },
  },
  ...more,
})

async function write(...requests: readonly ApprovalRequest[]): Promise<void> {
  const store = createJsonlStore({ home, version: 'test', trash: { put: () => Promise.resolve() } })
  await store.append(sampleSummary, [
    { type: 'meta', summary: sampleSummary },
    ...requests.map((request) => ({
      type: 'event' as const,
      at: request.createdAt,
      event: { type: 'approval.resolved' as const, request },
    })),
  ])
  await store.close()
}
const add = async (request: ApprovalRequest): Promise<void> => {
  const record = await recordRequest(request, plain)
  if (record) await index.add(record)
}
const ids = async (of = index): Promise<readonly string[]> =>
  (await of.read()).map(({ request }) => request.id)

test('it is made of the records, the last first, with what a rule is tried on', async () => {
  await write(ended('a', 1), ended('b', 2, { rehearsal: undefined }))
  const [last, first] = await index.read()
  expect(first?.request).toEqual({
    ...{ id: 'a', session: 's1', at: '2026-11-21T10:00:00.000Z', folder: '/work/shop' },
    ...{ text: 'npm run build', commands: [['npm', 'run', 'build']], level: 'not-assessed' },
    ...{ outcome: 'denied', by: 'window' },
  })
  expect(first?.effects()).toEqual({
    changes: [{ path: '/work/shop/dist/a.js', kind: 'created', type: 'file' }],
    hosts: [],
  })
  expect(last?.request.id).toBe('b')
  expect(last?.effects()).toBeUndefined()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await ids(createRequestIndex(home, plain))).toEqual(['b', 'a'])
})

test('what ends is added, and what no effect rule is asked about is not', async () => {
  await write(ended('a', 1))
  await index.read()
  await add(ended('b', 2))
  await add(ended('c', 3, { kind: 'patch' }))
  await add(ended('d', 3, { stage: 'network' }))
  await add(ended('e', 3, { state: 'pending' }))
  expect(await ids()).toEqual(['b', 'a'])
  expect((await index.read())[0]?.effects()?.changes).toHaveLength(1)
})

test('nothing is begun by adding, and where records go it is made anew', async () => {
  await add(ended('a', 1))
  expect(() => readFileSync(file)).toThrow('ENOENT')
  await write(ended('b', 2))
  expect(await ids()).toEqual(['b'])
  rmSync(join(home, 'sessions'), { recursive: true })
  expect(await ids()).toEqual(['b'])
  await index.forget()
  expect(await ids()).toEqual([])
})

test.each<[string, () => void]>([
  ['missing', () => rmSync(file)],
  ['empty', () => writeFileSync(file, '')],
  ['torn', () => writeFileSync(file, readFileSync(file, 'utf8').slice(0, -9))],
  ['with a line of something else', () => appendFileSync(file, '{"id":1}\t\n')],
  [
    'of another form',
    () => writeFileSync(file, readFileSync(file, 'utf8').replace('"version":1', '"version":2')),
  ],
  ['left half made', () => writeFileSync(file, '{"version":1,"building":true}\n')],
])('%s: it is made anew', async (_, damage) => {
  await write(ended('a', 1), ended('b', 2))
  await index.read()
  damage()
  expect(await ids(createRequestIndex(home, plain))).toEqual(['b', 'a'])
  expect(readFileSync(file, 'utf8')).toMatch(/^\{"version":1\}\n/)
})

test('more changes than are kept are not known whole', async () => {
  const request = ended('a', 1)
  const { rehearsal } = request
  if (rehearsal?.state !== 'found') throw new Error('no rehearsal')
  await write({
    ...request,
    rehearsal: { ...rehearsal, found: { ...rehearsal.found, counts: { ...counts, created: 300 } } },
  })
  expect((await index.read())[0]?.effects()?.unseen).toBe('unlisted')
})
