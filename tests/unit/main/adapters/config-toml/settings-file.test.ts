import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { expect, test } from 'vitest'
import { loadSettings } from '../../../../../src/main/adapters/config-toml/load-settings'
import { createSettingsFile } from '../../../../../src/main/adapters/config-toml/settings-file'
import { folderWith } from '../../../../fakes/settings-home'

const text = `# what I use
model = "a" # the small one

# how careful
approval_policy = "untrusted"

[model_providers.local] # at home
base_url = "http://127.0.0.1:1/v1"
http_headers = { x-team = "planted-secret" }
`

async function settings(files: Readonly<Record<string, string>>) {
  const { at, root } = folderWith(files)
  const place = { home: at('home'), env: {}, managed: [at('managed.toml')] }
  const store = createSettingsFile(place, await loadSettings(place), () => undefined)
  return { store, file: at('home/config.toml'), at, root }
}

test('an edit keeps comments, order and the file’s mode', async () => {
  const { store, file } = await settings({ 'home/config.toml': text })
  chmodSync(file, 0o640)
  const { version } = await store.read()
  const reply = await store.write(version, [
    { key: 'model', value: 'b' },
    { key: 'approval_policy', value: null },
    { key: 'features.sandbox_command_assessment', value: false },
  ])
  expect(reply.kind).toBe('written')
  const edited = readFileSync(file, 'utf8')
  expect(edited).toContain('# what I use\nmodel = "b" # the small one\n')
  expect(edited).toContain(
    '[model_providers.local] # at home\nbase_url = "http://127.0.0.1:1/v1"\nhttp_headers = { x-team = "planted-secret" }\n',
  )
  expect(edited).not.toContain('approval_policy')
  expect((await store.read()).rows).toContainEqual({
    key: 'features.sandbox_command_assessment',
    value: false,
    source: 'config',
    where: expect.stringMatching(/config\.toml:\d+$/) as string,
  })
  expect(statSync(file).mode & 0o777).toBe(0o640)
})

test('an edit of a file that was changed by hand meanwhile is not made', async () => {
  const { store, file } = await settings({ 'home/config.toml': text })
  const { version } = await store.read()
  const byHand = `${text}\n[tui]\nnotifications = false\n`
  writeFileSync(file, byHand)
  const reply = await store.write(version, [{ key: 'model', value: 'b' }])
  expect(reply).toMatchObject({
    kind: 'conflict',
    view: {
      rows: expect.arrayContaining([expect.objectContaining({ key: 'tui.notifications' })]) as unknown,
    },
  })
  expect(readFileSync(file, 'utf8')).toBe(byHand)
})

test.each<[key: string, value: string | number, message: RegExp]>([
  ['sandbox_mode', 'everything', /sandbox_mode is "everything"; expected one of "read-only"/],
  ['sandbox_mod', 'read-only', /unknown key "sandbox_mod" \(did you mean "sandbox_mode"\?\)/],
  ['a b', 1, /is no key/],
  ['model.name', 'x', /model is a table; expected text in quotes/],
])('an edit that would not be valid is refused and nothing is written: %s', async (key, value, message) => {
  const { store, file, at } = await settings({ 'home/config.toml': text })
  const { version } = await store.read()
  const reply = await store.write(version, [
    { key: 'model', value: 'b' },
    { key, value },
  ])
  expect(reply).toEqual({ kind: 'refused', message: expect.stringMatching(message) as string })
  expect([readFileSync(file, 'utf8'), readdirSync(at('home'))]).toEqual([text, ['config.toml']])
})

test('the first edit makes the file, for its owner alone', async () => {
  const { store, file } = await settings({ 'other/x': '' })
  expect(existsSync(file)).toBe(false)
  const { version } = await store.read()
  expect((await store.write(version, [{ key: 'sandbox_mode', value: 'read-only' }])).kind).toBe('written')
  expect([readFileSync(file, 'utf8').trim(), statSync(file).mode & 0o777]).toEqual([
    'sandbox_mode = "read-only"',
    0o600,
  ])
})

test('an edit goes through a symbolic link to the file it stands for', async () => {
  const { store, file, at } = await settings({ 'dotfiles/config.toml': text, 'home/x': '' })
  symlinkSync(at('dotfiles/config.toml'), file)
  const { version } = await store.read()
  await store.write(version, [{ key: 'model', value: 'b' }])
  expect(readFileSync(at('dotfiles/config.toml'), 'utf8')).toContain('model = "b"')
})

test('of two edits made on one version the second is told', async () => {
  const { store } = await settings({ 'home/config.toml': text })
  const { version } = await store.read()
  const replies = await Promise.all([
    store.write(version, [{ key: 'model', value: 'b' }]),
    store.write(version, [{ key: 'model', value: 'c' }]),
  ])
  expect(replies.map(({ kind }) => kind)).toEqual(['written', 'conflict'])
})

test('what may be a key is not in the view, and what is managed names its file', async () => {
  const { store, at } = await settings({
    'home/config.toml': text,
    'managed.toml': '\nsandbox_mode = "read-only"',
  })
  const view = await store.read()
  expect(JSON.stringify(view)).not.toContain('planted-secret')
  expect(view.rows).toContainEqual({
    key: 'sandbox_mode',
    value: 'read-only',
    source: 'managed',
    where: `${at('managed.toml')}:2`,
  })
})

test('a file broken by hand is told, and no session begins on it', async () => {
  const { store, file } = await settings({ 'home/config.toml': text })
  writeFileSync(file, 'model = ')
  expect(await store.read()).toMatchObject({
    problem: expect.stringMatching(/config\.toml:1: not valid TOML/) as string,
    rows: expect.arrayContaining([expect.objectContaining({ key: 'model', value: 'a' })]) as unknown,
  })
  await expect(store.defaults('/')).rejects.toMatchObject({ code: 'bad-request' })
})

test('whoever follows is told whenever the file was read anew, and no more afterwards', async () => {
  const { store, file } = await settings({ 'home/config.toml': text })
  const told: (string | undefined)[] = []
  const end = store.follow(() => told.push(store.config().window?.theme))
  const { version } = await store.read()
  await store.write(version, [{ key: 'window.theme', value: 'dark' }])
  writeFileSync(file, `${text}\n[window]\ntheme = "light"\n`)
  await store.read()
  writeFileSync(file, 'theme =')
  await store.read()
  end()
  await store.read()
  expect([told.includes('dark'), told.at(-1)]).toEqual([true, 'light'])
})
