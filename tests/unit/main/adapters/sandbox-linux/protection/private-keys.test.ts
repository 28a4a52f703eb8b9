import { lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  findPrivateKeys,
  type KeyBounds,
} from '../../../../../../src/main/adapters/sandbox-linux/protection/private-keys'

const key = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0B\n'.repeat(4)}-----END PRIVATE KEY-----\n`
const bounds: KeyBounds = {
  ...{ depth: 6, entries: 500, ms: 60_000 },
  ...{ entriesInOne: 200, keysInOne: 5, againMs: 0, slackMs: 20 },
}

let base = ''
let home = ''
beforeEach(() => {
  base = mkdtempSync('/var/tmp/cs-private-')
  home = join(base, 'home')
  for (const each of [home, join(base, 'state')]) mkdirSync(each)
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})

function put(name: string | Buffer, text = key): void {
  const path = typeof name === 'string' ? join(home, name) : Buffer.concat([Buffer.from(`${home}/`), name])
  if (typeof path === 'string') mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
const open = () => findPrivateKeys(home, join(base, 'state'), bounds)

/** What is known when looks are over that began from now on. */
async function found(keys: ReturnType<typeof findPrivateKeys>): Promise<readonly string[]> {
  const mark = join(home, 'a-mark')
  put('a-mark')
  await expect.poll(() => keys.found(), { interval: 5 }).toContain(mark)
  rmSync(mark)
  await expect.poll(() => keys.found(), { interval: 5 }).not.toContain(mark)
  return keys
    .found()
    .map((path) => path.slice(home.length + 1))
    .toSorted()
}

test.each<[string, string]>([
  ['behind a byte order mark', `\uFEFF${key}`],
  ['set in, as in YAML', `tls:\n  key: |\n    ${key.replaceAll('\n', '\n    ')}`],
  ['with a name, as in an environment file', `A=b\nexport APP_KEY="${key.replaceAll('\n', '\\n')}"\n`],
  ['with a name, as in JSON', JSON.stringify({ a: 1, privateKey: key })],
  ['an age identity alone', `AGE-SECRET-KEY-1${'QPZRY9X8GF'.repeat(6)}\n`],
])('a key is one %s', async (_, text) => {
  put('file', text)
  expect(await found(open())).toEqual(['file'])
})

test.each<[string, string]>([
  ['a sentence', `It begins with "-----BEGIN PRIVATE KEY-----" and goes on for a while, up to its end.\n`],
  ['a public key', key.replaceAll('PRIVATE', 'PUBLIC')],
  ['a name that says so', `PRIVATE_KEY=${'a'.repeat(100)}\n`],
])('%s is none', async (_, text) => {
  put('file', text)
  expect(await found(open())).toEqual([])
})

test('in a folder that got another name, or the place of another, keys are found anew, in this engine and the next', async () => {
  put('mine/in/deep.pem')
  put('other/in/note', 'x'.repeat(200))
  const keys = open()
  expect(await found(keys)).toEqual(['mine/in/deep.pem'])
  const changed = lstatSync(join(home, 'mine/in/deep.pem')).ctimeMs
  await expect.poll(() => Date.now(), { interval: 5 }).toBeGreaterThan(changed + bounds.slackMs)
  // No file looks changed since: only the folders are.
  await found(keys)
  renameSync(join(home, 'mine'), join(home, 'kept'))
  renameSync(join(home, 'other'), join(home, 'mine'))
  expect(await found(keys)).toEqual(['kept/in/deep.pem'])
  renameSync(join(home, 'mine'), join(home, 'x'))
  renameSync(join(home, 'kept'), join(home, 'mine'))
  expect(await found(open())).toEqual(['mine/in/deep.pem'])
})

test('files without number in one folder hide no key in another, nor one that is known', async () => {
  put('work/known.pem')
  put('zeta/deep/er/other.pem')
  const keys = open()
  await found(keys)
  for (let number = 0; number < 300; number += 1) put(`work/a${String(number)}/fill`, '')
  put('zeta/deep/er/new.pem')
  expect(await found(keys)).toEqual(['work/known.pem', 'zeta/deep/er/new.pem', 'zeta/deep/er/other.pem'])
  expect(await found(open())).toContain('work/known.pem')
})

test('what only looks like keys, without number in one folder, hides none in another', async () => {
  for (let number = 0; number < 20; number += 1) put(`work/${String(number)}.pem`)
  put('zeta/deep/er/other.pem')
  expect((await found(open())).filter((path) => !path.startsWith('work/'))).toEqual([
    'zeta/deep/er/other.pem',
  ])
})

test('a name that is no text hides none of its neighbours', async () => {
  mkdirSync(join(home, 'folder'))
  for (const number of [1, 2, 3]) put(Buffer.from(`folder/\xFF${String(number)}`, 'latin1'))
  put('folder/deploy.pem')
  expect(await found(open())).toEqual(['folder/deploy.pem'])
})

test('a file of an earlier version, or a damaged one, only means a whole look', async () => {
  put('deploy.pem')
  for (const text of ['', '{', JSON.stringify({ lookedMs: Date.now() + 60_000, keys: [] })]) {
    writeFileSync(join(base, 'state/private-keys.json'), text)
    expect(await found(open())).toEqual(['deploy.pem'])
  }
})
