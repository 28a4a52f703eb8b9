import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faces } from '../../src/main/hosts/terminal/faces'
import { serverFaces } from '../../src/main/server-faces'

const readme = readFileSync('README.md', 'utf8')
const rows = readme.split('\n').filter((line) => line.startsWith('|'))

test('the tables of the README fit a screen', () => {
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter((row) => row.length > 100)).toEqual([])
})

test('the README names every command, and none that is not there', () => {
  const named = rows.flatMap((row) => /^\| `countersign ([a-z-]+)/.exec(row)?.[1] ?? [])
  const there = faces(serverFaces).map(({ usage }) => usage.split(' ')[0] ?? '')
  expect([...new Set(named)].sort()).toEqual([...there].sort())
})
