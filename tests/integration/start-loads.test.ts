import { execFileSync, spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cachedDataVersionTag } from 'node:v8'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plainClient, startAppServer } from '../fakes/app-server-client'
import { appServerHome } from '../fakes/app-server-home'
import { serveWindow } from '../fakes/serve-window'

const root = join(import.meta.dirname, '../..')
const recorder = pathToFileURL(join(root, 'tests/fakes/loaded-at-exit.ts')).href

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-start-'))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

interface Loaded {
  readonly urls: readonly string[]
  readonly builtIn: readonly string[]
  /** How many schemas were made. */
  readonly schemas: number
  /** What V8 takes code from a cache by: its version and its flags. */
  readonly codeTag: number
}

/** What the built program has loaded when it has said its first line, or, where `whole`, when it ends by itself. */
async function loadedBy(args: readonly string[], whole = false): Promise<Loaded> {
  const file = join(home, 'loaded.json')
  const child = spawn(process.execPath, ['--import', recorder, join(root, 'out/main/cli.js'), ...args], {
    cwd: home,
    env: { ...process.env, COUNTERSIGN_HOME: join(home, 'state'), LOADED: file },
    stdio: [whole ? 'ignore' : 'pipe', 'pipe', 'inherit'],
  })
  if (args[0] === 'app-server') child.stdin?.write(initialize)
  if (whole) child.stdout?.resume()
  else child.stdout?.once('data', () => child.kill('SIGTERM'))
  await new Promise((resolve) => child.once('exit', resolve))
  return JSON.parse(readFileSync(file, 'utf8')) as Loaded
}

/** The first message of a client, which the app-server answers. */
const initialize = `${JSON.stringify({
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { clientInfo: { name: 'start', version: '1' } },
})}\n`

// The ceilings are what the commands need, and a tenth. Raise one only for something that every such call has to have.
test.each([
  ['--version', 15, 110],
  ['--help', 15, 110],
  ['sandbox -- true', 30, 1_150],
  ['rehearse -- true', 52, 2_380],
  ['assess --no-model -- ls', 49, 2_330],
  ['config', 30, 1_150],
  ['replay', 59, 1_805],
  ['hosts list', 47, 650],
  ['attach --socket /nowhere/engine.sock', 19, 350],
  ['app-server', 61, 655],
])('countersign %s loads at most %i files of %i kB in all', async (line, files, kilobytes) => {
  const { urls, builtIn, codeTag } = await loadedBy(line.split(' '), line !== 'app-server')
  const ours = urls.filter((url) => url.startsWith('file:') && url !== recorder)
  const bytes = ours.reduce((sum, url) => sum + statSync(new URL(url)).size, 0)
  expect({ files: ours.length > files && ours, bytes: bytes > kilobytes * 1000 && bytes }).toEqual({
    files: false,
    bytes: false,
  })
  // Under other flags V8 compiles all of Node's own modules that a start loads.
  expect(codeTag).toBe(cachedDataVersionTag())
  expect(ours.length).toBeGreaterThan(5) // it is what is loaded that is looked at
  expect(builtIn).not.toContain('NativeModule internal/deps/undici/undici')
  expect(ours.filter((url) => /openai|execa/.test(url))).toEqual([])
})

test('an app-server has loaded at most 3,700 kB after a turn of its first session, and nothing of the other protocol; few schemas are made', async () => {
  const at = await appServerHome([{ text: 'Hi.' }])
  const file = join(home, 'loaded.json')
  const env = { ...at.env, NODE_OPTIONS: `--import ${recorder}`, LOADED: file }
  const client = startAppServer({ env, cwd: at.project })
  await client.request(1, 'initialize', plainClient)
  client.send({ method: 'initialized' })
  const { result } = await client.request(2, 'newConversation', { cwd: at.project })
  const { conversationId } = result as { readonly conversationId: string }
  await client.request(3, 'addConversationListener', { conversationId })
  const items = [{ type: 'text', data: { text: 'go' } }]
  await client.request(4, 'sendUserMessage', { conversationId, items })
  await client.event('task_complete')
  await client.end()
  await at.remove()
  const { urls, schemas } = JSON.parse(readFileSync(file, 'utf8')) as Loaded
  // All that its modules describe are six times as many (decision 258).
  expect(schemas).toBeGreaterThan(100) // it is what is made that is counted
  expect(schemas).toBeLessThan(1_200)
  const ours = urls.filter((url) => url.startsWith('file:') && url.endsWith('js') && url !== recorder)
  expect(ours.some((url) => url.includes('/openai-'))).toBe(true) // it is what is loaded that is looked at
  expect(ours.reduce((sum, url) => sum + statSync(new URL(url)).size, 0)).toBeLessThan(3_700_000)
  expect(ours.filter((url) => url.includes('second-connection'))).toEqual([])
})

test('until its address is there `serve` loads neither what speaks to servers nor a client of HTTP', async () => {
  const { urls, builtIn } = await loadedBy(['serve'])
  const packages = urls.flatMap((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? [])
  expect(packages).toContain('ws') // it is what is loaded that is looked at
  expect(packages.filter((name) => /modelcontextprotocol|^ajv|^zod$/.test(name))).toEqual([])
  expect(builtIn).toContain('NativeModule http')
  expect(builtIn).not.toContain('NativeModule internal/deps/undici/undici')
})

test('`serve` says its address before it has loaded an engine, and has the engine after all', async () => {
  const size = (urls: readonly string[]): number =>
    urls
      .filter((url) => url.startsWith('file:') && url !== recorder)
      .reduce((sum, url) => sum + statSync(new URL(url)).size, 0)
  process.env['LOADED_UNTIL'] = 'word'
  const first = await loadedBy(['serve']).finally(() => delete process.env['LOADED_UNTIL'])
  const whole = await loadedBy(['serve'])
  expect(size(first.urls)).toBeGreaterThan(100_000) // it is what is loaded that is looked at
  expect(size(first.urls)).toBeLessThan(490_000)
  expect(size(whole.urls)).toBeGreaterThan(2_000_000)
})

test('nor does it with the first screen of a window, which asks for the models of this machine', async () => {
  const file = join(home, 'loaded.json')
  const env = { ...process.env, NODE_OPTIONS: `--import ${recorder}`, LOADED: file }
  const window = await serveWindow({ ...env, COUNTERSIGN_HOME: join(home, 'state') })
  await window.hello()
  expect(await window.request('model.list', {})).toMatchObject({ ok: true })
  await window.stop()
  const { builtIn } = JSON.parse(readFileSync(file, 'utf8')) as Loaded
  expect(builtIn).toContain('NativeModule http')
  expect(builtIn).not.toContain('NativeModule internal/deps/undici/undici')
})

test('no file of the program is kept with two bytes a letter', () => {
  const files = globSync('out/main/**/*.js', { cwd: root })
  expect(files.length).toBeGreaterThan(50) // it is the bundle that is looked at
  expect(files.filter((file) => readFileSync(join(root, file)).some((byte) => byte > 0x7f))).toEqual([])
})

test('what clients start has a small young space, under flags that V8 takes code from its caches by', async () => {
  const child = spawn(join(root, 'bin/countersign'), ['app-server'], {
    env: { ...process.env, COUNTERSIGN_HOME: join(home, 'state') },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.write(initialize)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const started = readFileSync(`/proc/${String(child.pid)}/cmdline`, 'utf8').split('\0')
  child.stdin.end()
  await new Promise((resolve) => child.once('exit', resolve))
  const flags = started.slice(1, started.indexOf(join(root, 'out/main/cli.js')))
  expect(flags).toEqual([expect.stringMatching(/^--max-semi-space-size=\d$/)])
  const tag = execFileSync(process.execPath, [...flags, '-p', 'v8.cachedDataVersionTag()'], {
    encoding: 'utf8',
  })
  expect(Number(tag)).toBe(cachedDataVersionTag())
  expect(readFileSync(join(root, 'bin/countersign.cmd'), 'utf8')).toContain(` ${flags.join(' ')} `)
})
