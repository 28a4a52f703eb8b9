import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fitsPath,
  readPathPattern,
  type PathPattern,
} from '../../../../../src/main/core/effect-rules/path-pattern'
import { whyRefused } from '../../../../../src/main/core/effect-rules/refused-pattern'
import { runsBySeed } from '../../../../fakes/by-seed'

const places = { home: '/home/dev', workspace: '/home/dev/src/shop' }

const pattern = (text: string): PathPattern => {
  const read = readPathPattern(text)
  if ('problem' in read) throw new Error(`${text}: ${read.problem}`)
  return read
}
const fits = (text: string, path: string, folder = false): boolean =>
  fitsPath(
    pattern(text),
    { path: path.startsWith('/') ? path : `${places.workspace}/${path}`, folder },
    places,
  )

test.each([
  ['dist/**', 'dist/a/b.js', true],
  ['dist/**', 'dist/.hidden', true],
  ['dist/**', 'distant/a', false],
  ['dist/**', 'dist', false],
  ['dist/**', 'sub/dist/a', false],
  ['dist/', 'dist', true],
  ['**', 'a/b', true],
  ['**/*.snap', 'a/b/c.snap', true],
  ['**/*.snap', 'c.snap', true],
  ['*.js', 'a/b.js', false],
  ['a/**/z', 'a/z', true],
  ['a/**/b/**/z', 'a/x/b/y/b/z', true],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['app/[id]/page.tsx', 'app/[id]/page.tsx', true],
  ['app/[id]/page.tsx', 'app/i/page.tsx', false],
  ['DIST/**', 'dist/a', false],
  ['~/.cache/shop/**', '/home/dev/.cache/shop/x', true],
  ['~/.cache/shop/**', '/home/eve/.cache/shop/x', false],
  ['/srv/out/*', '/srv/out/x', true],
  ['/srv/out/*', '/srv/out/x/y', false],
  ['**', '/home/dev/src/other', false],
])('%s and %s: %s', (text, path, expected) => {
  expect(fits(text, path)).toBe(expected)
})

test('the folder before /** is meant as a folder, and as nothing else', () => {
  expect(fits('dist/**', 'dist', true)).toBe(true)
  expect(fits('**', places.workspace, true)).toBe(false)
})

test.each(['', '../x', 'a/../b', './a', 'a//b', 'a**b', 'x\u0000', '~/', '/'])('%j is no pattern', (text) => {
  expect(readPathPattern(text)).toHaveProperty('problem')
})

const engine = ['/home/dev/.countersign-home', '/opt/countersign']
const refused = (text: string, workspace?: string): string | undefined =>
  whyRefused(pattern(text), { home: '/home/dev', engine, workspace })

test.each([
  ['/**', 'the whole system'],
  ['/*/x', 'the whole system'],
  ['~/**', 'the home folder'],
  ['~/*/x', 'the home folder'],
  ['/home/**', 'the home folder'],
  ['/home/dev/**', 'the home folder'],
  ['/etc/hosts', 'the system'],
  ['/usr/local/**', 'the system'],
  ['~/.ssh/**', '.ssh'],
  ['~/.config/**', 'keys'],
  ['~/.aws/credentials', '.aws'],
  ['~/.mozilla/**', '.mozilla'],
  ['~/.countersign-home/x', 'this program'],
  ['/opt/**', 'this program'],
  ['dist/.git/**', 'git'],
  ['**/.git/config', 'git'],
  ['.claude/**', '.claude'],
])('%s is in no rule', (text, reason) => {
  expect(refused(text)).toContain(reason)
})

test('a pattern from the workspace is looked at again where that is the home folder', () => {
  expect(refused('**')).toBeUndefined()
  expect(refused('**', '/home/dev/src/shop')).toBeUndefined()
  expect(refused('**', '/home/dev')).toContain('home folder')
  expect(refused('dist/**', '/home/dev')).toBeUndefined()
  expect(refused('**', '/home')).toContain('home folder')
})

/** The same in the dullest way: every way to take the names. */
function plainly(parts: readonly string[], names: readonly string[]): boolean {
  const [part, ...rest] = parts
  if (part === undefined) return names.length === 0
  if (part === '**') return plainly(rest, names) || (names.length > 0 && plainly(parts, names.slice(1)))
  const [name, ...others] = names
  return name !== undefined && letters(part, name) && plainly(rest, others)
}
function letters(part: string, name: string): boolean {
  if (part === '') return name === ''
  if (part.startsWith('*'))
    return letters(part.slice(1), name) || (name !== '' && letters(part, name.slice(1)))
  return name !== '' && (part.startsWith('?') || part[0] === name[0]) && letters(part.slice(1), name.slice(1))
}

test('patterns agree with a plain model', () => {
  const text = (...from: readonly string[]) =>
    fc.array(fc.constantFrom(...from), { minLength: 1, maxLength: 3 }).map((letters) => letters.join(''))
  const part = fc.oneof(
    fc.constant('**'),
    text('a', 'b', '?', '*a', 'b*').filter((each) => !each.includes('**')),
  )
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 4 }),
      fc.array(text('a', 'b'), { minLength: 1, maxLength: 5 }),
      (parts, names) => {
        const wanted = plainly(parts.at(-1) === '**' ? [...parts, '*'] : parts, names)
        expect(fits(parts.join('/'), names.join('/'))).toBe(wanted)
      },
    ),
    { numRuns: runsBySeed(5000) },
  )
})
