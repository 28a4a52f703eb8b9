import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutations } from '../../../scripts/mutations/all-mutations.mjs'
import { mutated, problemOf } from '../../../scripts/mutations/mutation.mjs'
import { root } from '../../../scripts/setup/places.mjs'

test('each defect of the list can still be put in, and the tests that it names are there', () => {
  const missing = mutations.flatMap(({ id, tests }) =>
    tests.filter((file) => !existsSync(join(root, file))).map((file) => `${id}: ${file} is not there`),
  )
  expect([...mutations.flatMap((each) => problemOf(root, each) ?? []), ...missing]).toEqual([])
})

test('there are enough of them, each with a name of its own', () => {
  const names = mutations.map(({ id }) => id)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(60)
})

test('what is replaced is taken to the letter, and must stand once', () => {
  const mutation = {
    from: 'a',
    to: "$&$'",
    id: 'x',
    group: 'y',
    why: 'z',
    file: 'package.json',
    tests: ['t'],
  }
  expect(mutated('cab', mutation)).toBe("c$&$'b")
  expect(problemOf(root, mutation)).toMatch(
    /^x: what it replaces stands \d+ times in package\.json; expected once$/,
  )
})
