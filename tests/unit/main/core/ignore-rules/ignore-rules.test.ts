import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { walkFiles } from '../../../../../src/main/adapters/file-search/walk-files'
import { IgnoreRules, isIgnored } from '../../../../../src/main/core/ignore-rules/ignore-rules'
import { ignoreCases, type IgnoreCase } from './cases'

let root: string
const plenty = () => ({ left: 1e9 })

function git(args: readonly string[], input = ''): readonly string[] {
  const env = { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', env, input }).split('\0').slice(0, -1)
}

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}

const folderOf = (at: number): string => `case-${at}`
const named = ignoreCases.flatMap(({ paths }, at) => paths.map((path) => `${folderOf(at)}/${path}`))

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'ignore-rules-'))
  git(['init', '-q'])
  for (const [at, { rules, paths, more = {} }] of ignoreCases.entries()) {
    for (const path of paths) write(`${folderOf(at)}/${path}`, '')
    for (const [file, text] of Object.entries({ '.gitignore': rules, ...more }))
      write(`${folderOf(at)}/${file}`, text)
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Whether a path of a case is ignored, or lies in a folder that is. */
function saysIgnored({ rules, more = {} }: IgnoreCase, path: string): boolean | undefined {
  const files: Readonly<Record<string, string>> = { '.gitignore': rules, ...more }
  const all = [new IgnoreRules('', rules)]
  const parts = path.split('/')
  for (let end = 1; end < parts.length; end += 1) {
    const folder = parts.slice(0, end).join('/')
    const verdict = isIgnored(folder, true, all, plenty())
    if (verdict !== false) return verdict
    const own = files[`${folder}/.gitignore`]
    if (own !== undefined) all.push(new IgnoreRules(folder, own))
  }
  return isIgnored(path, false, all, plenty())
}

test('rules leave out what git leaves out', () => {
  const input = named.map((path) => `${path}\0`).join('')
  const byGit = git(['check-ignore', '-z', '--stdin', '--no-index'], input)
  const ours = ignoreCases.flatMap((each, at) =>
    each.paths.filter((path) => saysIgnored(each, path)).map((path) => `${folderOf(at)}/${path}`),
  )
  expect(named.length).toBeGreaterThan(250)
  expect(ours).toEqual(byGit)
})

test('a walk lists the files that git lists as its own to take', async () => {
  const byGit = git(['ls-files', '-z', '--others', '--exclude-standard'])
  expect((await walkFiles(root, new AbortController().signal)).sort()).toEqual([...byGit].sort())
})

const deep = `${'a/'.repeat(60)}f`

test.each([
  ['stars over folders', `${'a/**/'.repeat(8)}b`, deep],
  ['the same many times', `${'a/**/'.repeat(190)}b`, `${'a/'.repeat(1900)}f`],
  ['stars in a name', `${'*a'.repeat(120)}*b`, 'a'.repeat(255)],
  ['stars in a name of a path', `x/${'*a'.repeat(120)}*b`, `x/${'a'.repeat(255)}`],
  ['both', `${'**/*a*a*a/'.repeat(60)}b`, `${'aaaaaaa/'.repeat(250)}c`],
  ['brackets', `*${'[[:alpha:]-z]'.repeat(60)}[!a]`, 'a'.repeat(255)],
  ['brackets that open again and again', `*[${'[:'.repeat(400)}]x`, '['.repeat(255)],
])('a pattern of many %s costs no more than its length by that of the path', (_, pattern, path) => {
  const budget = plenty()
  expect(isIgnored(path, false, [new IgnoreRules('', pattern)], budget)).toBe(false)
  expect(1e9 - budget.left).toBeLessThanOrEqual(2 * (pattern.length + 2) * (path.length + 2))
})

test('rules without wildcards are looked up, however many they are', () => {
  const rules = Array.from({ length: 9_000 }, (_, at) => `${'n'.repeat(80)}${at}\n/d/${at}/\n`).join('')
  const budget = plenty()
  const all = [new IgnoreRules('', rules.slice(0, 400_000))]
  expect(isIgnored(`d/e/${'n'.repeat(80)}41`, false, all, budget)).toBe(true)
  expect(isIgnored('d/41', true, all, budget)).toBe(true)
  expect(isIgnored('d/41', false, all, budget)).toBe(false)
  expect(1e9 - budget.left).toBeLessThan(10)
})

test('a rule that is too long decides nothing, but for what it would say itself', () => {
  const long = '*'.repeat(1001)
  const says = (rules: string, path: string) => isIgnored(path, false, [new IgnoreRules('', rules)], plenty())
  expect(says(long, 'a')).toBeUndefined()
  expect(says(`*.o\n${long}`, 'a.o')).toBe(true)
  expect(says(`*.o\n!${long}`, 'a.o')).toBeUndefined()
  expect(says(`!${long}\n*.o`, 'a.o')).toBe(true)
  expect(says(`${long}/`, 'a')).toBe(false)
})

test('where versions of git read a rule otherwise, what fits one reading alone is not told', () => {
  const says = (path: string) => isIgnored(path, false, [new IgnoreRules('', 'a/lib**/x')], plenty())
  const paths = ['a/lib2/x', 'a/lib2/y/x', 'a/libx', 'a/lib2/y', 'b/lib2/y/x']
  expect(paths.map(says)).toEqual([true, undefined, undefined, false, false])
})

test('too many rules, none that are known, and no steps left: nothing is told', () => {
  const many = new IgnoreRules('', '*a\n'.repeat(10_001))
  const unread = new IgnoreRules('', undefined)
  expect(isIgnored('b', false, [many], plenty())).toBeUndefined()
  expect(isIgnored('b', false, [unread], plenty())).toBeUndefined()
  expect(isIgnored('b', false, [new IgnoreRules('', '*a*b')], { left: 1 })).toBeUndefined()
  const budget = plenty()
  const costly = new IgnoreRules('', `${'*a'.repeat(400)}*b*\n`.repeat(300))
  expect(isIgnored('a'.repeat(4000), false, [costly], budget)).toBeUndefined()
  expect(1e9 - budget.left).toBeLessThan(1_001_000)
})
