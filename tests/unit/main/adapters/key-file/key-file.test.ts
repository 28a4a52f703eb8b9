import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FaultError } from '@shared/domain/fault'
import { expect, onTestFinished, test } from 'vitest'
import { createKeyFile } from '../../../../../src/main/adapters/key-file/key-file'
import type { KeySeal } from '../../../../../src/main/core/ports/key-store'

function place(content?: string, mode = 0o600) {
  const home = mkdtempSync(join(tmpdir(), 'cs-keys-'))
  onTestFinished(() => {
    rmSync(home, { recursive: true })
  })
  const file = join(home, 'auth.json')
  if (content !== undefined) {
    writeFileSync(file, content)
    chmodSync(file, mode)
  }
  return { home, file, text: () => readFileSync(file, 'utf8') }
}

const turned = (text: string): string => Array.from(text).reverse().join('')

/** Turns a text round: enough to tell what was sealed from what was not. */
const seal: KeySeal = {
  place: 'the keyring',
  seal: (key) => Promise.resolve(`~${turned(key)}`),
  open: (sealed) => Promise.resolve(sealed.startsWith('~') ? turned(sealed.slice(1)) : undefined),
}

test('a saved key is read again, also by another store, from a file for its owner alone', async () => {
  const { home, file } = place()
  await (await createKeyFile(home)).save('OPENAI_API_KEY', 'sk-one')
  expect((await createKeyFile(home)).read('OPENAI_API_KEY')).toBe('sk-one')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('with a keyring the key itself is not in the file, and a store without it has no key', async () => {
  const { home, text } = place('{"OPENAI_API_KEY":"sk-old","tokens":{"id":1}}')
  const sealed = await createKeyFile(home, seal)
  expect([sealed.place, sealed.read('OPENAI_API_KEY')]).toEqual(['the keyring', 'sk-old'])
  await sealed.save('OPENAI_API_KEY', 'sk-planted')
  expect(text()).not.toMatch(/sk-/)
  expect(JSON.parse(text())).toMatchObject({ tokens: { id: 1 } })
  expect([sealed.read('OPENAI_API_KEY'), (await createKeyFile(home)).read('OPENAI_API_KEY')]).toEqual([
    'sk-planted',
    undefined,
  ])
})

test('a removed key is gone, sealed or not', async () => {
  const { home } = place()
  await (await createKeyFile(home)).save('A', 'one')
  await (await createKeyFile(home, seal)).save('B', 'two')
  await (await createKeyFile(home)).remove('A')
  await (await createKeyFile(home)).remove('B')
  expect([(await createKeyFile(home)).read('A'), (await createKeyFile(home, seal)).read('B')]).toEqual([
    undefined,
    undefined,
  ])
})

test.each([
  ['readable for others', '{"A":"one"}', 0o644],
  ['damaged', '{"A":', 0o600],
  ['of another shape', '["A"]', 0o600],
])('a file %s holds no key and is left as it is', async (_, content, mode) => {
  const { home, text } = place(content, mode)
  const keys = await createKeyFile(home)
  expect(keys.read('A')).toBeUndefined()
  await expect(keys.save('B', 'two')).rejects.toThrow(FaultError)
  expect(text()).toBe(content)
})

test.each(['sealed', '__proto__', 'toString'])('"%s" is no key', async (name) => {
  expect((await createKeyFile(place('{"sealed":{}}').home)).read(name)).toBeUndefined()
})

test('a keyring that does not encrypt keeps nothing', async () => {
  const { home } = place()
  mkdirSync(home, { recursive: true })
  const broken: KeySeal = {
    ...seal,
    seal: () => Promise.reject(new FaultError({ code: 'store-failed', message: 'no keyring' })),
  }
  await expect((await createKeyFile(home, broken)).save('A', 'one')).rejects.toThrow('no keyring')
  expect((await createKeyFile(home)).read('A')).toBeUndefined()
})

test('all keys that lie there, sealed or not, and those saved later are known for what must not be told', async () => {
  const { home } = place(JSON.stringify({ A: 'plain-one', sealed: { B: '~owt-delaes' }, tokens: { id: 1 } }))
  const keys = await createKeyFile(home, seal)
  await keys.save('C', 'saved-three')
  await keys.remove('C')
  expect(keys.secrets().toSorted()).toEqual(['plain-one', 'saved-three', 'sealed-two'])
})
