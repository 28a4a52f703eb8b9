import { expect, test } from 'vitest'
import {
  amountTaken,
  lastHunk,
  leftInAnswer,
  takeFile,
  takeHunk,
} from '../../../../../src/renderer/features/approvals/left-out'
import { nothingLeft, type Left } from '../../../../../src/renderer/state/left-of-requests'

const hunks = ['@@ -1 +1 @@', '@@ -20 +20 @@', '@@ -40 +40 @@']
const [one = '', two = '', three = ''] = hunks
const of = { path: 'a', all: hunks }
const all = (path: string): readonly string[] => (path === 'a' ? hunks : [])
const said = (left: Left): unknown => leftInAnswer(left, all)

test('hunks that are left out are said as the ones that are taken, in their order', () => {
  const left = takeHunk(takeHunk(nothingLeft, of, three, false), of, one, false)
  expect(said(left)).toEqual({ onlyHunks: [{ path: 'a', hunks: [two] }] })
  expect(said(takeHunk(takeHunk(left, of, one, true), of, three, true))).toEqual({})
})

test('a file without any of its hunks is left out, and one of its hunks brings it back with that alone', () => {
  const none = hunks.reduce((left, each) => takeHunk(left, of, each, false), nothingLeft)
  expect(said(none)).toEqual({ leaveOut: ['a'] })
  const back = takeHunk(none, of, two, true)
  expect(said(back)).toEqual({ onlyHunks: [{ path: 'a', hunks: [two] }] })
  expect(said(takeFile(takeFile(back, 'a', false), 'a', true))).toEqual({})
})

test('it is counted in files, and in changes where hunks are left out', () => {
  expect(amountTaken(['a', 'b'], takeFile(nothingLeft, 'b', false), all)).toEqual({ taken: 1, total: 2 })
  const left = takeFile(takeHunk(nothingLeft, of, one, false), 'b', false)
  expect(amountTaken(['a', 'b'], left, all)).toEqual({ taken: 2, total: 4 })
})

test('the last hunk of the only file stays', () => {
  expect([
    lastHunk(hunks, [one, two], true),
    lastHunk(hunks, [one], true),
    lastHunk(hunks, [one, two], false),
  ]).toEqual([three, undefined, undefined])
})
