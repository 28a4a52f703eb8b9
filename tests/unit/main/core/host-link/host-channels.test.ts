import { expect, test } from 'vitest'
import type { ExportFormat } from '@shared/domain/session'
import type { RequestChannel } from '@shared/ipc/channels'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import { answerOf } from '../../../../../src/main/core/host-link/host-channels'
import { OfHost } from '../../../../../src/main/core/host-link/of-host'
import { sampleSession } from '../../../../fakes/fake-engine'

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
