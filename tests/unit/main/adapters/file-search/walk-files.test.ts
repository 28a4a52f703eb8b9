import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { walkFiles } from '../../../../../src/main/adapters/file-search/walk-files'

const turn = vi.hoisted(() => vi.fn(() => Promise.resolve()))
vi.mock('node:timers/promises', () => ({ setImmediate: turn }))

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

test('others have their turn while rules that cost much are compared, and what these may leave out is', async () => {
  write('.gitignore', `${'*a'.repeat(60)}*b*\n`.repeat(5000))
  for (let at = 0; at < 20; at += 1) write(`d/${'a'.repeat(200)}${at}`)
  turn.mockClear()
  expect(await walk()).toEqual(['.gitignore'])
  expect(turn.mock.calls.length).toBeGreaterThan(5)
  const stop = new AbortController()
  turn.mockClear()
  turn.mockImplementation(() => {
    stop.abort()
    return Promise.resolve()
  })
  await walkFiles(root, stop.signal)
  expect(turn).toHaveBeenCalledTimes(1)
})

test('a file of rules that is too large may leave out anything; a folder has no rules', async () => {
  write('a/.gitignore', `${'#'.repeat(1024 * 1024)}\n`)
  write('a/x')
  write('b/.gitignore/x')
  write('b/y')
  expect((await walk()).sort()).toEqual(['b/.gitignore/x', 'b/y'])
})

test('of a folder that rules above it leave out nothing is listed', async () => {
  write('.gitignore', 'out/\n/lib/*\n!/lib/kept\n')
  write('out/deep/x')
  write('lib/kept/x')
  write('lib/other/x')
  const found = await Promise.all(['out/deep', 'lib/kept', 'lib/other', 'lib'].map(walk))
  expect(found).toEqual([[], ['lib/kept/x'], [], ['lib/kept/x']])
})
