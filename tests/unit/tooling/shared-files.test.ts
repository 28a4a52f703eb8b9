import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const tests = resolve(import.meta.dirname, '../..')
const modules = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
)
const textOf = (name: string): string => readFileSync(join(tests, name), 'utf8')

test('no module beside the test files registers hooks when it is loaded: of files that share a process it is loaded by the first', () => {
  // What each file is set up with (vitest.config.ts) is loaded anew for it.
  const setUp = new Set(['fakes/found-in-time.ts', 'e2e/after-stories.ts'])
  const loaded = modules.filter((name) => !/\.test\.tsx?$/.test(name) && !setUp.has(name))
  expect(loaded.length).toBeGreaterThan(100)
  expect(loaded.filter((name) => /^(before|after)(Each|All)\(/m.test(textOf(name)))).toEqual([])
})

test('what makes a process another user for good is called by the names that stand apart', () => {
  const becoming = modules.filter((name) => /process\.setuid/.test(textOf(name)) && !name.startsWith('unit/'))
  expect(becoming).toEqual(['integration/patch/ordinary-user.ts'])
})
