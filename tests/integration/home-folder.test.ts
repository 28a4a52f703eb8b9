import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { plainClient, startAppServer } from '../fakes/app-server-client'
import { appServerHome, shellCall, type AppServerHome } from '../fakes/app-server-home'
import { connectMcp } from '../fakes/mcp-client'
import { runCli } from '../fakes/run-cli'

/** The home folder is `base/users/me`, the engine's own lies where it does by default: no variable names it. */
let world: AppServerHome
let home: string
let engine: string
let env: NodeJS.ProcessEnv
const write = shellCall('c1', 'sh', '-c', 'echo "ev""il" > .bashrc; echo wro""te')
beforeEach(async () => {
  world = await appServerHome([write, { text: 'done' }, write, { text: 'done' }], { policy: 'never' })
  home = join(world.base, 'users/me')
  engine = join(home, '.config/countersign')
  mkdirSync(engine, { recursive: true })
  copyFileSync(join(world.base, 'config.toml'), join(engine, 'config.toml'))
  mkdirSync(join(home, 'project'))
  symlinkSync(home, join(world.base, 'to-home'))
  const { COUNTERSIGN_HOME: _, ...rest } = world.env
  env = { ...rest, HOME: home }
})
afterEach(() => world.remove())

const refused = /home folder.*expected .*below/s

test.each<[string, () => string, RegExp]>([
  ['the home folder', () => home, refused],
  ['a link to it', () => join(world.base, 'to-home'), refused],
  ['a folder that holds it', () => dirname(home), refused],
  ['the whole file system', () => '/', /whole file system/],
  ["the engine's own folder", () => engine, /keeps its records/],
])('exec in %s is refused with the reason, and read-only it runs', async (_, folder, reason) => {
  const cd = folder()
  const ran = await runCli(['exec', '--cd', cd, 'go'], { env })
  expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(reason)])
  expect(existsSync(join(home, '.bashrc'))).toBe(false)
  if (cd === engine) return
  const read = await runCli(['exec', '--json', '--sandbox', 'read-only', '--cd', cd, 'go'], { env })
  expect(read.out).toContain('wrote')
  expect(existsSync(join(home, '.bashrc'))).toBe(false)
  // Nothing can be written there, and all that a person has is no thing to be kept for undo.
  expect(existsSync(join(engine, 'checkpoints'))).toBe(false)
})

test('a folder below the home folder is worked in as ever', async () => {
  const ran = await runCli(['exec', '--json', '--cd', join(home, 'project'), 'go'], { env })
  expect([ran.code, existsSync(join(home, 'project/.bashrc'))]).toEqual([0, true])
})

test("a read-only session in the engine's own folder is refused too: keys lie there", async () => {
  const ran = await runCli(['exec', '--sandbox', 'read-only', '--cd', engine, 'go'], { env })
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('keeps its records')])
})

test('sandbox refuses it as well, and runs there read-only', async () => {
  const touch = ['--', 'sh', '-c', 'touch .bashrc; pwd']
  const ran = await runCli(['sandbox', '--cwd', home, ...touch], { env })
  expect([ran.code, ran.err]).toEqual([expect.any(Number), expect.stringMatching(refused)])
  expect(ran.code).not.toBe(0)
  const rooted = await runCli(
    ['sandbox', '--cwd', join(home, 'project'), '--writable-root', home, ...touch],
    { env },
  )
  expect([rooted.code === 0, rooted.err]).toEqual([false, expect.stringContaining('home folder')])
  const read = await runCli(['sandbox', '--policy', 'read-only', '--cwd', home, ...touch], { env })
  expect(read.out.trim()).toBe(home)
  expect(existsSync(join(home, '.bashrc'))).toBe(false)
})

test.each([
  ['.config/countersign', undefined],
  ['settings/countersign', 'settings'],
])(
  'without its own variables the home is %s: a command neither reads nor writes it, and both are high',
  async (own, settings) => {
    const config = join(home, own, 'config.toml')
    mkdirSync(dirname(config), { recursive: true })
    copyFileSync(join(world.base, 'config.toml'), config)
    writeFileSync(join(home, own, 'auth.json'), '{"OPENAI_API_KEY": "sk-planted"}')
    const before = readFileSync(config, 'utf8')
    const variables = settings === undefined ? {} : { XDG_CONFIG_HOME: join(home, settings) }
    const here = { env: { ...env, ...variables }, cwd: join(home, 'project') }
    for (const name of ['auth.json', 'config.toml']) {
      const read = await runCli(['sandbox', '--', 'cat', join(home, own, name)], here)
      expect([read.code === 0, read.out]).toEqual([false, ''])
    }
    const written = await runCli(['sandbox', '--', 'sh', '-c', `echo x >> ${config}`], here)
    expect([written.code === 0, readFileSync(config, 'utf8')]).toEqual([false, before])
    symlinkSync(join(home, own), join(home, 'project/link'))
    for (const line of [`echo x >> ${config}`, 'cat link/auth.json']) {
      const { out } = await runCli(['assess', '--json', '--', 'sh', '-c', line], here)
      expect(out).toContain('"risk_level":"high"')
    }
  },
)

test('the app-server refuses a session, a moved session and a one-off command there', async () => {
  const client = startAppServer({ env, cwd: world.project })
  await client.request('init', 'initialize', plainClient)
  const opened = await client.request('a', 'newConversation', { cwd: home })
  expect(JSON.stringify(opened['error'])).toMatch(refused)
  const oneOff = await client.request('b', 'execOneOffCommand', { command: ['touch', '.bashrc'], cwd: home })
  expect(JSON.stringify(oneOff)).toMatch(refused)
  const fine = await client.request('c', 'newConversation', { cwd: join(home, 'project') })
  const { conversationId } = fine['result'] as { conversationId: string }
  const moved = await client.request('d', 'sendUserTurn', {
    conversationId,
    items: [{ type: 'text', data: { text: 'go' } }],
    cwd: home,
    approvalPolicy: 'never',
    sandboxPolicy: {
      mode: 'workspace-write',
      network_access: false,
      exclude_tmpdir_env_var: false,
      exclude_slash_tmp: false,
    },
    model: 'test-1',
    summary: 'auto',
  })
  expect(JSON.stringify(moved)).toMatch(refused)
  expect(existsSync(join(home, '.bashrc'))).toBe(false)
  await client.end()
})

test('the MCP server refuses it', async () => {
  const mcp = await connectMcp({ ...world, env }, undefined)
  const answer = await mcp.call('codex', { prompt: 'go', cwd: home })
  expect([answer.isError, answer.content.map(({ text }) => text).join()]).toEqual([
    true,
    expect.stringMatching(refused),
  ])
  await mcp.end()
})

test('a session on file that was begun there begins no turn', async () => {
  const elsewhere = { ...env, COUNTERSIGN_HOME: engine, HOME: join(world.base, 'other') }
  mkdirSync(join(world.base, 'other'))
  const first = await runCli(['exec', '--json', '--cd', home, 'go'], { env: elsewhere })
  expect([first.code, existsSync(join(home, '.bashrc'))]).toEqual([0, true])
  writeFileSync(join(home, '.bashrc'), 'mine')
  const again = await runCli(['exec', '--resume', '--cd', home, '--', 'go'], { env })
  expect([again.code === 0, again.err]).toEqual([false, expect.stringMatching(refused)])
})
