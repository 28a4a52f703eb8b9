import { spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cliEntry, runCli, runProgram, type Ran } from '../../fakes/run-cli'

let root = ''
let env: NodeJS.ProcessEnv = {}
let open: ChildProcess | undefined

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cs-install-'))
  mkdirSync(join(root, 'project'))
  env = { PATH: process.env.PATH, HOME: root, COUNTERSIGN_HOME: join(root, 'state') }
})
afterEach(async () => {
  if (open) {
    const over = new Promise((resolve) => open?.once('exit', resolve))
    open.kill()
    await over
    open = undefined
  }
  rmSync(root, { recursive: true })
})

const desk = (...args: string[]): Promise<Ran> =>
  runCli(['desk', ...args], { env, cwd: join(root, 'project') })

async function openHookGateway(): Promise<void> {
  const child = spawn(process.execPath, [cliEntry, 'desk', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  open = child
  await new Promise((resolve) => child.stdout.once('data', resolve))
}

const claude = () => join(root, '.claude', 'settings.json')
const mine = '{\n  // mine\n  "model": "opus",   "hooks": { "Stop": [] }\n}'

test('what is shown is what is made, without the token; uninstall gives the very file back', async () => {
  mkdirSync(join(root, '.claude'))
  writeFileSync(claude(), mine, { mode: 0o640 })
  const shown = await desk('install', 'claude-code', '--print')
  expect([shown.code, readFileSync(claude(), 'utf8')]).toEqual([0, mine])
  expect(shown.out).toContain(`+++ ${claude()}`)
  expect(shown.out).toMatch(/\+ .*"url": "http:\/\/127\.0\.0\.1:\d+\/claude"/)
  expect(shown.out).toContain('Bearer …')
  const unasked = await desk('install', 'claude-code')
  expect([unasked.code, readFileSync(claude(), 'utf8')]).toEqual([2, mine])
  expect(unasked.err).toContain('nobody can be asked here')

  const made = await desk('install', 'claude-code', '--yes')
  expect([made.code, made.out]).toEqual([0, expect.stringContaining('changed.')])
  const { token, port } = JSON.parse(readFileSync(join(root, 'state', 'desk.json'), 'utf8')) as Record<
    string,
    unknown
  >
  expect(readFileSync(claude(), 'utf8')).toContain(`"Authorization": "Bearer ${String(token)}"`)
  expect(readFileSync(claude(), 'utf8')).toContain(`127.0.0.1:${String(port)}/claude`)
  expect(readFileSync(claude(), 'utf8')).toContain('// mine')
  // A secret stands in it from now on.
  expect(statSync(claude()).mode & 0o777).toBe(0o600)
  expect((await desk('install', 'claude-code', '--yes')).out).toContain('nothing is to change')
  expect((await desk('uninstall', 'claude-code', '--yes')).code).toBe(0)
  expect([readFileSync(claude(), 'utf8'), statSync(claude()).mode & 0o777]).toEqual([mine, 0o640])
})

test('mode and owner stay where no token is put, and a mark before the text stays too', async () => {
  mkdirSync(join(root, '.claude'))
  const marked = `\uFEFF${mine}`
  writeFileSync(claude(), marked)
  chmodSync(claude(), 0o664)
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(claude(), 1234, 5678)
  const is = () => {
    const { mode, uid, gid } = statSync(claude())
    return [mode & 0o777, ...(isRoot ? [uid, gid] : [])]
  }
  const before = is()
  expect((await desk('install', 'claude-code', '--yes', '--program')).code).toBe(0)
  expect([is(), readFileSync(claude(), 'utf8').startsWith(marked.slice(0, 12))]).toEqual([before, true])
  expect((await desk('uninstall', 'claude-code', '--yes')).code).toBe(0)
  expect([is(), readFileSync(claude(), 'utf8')]).toEqual([before, marked])
  // With a token it is closed to others meanwhile, and is as before without it, also where it was edited meanwhile.
  await desk('install', 'claude-code', '--yes')
  expect(is()).toEqual([0o600, ...before.slice(1)])
  writeFileSync(claude(), readFileSync(claude(), 'utf8').replace('"opus"', '"sonnet"'))
  await desk('uninstall', 'claude-code', '--yes')
  expect(is()).toEqual(before)
  expect(readFileSync(claude(), 'utf8')).toMatch(/^\uFEFF\{\n {2}\/\/ mine\n {2}"model": "sonnet"/)
})

test('a file that was not there is gone again; what was added meanwhile stays', async () => {
  await desk('install', 'claude-code', '--yes')
  await desk('uninstall', 'claude-code', '--yes')
  expect(existsSync(claude())).toBe(false)
  await desk('install', 'claude-code', '--yes', '--every-call')
  const text = readFileSync(claude(), 'utf8')
  expect(Object.keys((JSON.parse(text) as { hooks: object }).hooks)).toEqual([
    'PermissionRequest',
    'PermissionDenied',
    'PreToolUse',
  ])
  expect(text).not.toContain('/retries')
  writeFileSync(claude(), text.replace('{', '{\n  "model": "opus",'))
  await desk('uninstall', 'claude-code', '--yes')
  expect(JSON.parse(readFileSync(claude(), 'utf8'))).toEqual({ model: 'opus' })
})

test('a link stays one; in a project there is no token; Codex gets a program', async () => {
  mkdirSync(join(root, '.claude'))
  mkdirSync(join(root, 'dots'))
  writeFileSync(join(root, 'dots', 'claude.json'), '{}\n')
  symlinkSync(join(root, 'dots', 'claude.json'), claude())
  await desk('install', 'claude-code', '--yes')
  expect(lstatSync(claude()).isSymbolicLink()).toBe(true)
  expect(readFileSync(join(root, 'dots', 'claude.json'), 'utf8')).toContain('/claude')
  await desk('install', 'claude-code', '--project', '--yes')
  await desk('install', 'codex', '--yes')
  const command = (path: string) =>
    (
      JSON.parse(readFileSync(path, 'utf8')) as {
        hooks: { PermissionRequest: { hooks: { command: string }[] }[] }
      }
    ).hooks.PermissionRequest[0]?.hooks[0]?.command
  expect(command(join(root, 'project', '.claude', 'settings.local.json'))).toBe(
    `${process.execPath} ${cliEntry} desk hook claude-code --home ${join(root, 'state')}`,
  )
  expect(command(join(root, '.codex', 'hooks.json'))).toContain('desk hook codex --home')
})

test('a link that leads to nothing yet stays one, and taken back nothing with the token is left where it leads', async () => {
  mkdirSync(join(root, '.claude'))
  mkdirSync(join(root, 'dots'))
  const led = join(root, 'dots', 'claude.json')
  symlinkSync('../dots/claude.json', claude())
  await desk('install', 'claude-code', '--yes')
  expect([lstatSync(claude()).isSymbolicLink(), readFileSync(led, 'utf8').includes('Bearer')]).toEqual([
    true,
    true,
  ])
  await desk('uninstall', 'claude-code', '--yes')
  expect([lstatSync(claude()).isSymbolicLink(), existsSync(led)]).toEqual([true, false])
})

test.each([
  ['{ "hooks": ', 'is no valid JSON'],
  ['{ "hooks": [] }', 'is not what hooks are kept in'],
])('a file that holds %s is left as it is', async (text, why) => {
  mkdirSync(join(root, '.claude'))
  writeFileSync(claude(), text)
  for (const args of [
    ['install', 'claude-code', '--yes'],
    ['uninstall', 'claude-code', '--yes'],
    ['status'],
  ]) {
    const ran = await desk(...args)
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(why)])
  }
  expect(readFileSync(claude(), 'utf8')).toBe(text)
})

test('at a terminal it asks, and only a y makes the change', async () => {
  const ask = (answer: string): Promise<Ran> =>
    runProgram('script', ['-qec', `${process.execPath} ${cliEntry} desk install claude-code`, '/dev/null'], {
      ...{ env: { ...env, TERM: 'dumb' }, keepInput: true },
      onChild: (child, soFar) => {
        child.stdout?.on('data', () => {
          if (soFar().includes('(y/N)')) child.stdin?.end(answer)
        })
      },
    })
  const no = await ask('\n')
  expect([no.out, existsSync(claude())]).toEqual([expect.stringContaining('Nothing was changed'), false])
  await ask('y\n')
  expect(existsSync(claude())).toBe(true)
})

test('status sends every hook through, by address and by program, and says what is closed or another desk', async () => {
  await desk('install', 'claude-code', '--yes')
  await desk('install', 'codex', '--yes')
  const closed = await desk('status')
  expect(closed.code).toBe(1)
  expect(closed.out).toMatch(
    /Claude Code \(user\): PermissionRequest installed by address, no answer: the desk is closed/,
  )
  expect(closed.out).toMatch(
    /Codex \(user\): PermissionRequest installed by program, no answer: .*the desk gave no answer/,
  )
  expect(closed.out).toContain('Codex (project): not installed')
  await openHookGateway()
  const through = await desk('status')
  expect([through.code, through.err]).toEqual([0, ''])
  for (const event of ['PermissionRequest', 'PermissionDenied', 'PreToolUse'])
    expect(through.out).toMatch(
      new RegExp(`Claude Code \\(user\\): ${event} installed by address, answered in \\d+ ms`),
    )
  expect(through.out).toMatch(/Codex \(user\): PermissionRequest installed by program, answered in \d+ ms/)
  expect(through.out.match(/Codex \(user\)/g)).toHaveLength(1)
  // By a program it is the same hooks.
  await desk('install', 'claude-code', '--yes', '--program')
  const program = await desk('status')
  expect([program.code, program.err]).toEqual([0, ''])
  expect(program.out).toContain('Claude Code (user): PreToolUse installed by program, answered')
  await desk('install', 'claude-code', '--yes')
  const token = (JSON.parse(readFileSync(join(root, 'state', 'desk.json'), 'utf8')) as { token: string })
    .token
  writeFileSync(claude(), readFileSync(claude(), 'utf8').replace(token, 'b'.repeat(43)))
  expect((await desk('status')).out).toContain('is not this desk, or its token is another: install it again')
})

test('status starts nothing that a project only says to be a hook of the desk', async () => {
  const [folder, sign] = [join(root, 'project', '.claude'), join(root, 'sign')]
  mkdirSync(folder)
  const command = `echo ran > ${sign}; : desk hook claude-code`
  const hooks = { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command }] }] }
  writeFileSync(join(folder, 'settings.local.json'), JSON.stringify({ hooks }))
  const ran = await desk('status')
  expect([ran.code, existsSync(sign)]).toEqual([1, false])
  expect(ran.out).toContain(`it was not tried, since this program did not put it there: ${command}`)
})

test('a file that may not be written is told, and nothing is left beside it', async () => {
  if (process.getuid?.() === 0) {
    // Root may write anywhere: a folder in the place of the file is as good.
    mkdirSync(claude(), { recursive: true })
    const ran = await desk('install', 'claude-code', '--yes')
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('it is no file')])
    return
  }
  mkdirSync(join(root, '.claude'))
  chmodSync(join(root, '.claude'), 0o500)
  expect((await desk('install', 'claude-code', '--yes')).code).toBe(1)
})
