import { expect, test } from 'vitest'
import { LineCutter, tooLong } from '../../../../../src/main/core/text/line-cutter'

const bytes = (text: string): Buffer => Buffer.from(text)

test('a line that is too long is known while it arrives, counts once, and the next is read', () => {
  const lines = new LineCutter(3)
  expect([...lines.push(bytes('abc'))]).toEqual([])
  expect(lines.isTooLong).toBe(false)
  expect([...lines.push(bytes('d'))]).toEqual([])
  expect(lines.isTooLong).toBe(true)
  expect([...lines.push(bytes('e\nfg\n'))]).toEqual([tooLong, bytes('fg')])
  expect(lines.isTooLong).toBe(false)
})

test('a limit that is raised at a line counts for the next one of the same piece', () => {
  const lines = new LineCutter(3)
  const found: unknown[] = []
  for (const line of lines.push(bytes('abc\nabcde\n'))) {
    found.push(line)
    lines.limit = 5
  }
  expect(found).toEqual([bytes('abc'), bytes('abcde')])
})

test('what is kept of a piece stays as it was when the piece is written over', () => {
  const lines = new LineCutter(10)
  const piece = bytes('abc')
  expect([...lines.push(piece)]).toEqual([])
  piece.write('xyz')
  expect([...lines.push(bytes('d\n')), ...lines.end()]).toEqual([bytes('abcd')])
})
