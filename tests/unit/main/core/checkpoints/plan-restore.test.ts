import { expect, test } from 'vitest'
import { readDifferences } from '../../../../../src/main/core/checkpoints/plan-restore'

const [none, one, other] = ['0', '1', '2'].map((digit) => digit.repeat(40)) as [string, string, string]
const line = (path: string, [from, was]: readonly string[], [to, is]: readonly string[], kind = 'M') =>
  `:${from ?? ''} ${to ?? ''} ${was ?? ''} ${is ?? ''} ${kind}\0${path}\0`
const file = (blob: string) => ['100644', blob] as const
const rights = (id: string) => ['160000', id] as const
const nothing = ['000000', none] as const

test('what pairs of trees have otherwise is told pair by pair, of moments with the rights', () => {
  const moments =
    line('.countersign/a', rights(one), rights(other)) +
    line('.countersign/in/.countersign', nothing, rights(one), 'A') +
    line('files/a', file(one), file(other)) +
    line('files/files/b\nc', nothing, file(one), 'A')
  expect(
    readDifferences(`moments\0${moments}moments\0files\0${line('files/a', file(one), nothing, 'D')}`),
  ).toEqual([
    [
      {
        path: 'a',
        before: { mode: '100644', blob: one, rights: one },
        after: { mode: '100644', blob: other, rights: other },
      },
      {
        path: 'files/b\nc',
        before: { mode: '000000', blob: none, rights: '' },
        after: { mode: '100644', blob: one, rights: '' },
      },
      {
        path: 'in/',
        before: { mode: '', blob: '', rights: '' },
        after: { mode: '', blob: '', rights: one },
      },
    ],
    [],
    [
      {
        path: 'files/a',
        before: { mode: '100644', blob: one, rights: '' },
        after: { mode: '000000', blob: none, rights: '' },
      },
    ],
  ])
})

test.each([
  ['before the first pair', line('a', file(one), file(other))],
  ['of moments and of no tree of theirs', `moments\0${line('a', file(one), file(other))}`],
  ['that is no line', 'files\0warning: no tree\0a\0'],
  ['without a path', `files\0${line('', file(one), file(other))}`],
])('a line %s is refused', (_, raw) => {
  expect(() => readDifferences(raw)).toThrow('another form than expected')
})
