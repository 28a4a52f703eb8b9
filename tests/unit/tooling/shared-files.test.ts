import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const tests = resolve(import.meta.dirname, '../..')
const modules = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
)
const textOf = (name: string): string => readFileSync(join(tests, name), 'utf8')

test('no module beside the test files registers hooks when it is loaded: of files that share a process it is loaded by the first', () => {
  const loaded = modules.filter((name) => !/\.test\.tsx?$/.test(name))
  expect(loaded.length).toBeGreaterThan(100)
  expect(loaded.filter((name) => /^(before|after)(Each|All)\(/m.test(textOf(name)))).toEqual([])
})

test('what becomes another user for good stands apart, by its name or by name', () => {
  const becoming = modules.filter(
    (name) =>
      /\.test\.ts$/.test(name) &&
      name.startsWith('integration') &&
      /becomeOrdinaryUser|setuid\?*\.?\(/.test(textOf(name)),
  )
  expect(becoming.length).toBeGreaterThan(5)
  expect(
    becoming.filter(
      (name) => !/ordinary[^/]*\.test\.ts$|^integration\/patch\/rollback\.test\.ts$/.test(name),
    ),
  ).toEqual([])
})
