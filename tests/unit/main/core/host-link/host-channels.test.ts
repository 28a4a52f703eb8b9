import { expect, test } from 'vitest'
import type { ExportFormat } from '@shared/domain/session'
import type { RequestChannel } from '@shared/ipc/channels'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import { answerOf } from '../../../../../src/main/core/host-link/host-channels'
import { OfHost } from '../../../../../src/main/core/host-link/of-host'
import { sampleRequest, sampleSession } from '../../../../fakes/fake-engine'

const of = new OfHost('build1')
const taken = <C extends RequestChannel>(channel: C, answer: ResponseOf<C>, asked = {}): ResponseOf<C> =>
  answerOf(channel, answer, of, asked as RequestOf<C>)

test.each<[named: string, format: ExportFormat, fileName: string]>([
  ['Größe-1-2026-11-29.md', 'markdown', 'Größe-1-2026-11-29.md'],
  ['rollout-2026-11-29T01-00-00-a.jsonl', 'rollout', 'rollout-2026-11-29T01-00-00-a.jsonl'],
  ['/home/me/.bashrc', 'markdown', 'session.md'],
  ['/home/me/.config/autostart/x.md', 'markdown', 'session.md'],
  ['../../x.html', 'html', 'session.html'],
  ['..\\x.html', 'html', 'session.html'],
  ['C:x.json', 'json', 'session.json'],
  ['.envrc.json', 'json', 'session.json'],
  ['-rf.json', 'json', 'session.json'],
  ['x.desktop', 'json', 'session.json'],
  ['x.md', 'html', 'session.html'],
  ['dm.\u202egpj.html', 'html', 'session.html'],
  ['a\nb.json', 'json', 'session.json'],
  [`${'x'.repeat(4_000_000)}.json`, 'json', 'session.json'],
  ['.json', 'json', 'session.json'],
])(
  'a file that a host has kept here is proposed under a plain name of its kind: %.40s',
  (named, format, fileName) => {
    const file = { fileName: named, mediaType: 'application/x-desktop', text: 'x' }
    expect(taken('session.export', file, { format }).fileName).toBe(fileName)
    expect(taken('session.export', file, { format }).mediaType).not.toContain('desktop')
  },
)

test('a page that a host has exported runs and loads nothing, and is text', () => {
  const page = {
    fileName: 'x.html',
    mediaType: 'text/html',
    text: '<script>1</script>',
    encoding: 'base64',
  } as const
  const { text, encoding } = taken('session.export', page, { format: 'html' })
  const policy = text.indexOf(`http-equiv="Content-Security-Policy" content="default-src 'none';`)
  expect([policy > 0 && policy < text.indexOf('<script>'), encoding]).toEqual([true, undefined])
  expect(taken('session.export', page, { format: 'rollout' })).toMatchObject({
    text: page.text,
    encoding: 'base64',
  })
})

test('of what a host lists no more is taken than a window shows', () => {
  const item = { ...sampleSession({ title: 'x'.repeat(9_000) }), preview: 'y'.repeat(9_000), archived: false }
  const { items } = taken('session.list', { items: Array.from({ length: 300 }, () => item) } as never)
  expect([items.length, items[0]?.title.length, items[0]?.preview.length]).toEqual([200, 4_096, 4_096])
  const paths = Array.from({ length: 100_000 }, (_, n) => String(n))
  expect(taken('files.search', { paths }).paths.length).toBe(200)
  const found = Array.from({ length: 5_000 }, (_, n) => ({ seq: n })) as never[]
  const places = taken('session.find', { found, more: false })
  expect([places.found.length, places.found.at(-1), places.more]).toEqual([1_000, { seq: 4_999 }, true])
})

test('what a yes would be for is shown whole or not at all', () => {
  const files = (count: number) => Array.from({ length: count }, (_, n) => `f${String(n)}`)
  const becomes = (count: number) => files(count).map((path) => ({ path, becomes: 'removed' as const }))
  const list = { since: [], more: 0, tooLarge: [] }
  const looks = (count: number) => [
    () => taken('worktree.state', { state: { kind: 'changed', files: files(count), more: 0 } }),
    () => taken('worktree.state', { state: { kind: 'clean', ignored: files(count) } }),
    () => taken('restore.look', { kind: 'ready', way: 'undo', files: becomes(count), ...list }),
    () =>
      taken('rewind.look', {
        ...{ kind: 'ready', turnNumber: 1, lastTurn: 1, turns: 1, messages: 1, outside: 0 },
        files: { kind: 'ready', files: becomes(count), ...list },
      }),
  ]
  for (const look of looks(200)) expect(JSON.stringify(look())).toContain('f199')
  for (const look of looks(201)) expect(look).toThrow('more files than can be shown')
  expect(taken('restore.do', { files: 1, left: files(100_000) }).left).toHaveLength(200)
})

test('titles of a host are as long as can be shown, wherever they stand', () => {
  const [long, short] = ['x'.repeat(1_000_000), 'x'.repeat(4_096)]
  const child = { parentId: 's0', name: long, kind: 'agent' } as const
  const session = of.session(
    sampleSession({ title: long, activity: long, child, baseInstructions: 'y'.repeat(50_000) }),
  )
  expect(session).toMatchObject({ title: short, activity: short, child: { name: short } })
  expect(session.baseInstructions).toHaveLength(50_000)
  const askedBy = { childId: 'c', childName: long, parentId: 'p', parentTitle: long }
  expect(of.request(sampleRequest({ sessionTitle: long, askedBy }))).toMatchObject({
    sessionTitle: short,
    askedBy: { childName: short, parentTitle: short },
  })
})
