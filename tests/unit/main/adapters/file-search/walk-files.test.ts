import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { walkFiles } from '../../../../../src/main/adapters/file-search/walk-files'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'walk-files-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(name: string, text = ''): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}
const walk = (from = '') => walkFiles(root, new AbortController().signal, from)

test('a rule of many stars over folders in folders holds nothing up', async () => {
  write('.gitignore', `${'a/**/'.repeat(8)}b\n`)
  write(`${'a/'.repeat(60)}f`)
  expect(await walk()).toEqual(['.gitignore', `${'a/'.repeat(60)}f`])
})

/** A signal that says at its reading of a number that it is aborted. `turns`: the readings before which others had their turn. */
function endsAt(reading: number) {
  const { signal } = new AbortController()
  const seen = { signal, readings: 0, turns: 0 }
  let hadTurn = false
  Object.defineProperty(signal, 'aborted', {
    get: () => {
      seen.readings += 1
      if (hadTurn) seen.turns += 1
      hadTurn = false
      setImmediate(() => {
        hadTurn = true
      })
      return seen.readings >= reading
    },
  })
  return seen
}

test('others have their turn while rules that cost much are compared, and what these may leave out is', async () => {
  write('.gitignore', `${'*a'.repeat(60)}*b*\n`.repeat(5000))
  for (let at = 0; at < 20; at += 1) write(`d/${'a'.repeat(200)}${at}`)
  const whole = endsAt(1000)
  expect(await walkFiles(root, whole.signal)).toEqual(['.gitignore'])
  expect(whole.turns).toBeGreaterThan(7)
  const ended = endsAt(5)
  await walkFiles(root, ended.signal)
  expect(ended.readings).toBe(5)
})

test('a file of rules that is too large may leave out anything; a folder has no rules', async () => {
  write('a/.gitignore', `${'#'.repeat(1024 * 1024)}\n`)
  write('a/x')
  write('b/.gitignore/x')
  write('b/y')
  expect((await walk()).sort()).toEqual(['b/.gitignore/x', 'b/y'])
})

test('of many files with many rules so many are kept; what the others may leave out is', async () => {
  for (let at = 0; at < 40; at += 1) {
    write(`d${at}/.gitignore`, 'x*\n'.repeat(10_000))
    write(`d${at}/a`)
  }
  const listed = (await walk()).filter((file) => file.endsWith('/a')).length
  expect(listed).toBeGreaterThan(20)
  expect(listed).toBeLessThan(40)
})

test('of a folder that rules above it leave out nothing is listed', async () => {
  write('.gitignore', 'out/\n/lib/*\n!/lib/kept\n')
  write('out/deep/x')
  write('lib/kept/x')
  write('lib/other/x')
  const found = await Promise.all(['out/deep', 'lib/kept', 'lib/other', 'lib'].map(walk))
  expect(found).toEqual([[], ['lib/kept/x'], [], ['lib/kept/x']])
})
