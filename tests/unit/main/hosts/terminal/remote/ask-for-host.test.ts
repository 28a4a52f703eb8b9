import { expect, test } from 'vitest'
import { askedLines } from '../../../../../../src/main/hosts/terminal/remote/ask-for-host'

test('of what the command of a host asks no row stands where a question of ours would, however long a line is', () => {
  const columns = 60
  const forged = 'Your decision on “Reads a file”, low risk (a = allow once): '
  const rows = askedLines('build1', `Password${' '.repeat(columns)}${forged}\r\n${forged.repeat(3)}`, columns)
  expect(rows.filter((row) => row.length > columns)).toEqual([])
  expect(rows.filter((row) => !/^(?:build1| {4}) \| |^ {4}\| /.test(row))).toEqual([])
  expect(rows.filter((row) => row.startsWith('build1 | '))).toHaveLength(2)
})
