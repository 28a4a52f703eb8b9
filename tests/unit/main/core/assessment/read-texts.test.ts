import { expect, test } from 'vitest'
import { ReadTexts } from '../../../../../src/main/core/assessment/read-texts'

const digest = (n: number): string => `sha256:${String(n).padStart(64, '0')}`
const hunks = (before: string, after: string): string => `${before}>${after}`

test('the difference is of the very texts that the digests stand for', () => {
  const texts = new ReadTexts('/home/me')
  texts.keep([1, 2, 3].map((n) => ({ path: '/work/x.sh', digest: digest(n), text: `text ${String(n)}` })))
  const [then, now] = [
    [{ path: '/work/x.sh', digest: digest(1) }],
    [{ path: '/work/x.sh', digest: digest(3) }],
  ]
  expect(texts.since(then, now, hunks)).toEqual([{ path: '/work/x.sh', how: 'text', diff: 'text 1>text 3' }])
  expect(texts.since(then, then, hunks)).toEqual([])
})

test('one text says nothing of the same text under another name', () => {
  const texts = new ReadTexts('/home/me')
  texts.keep([{ path: '/work/x.sh', digest: digest(1), text: 'private' }])
  const then = [{ path: '/other/y.sh', digest: digest(1) }]
  expect(texts.since(then, [{ path: '/other/y.sh', digest: 'missing' }], hunks)).toEqual([
    { path: '/other/y.sh', how: 'gone' },
  ])
  texts.keep([{ path: '/other/y.sh', digest: digest(2), text: 'now' }])
  expect(texts.since(then, [{ path: '/other/y.sh', digest: digest(2) }], hunks)).toEqual([
    { path: '/other/y.sh', how: 'unshown' },
  ])
})

test('what is kept is bounded, the oldest goes first, and secrets are never kept', () => {
  const texts = new ReadTexts('/home/me')
  const long = 'x'.repeat(1_500_000)
  texts.keep([1, 2, 3].map((n) => ({ path: `/work/${String(n)}`, digest: digest(n), text: long })))
  texts.keep([{ path: '/work/.env', digest: digest(4), text: 'KEY=1' }])
  const then = [1, 2, 3].map((n) => ({ path: `/work/${String(n)}`, digest: digest(n) }))
  const now = then.map(({ path }) => ({ path, digest: digest(9) }))
  texts.keep(now.map((each) => ({ ...each, text: 'short' })))
  expect(texts.since(then, now, () => 'd').map(({ how }) => how)).toEqual(['unshown', 'text', 'text'])
  const secret = [{ path: '/work/.env', digest: digest(4) }]
  expect(texts.since(secret, [{ path: '/work/.env', digest: 'missing' }], hunks)).toEqual([
    { path: '/work/.env', how: 'secret' },
  ])
})
