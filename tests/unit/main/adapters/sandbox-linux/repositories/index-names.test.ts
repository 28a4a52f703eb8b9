import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bytesOf } from '../../../../../../src/main/adapters/sandbox-linux/byte-path'
import { enterFolder } from '../../../../../../src/main/adapters/sandbox-linux/entered-folder'
import { indexLeadsOut } from '../../../../../../src/main/adapters/sandbox-linux/repositories/index-names'
import { gitIndex, type IndexForm } from '../../../../../fakes/git-index'

let base: string
beforeEach(() => {
  base = mkdtempSync('/var/tmp/cs-index-')
})
afterEach(() => {
  rmSync(base, { recursive: true })
})

async function leadsOut(folder = base): Promise<boolean> {
  const entered = enterFolder(bytesOf(folder))
  if (!entered) throw new Error('it was made')
  try {
    return await indexLeadsOut(entered, 'index')
  } finally {
    entered.leave()
  }
}

const hash = '00'.repeat(20)
const long = 'n'.repeat(5000)

const forms: Readonly<Record<string, IndexForm>> = {
  'version 2': { version: 2 },
  'version 3': { version: 3 },
  'version 4': { version: 4 },
}

describe.each(Object.entries(forms))('of %s', (_, form) => {
  test.each([
    ['a', false],
    ['a/..b', false],
    ['..a/.gitignore', false],
    ['.github/x', false],
    ['N', false],
    ['../a', true],
    ['a/../../b', true],
    ['a/..', true],
    ['/a', true],
    ['.git/hooks/x', true],
    ['a/.GIT/x', true],
    ['a/GIT~1/x', true],
    ['a\0/../b', true],
    ['N/../b', true],
  ])('%j (N is a long name)', async (said, is) => {
    const name = said.replace('N', long)
    writeFileSync(join(base, 'index'), gitIndex({ 'a/0': hash, [name]: hash, z: hash }, form))
    expect(await leadsOut()).toBe(is)
  })
})

test('what is read for itself is what stands there', async () => {
  const files = { a: hash, b: hash }
  const write = (part: number): void => {
    writeFileSync(join(base, 'index'), gitIndex(files, { part }))
  }
  write(12)
  expect(await leadsOut()).toBe(false)
  write(84)
  expect(await leadsOut()).toBe(true)
})

test('what is cut short counts as leading out, what git refuses does not', async () => {
  const whole = gitIndex({ [long]: hash, b: hash })
  writeFileSync(join(base, 'index'), whole.subarray(0, 600))
  expect(await leadsOut()).toBe(true)
  writeFileSync(join(base, 'index'), 'no index')
  expect(await leadsOut()).toBe(false)
})

test('how long a hash is stands in the configuration, for a worktree in that of its repository', async () => {
  const files = { a: '00'.repeat(32), '../b': '00'.repeat(32) }
  const worktree = join(base, 'worktrees/one')
  mkdirSync(worktree, { recursive: true })
  writeFileSync(join(worktree, 'commondir'), '../..\n')
  const config = (text: string): void => {
    writeFileSync(join(base, 'config'), text)
  }
  for (const folder of [base, worktree]) {
    writeFileSync(join(folder, 'index'), gitIndex({ a: '00'.repeat(32) }, { hash: 32 }))
    config('[extensions]\n\tobjectFormat = sha256\n')
    expect(await leadsOut(folder)).toBe(false)
    config('[extensions] objectFormat = "sha256"\n')
    expect(await leadsOut(folder)).toBe(true)
    config('[extensions]\n\tobjectFormat = "sha256"\n')
    writeFileSync(join(folder, 'index'), gitIndex(files, { hash: 32 }))
    expect(await leadsOut(folder)).toBe(true)
    writeFileSync(join(folder, 'commondir'), '.\n')
    writeFileSync(join(folder, 'index'), gitIndex({}))
    expect(await leadsOut(folder)).toBe(true)
  }
})

test.each([
  ['sha1', '2', 'false'],
  ['sha1', '4', 'true'],
  ['sha256', '2', 'true'],
  ['sha256', '4', 'false'],
])('one that git wrote (%s, version %s, in parts: %s) does not', async (format, version, parts) => {
  const git = (args: readonly string[], input = ''): void => {
    execFileSync('git', args, { cwd: base, input, env: { PATH: process.env.PATH, HOME: base } })
  }
  git(['init', '-q', `--object-format=${format}`])
  for (const [key, value] of [
    ['index.version', version],
    ['index.threads', '4'],
    ['index.recordOffsetTable', parts],
    ['index.recordEndOfIndexEntries', parts],
  ] as const)
    git(['config', key, value])
  const blob = 'ab'.repeat(format === 'sha1' ? 20 : 32)
  const names = Array.from(
    { length: 25_000 },
    (_, number) => `100644 ${blob}\tfolder ${String(number % 97)}/é${String(number)}\n`,
  )
  git(['update-index', '--index-info'], names.join(''))
  writeFileSync(join(base, 'new'), 'x')
  git(['add', '-N', 'new'])
  expect(readFileSync(join(base, '.git/index')).includes('IEOT')).toBe(parts === 'true')
  expect(await leadsOut(join(base, '.git'))).toBe(false)
})
