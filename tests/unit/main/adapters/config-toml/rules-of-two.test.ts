import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { expect, onTestFinished, test } from 'vitest'
import { GrantBook } from '../../../../../src/main/core/approvals/grant-book'
import { rulesOfHome } from '../../../../fakes/rules-of-home'

const at = { sessionId: 's', turnId: 't' }
const rule = (id: string, more: Partial<StoredGrant> = {}): StoredGrant => ({
  id,
  scope: 'rule',
  ...at,
  key: `key of ${id}`,
  command: ['npm', id],
  cwd: '/work',
  kind: 'only-this',
  grants: [],
  createdAt: '2026-11-21T09:00:00.000Z',
  ...more,
})

/** Two engines of one home, such as the window's and an app-server's. */
function twoBooks() {
  const home = mkdtempSync(join(tmpdir(), 'cs-rules-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const book = (): GrantBook => new GrantBook(rulesOfHome(home).saved, () => undefined)
  return { home, one: book(), other: book() }
}

const find = (book: GrantBook, id: string) => book.find({ keys: [`key of ${id}`], command: ['npm', id] }, at)
const ids = async (book: GrantBook) => (await book.list()).map(({ id }) => id)

test('a rule that was revoked in one engine is not used in another, and does not come back', async () => {
  const { one, other } = twoBooks()
  await one.add(rule('a'))
  expect((await find(other, 'a'))?.records.length).toBe(1)
  await one.revoke('a')
  expect(await find(other, 'a')).toBeUndefined()
  await other.add(rule('b'))
  expect([await ids(one), await ids(other), await find(one, 'a')]).toEqual([['b'], ['b'], undefined])
})

test('a rule that one engine saves is kept by the other, and holds there', async () => {
  const { one, other } = twoBooks()
  await one.list()
  await other.add(rule('b'))
  await one.add(rule('a'))
  expect([await ids(one), await ids(other)]).toEqual([
    ['b', 'a'],
    ['b', 'a'],
  ])
})

test('changes at the same moment are all made, in one engine', async () => {
  const { home, one } = twoBooks()
  await one.add(rule('gone'))
  await Promise.all([
    ...['a', 'b', 'c'].map((id) => one.add(rule(id))),
    one.revoke('gone'),
    one.add(rule('d')),
  ])
  expect([await ids(one), readdirSync(home)]).toEqual([['a', 'b', 'c', 'd'], ['rules.toml']])
})

test('a file that was changed by hand counts at the next look, one that is damaged grants nothing', async () => {
  const { home, one } = twoBooks()
  const file = join(home, 'rules.toml')
  await one.add(rule('a'))
  expect((await find(one, 'a'))?.records.length).toBe(1)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('key of a', 'key of b'))
  expect([await find(one, 'a'), (await find(one, 'b'))?.records.length]).toEqual([undefined, 1])
  writeFileSync(file, text.slice(1))
  expect([await find(one, 'a'), await find(one, 'b')]).toEqual([undefined, undefined])
  await expect(one.list()).rejects.toThrow('rules.toml:1: not valid TOML')
  writeFileSync(file, text)
  expect((await find(one, 'a'))?.records.length).toBe(1)
})

test('what is given for a session in one engine is not there in another', async () => {
  const { one, other } = twoBooks()
  await one.add(rule('a', { scope: 'session', kind: 'outside', grants: [{ kind: 'unsandboxed' }] }))
  expect([(await find(one, 'a'))?.kind, await find(other, 'a')]).toEqual(['outside', undefined])
})
