import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Looks } from '../../../../../src/main/adapters/sandbox-linux/looks'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-looks-')))
afterAll(() => {
  rmSync(base, { recursive: true })
})
const at = (path: string): string => join(base, path)
mkdirSync(at('a/b'), { recursive: true })
writeFileSync(at('a/b/file'), '')
for (const [name, target] of [
  ['to-a', 'a'],
  ['a/up', '..'],
  ['a/b/round', 'round'],
  ['nowhere', 'missing'],
  ['to-link', 'to-a/b'],
] as const)
  symlinkSync(target, at(name))

const bySystem = (path: string): string => {
  try {
    return realpathSync.native(path)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? ''
  }
}

test.each([
  ...['a', 'a/b/file', 'to-a', 'to-a/b/file', 'a/up', 'a/up/to-link/file', 'a/b/round', 'a/b/round/x'],
  ...['nowhere', 'nowhere/x', 'missing/x', 'a/b/file/x', 'to-a/b/../b', './a', 'a/', `a/${'n'.repeat(300)}`],
])('%s leads where the system says', (path) => {
  for (const looks of [new Looks(), new Looks()]) {
    const found = looks.follow(`${base}/${path}`)
    const said = {
      there: 'path' in found && found.path,
      missing: 'ENOENT',
      unreachable: 'code' in found && found.code,
    }
    expect(said[found.kind]).toBe(bySystem(`${base}/${path}`))
    expect(found.kind === 'there').toBe(looks.real(`${base}/${path}`) !== undefined)
  }
})

test('the top of the file system is itself', () => {
  expect(new Looks().real('/')).toBe('/')
})

test('what was seen stays as it was seen, and another look sees what is there now', () => {
  const looks = new Looks()
  expect(looks.real(at('a/b'))).toBe(at('a/b'))
  renameSync(at('a'), at('c'))
  expect([looks.real(at('a/b')), new Looks().real(at('a/b'))]).toEqual([at('a/b'), undefined])
  renameSync(at('c'), at('a'))
})
