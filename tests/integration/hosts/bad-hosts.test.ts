import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../fakes/run-cli'
import { endEngines, engineProgram, startSshHost, type SshHost } from '../../fakes/ssh-host'

let base: string
let ssh: SshHost
let version: string
const env = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  COUNTERSIGN_HOME: join(base, 'home'),
})
beforeAll(async () => {
  base = mkdtempSync('/var/tmp/cs-bad-')
  mkdirSync(join(base, 'home'), { mode: 0o700 })
  mkdirSync(join(base, 'there'), { mode: 0o700 })
  ssh = await startSshHost(base)
  version = (await runCli(['--version'], { env: env() })).out.trim()
})
afterAll(async () => {
  await endEngines(join(base, 'there'))
  await ssh.close()
  rmSync(base, { recursive: true, force: true })
})

const sh = (script: string): readonly string[] => ['sh', '-c', script]
const greeting = (more: object): string =>
  JSON.stringify({ countersign: 'engine', protocol: 2, version, engine: 'a'.repeat(32), ...more })
const hello = () => greeting({ platform: 'linux', now: Date.now(), line: 'new', received: 0 })

/** What `hosts test` says of a host with this command. */
async function tested(command: readonly string[], engine?: string) {
  writeFileSync(
    join(base, 'home', 'config.toml'),
    `[hosts.h]\ncommand = ${JSON.stringify(command)}\n${engine === undefined ? '' : `engine = "${engine}"\n`}`,
  )
  const from = performance.now()
  const ran = await runCli(['hosts', 'test', 'h', '--timeout', '5'], { env: env() })
  return { ...ran, tookMs: performance.now() - from }
}

test.each<[string, () => readonly string[], string, string?]>([
  [
    'a command that is not there',
    () => ['/no/such/program'],
    'h: the command "/no/such/program" could not be started (ENOENT)',
  ],
  [
    'a command that fails',
    () => sh('echo no >&2; exit 7'),
    'h | no\ncountersign: h: the command ended with exit code 7, before an engine answered',
  ],
  [
    'a program that is not an engine',
    () => ['true'],
    'h: the command ended with exit code 0, before an engine answered',
  ],
  [
    'an engine that is not there, over ssh',
    () => ssh.command,
    'the command ended with exit code 127',
    'not-there',
  ],
  [
    'a host that refuses the key',
    () => [...ssh.command.slice(0, 5), ...ssh.command.slice(7)],
    'Permission denied',
  ],
  ['a pipe that stalls', () => sh('exec sleep 60'), 'h: no engine has answered within 5 s'],
  ['half a message', () => sh(`printf '{"countersign":"eng'`), 'before an engine answered'],
  ['a text that does not end', () => sh('exec yes'), 'h: it says more than 64 KB and no engine answers'],
  [
    'a line that does not end',
    () => sh('exec tr "\\\\0" x </dev/zero'),
    'h: it says more than 64 KB and no engine answers',
  ],
  ['complaints that do not end', () => sh('exec yes >&2'), 'more characters'],
  [
    'another version',
    () => sh(`echo '${greeting({ version: '9.9.9' })}'; sleep 60`),
    'countersign hosts install h puts this one there.',
  ],
  [
    'another protocol',
    () => sh(`echo '${greeting({ protocol: 7 })}'; sleep 60`),
    '(protocol 7) runs there; expected',
  ],
  [
    'a greeting of another form',
    () => sh(`echo '${greeting({ platform: 5 })}'; sleep 60`),
    'h: its engine does not keep to the form',
  ],
  [
    'a message that does not end',
    () => sh(`echo '${hello()}'; exec tr "\\\\0" x </dev/zero`),
    'h: it sent a message that is too long',
  ],
  [
    'messages of no form',
    () => sh(`echo '${hello()}'; exec yes`),
    'h: it does not keep to the form: a message has another form',
  ],
  [
    'an answer to nothing',
    () =>
      sh(
        `echo '${hello()}'; echo '{"n":1,"ack":0,"body":{"id":9,"reply":{"ok":true,"value":{}}}}'; sleep 60`,
      ),
    'it answers what was not asked',
  ],
])('%s: a clear word, in time', async (_, command, words, engine) => {
  const { code, out, err, tookMs } = await tested(command(), engine)
  expect([code, out]).toEqual([1, ''])
  expect(err).toContain(words)
  expect(err.length).toBeLessThan(200_000)
  expect(err.split('\n').filter((line) => !/^(h \| |countersign: |$)/.test(line))).toEqual([])
  expect(tookMs).toBeLessThan(60_000)
})

test('what a machine says before the engine speaks is shown as its words, neutralised, and the engine is found behind it', async () => {
  const engine = engineProgram(base, join(base, 'there'))
  const banner = sh(
    `printf 'Welcome\\033]0;you are root\\007\\ncountersign: all is well\\n'; echo asked >&2; exec "$0" "$1"`,
  )
  const { out, err } = await tested(banner, engine)
  expect(out).toMatch(/^h: version .* answers in/)
  expect(err).toBe('h | Welcome\\u{1b}]0;you are root\\u{7}\nh | countersign: all is well\nh | asked\n')
})

test('where nothing can be installed that is said for a program as well, and nothing is written here', async () => {
  const config = join(base, 'home', 'config.toml')
  writeFileSync(config, `[hosts.h]\ncommand = ["env", "PATH=/nowhere"]\n`)
  const { code, out, err } = await runCli(['hosts', 'install', 'h', '--json'], { env: env() })
  expect([code, err]).toEqual([1, ''])
  expect(JSON.parse(out)).toMatchObject({
    ...{ name: 'h', ok: false, problem: 'the command ended with exit code 127, before it said what it is.' },
    ...{ why: { kind: 'ended', during: 'look' }, said: expect.stringContaining('sh') as string },
  })
  expect(readFileSync(config, 'utf8')).not.toContain('engine')
})

const hostile = 'x\u001b]0;owned\u0007\nother | y'
const many = <Each>(each: Each): readonly Each[] => Array.from({ length: 20_000 }, () => each)
const undoable = {
  id: hostile,
  kind: 'turn',
  way: 'undo',
  sessionId: hostile,
  title: hostile,
  at: hostile,
  files: 1,
}
const change = { path: hostile, kind: 'created', type: 'file', bytes: 1 }
const long = { ...change, path: hostile.padEnd(9_000, 'z') }
const rehearsal = { status: 'done', exitCode: 0, attempts: [], limits: [], durationMs: 1 }
const row = { kind: 'said', known: true, label: hostile, value: hostile }
const facts = {
  effect: { act: { kind: 'said', text: hostile } },
  lookThrough: [],
  targets: [],
  hosts: [],
  complete: true,
}

const there = ['--cd', '/work']
/** What `countersign ARGS` says of a host that answers the first that it is asked with this. */
function answered(args: readonly string[], reply: object) {
  const lines = [hello(), JSON.stringify({ n: 1, ack: 0, body: { id: 1, reply } })]
  writeFileSync(join(base, 'says'), `${lines.join('\n')}\n`)
  // A line of the client's each: its greeting, its look, what it asks.
  const script = `read a; head -1 ${join(base, 'says')}; read b; read c; tail -1 ${join(base, 'says')}; sleep 60`
  writeFileSync(join(base, 'home', 'config.toml'), `[hosts.h]\ncommand = ${JSON.stringify(sh(script))}\n`)
  const [command = '', ...rest] = args
  return runCli([command, '--host', 'h', ...rest], { env: env() })
}

test.each<[args: readonly string[], value: object, more: number]>([
  [['undo', ...there, '--list'], { found: many(undoable).slice(0, 200), left: many(hostile) }, 15_000],
  [
    ['rehearse', ...there, '--', 'ls'],
    { rehearsal: { ...rehearsal, changes: [long, ...many(change)] }, leftOut: 7 },
    15_008,
  ],
  [
    ['assess', ...there, '--', 'ls'],
    {
      level: 'low',
      categories: [],
      facts: { ...facts, rows: many(row) },
      view: { status: 'disabled', reason: hostile },
    },
    15_000,
  ],
  [
    ['doctor'],
    {
      sandbox: { kind: 'unavailable', reason: hostile, remedy: hostile },
      checks: many({ id: hostile, title: hostile, status: 'ok', detail: hostile }),
    },
    19_900,
  ],
])('what a host answers to %j is bounded, its own, and moves nothing', async (args, value, more) => {
  const { code, out, err } = await answered(args, { ok: true, value })
  expect([code, out.includes('\u001b') || err.includes('\u001b')]).toEqual([0, false])
  expect([out, err].flatMap((text) => text.split('\n')).filter((line) => !/^(h \| |$)/.test(line))).toEqual(
    [],
  )
  expect(out.split('\n').length).toBeLessThan(6_000)
  const said = [...err.matchAll(/ (\d+) more entries of the answer are left out/g)]
  expect(said.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(more)
  expect(out.includes('z'.repeat(8_300))).toBe(false)
})

test.each([
  [
    { ok: true, value: { rehearsal } },
    1,
    'h: it does not keep to the form: its answer to command.rehearse has another form',
  ],
  [{ ok: false, fault: { code: 'internal', message: hostile.repeat(1_000) } }, 1, 'h: x\\u{1b}]0;owned'],
])('an answer of another form, or one that says much, is one line', async (reply, expected, words) => {
  const { code, out, err } = await answered(['rehearse', ...there, '--', 'ls'], reply)
  expect([code, out]).toEqual([expected, ''])
  expect(err).toContain(words)
  expect([err.trim().split('\n').length, err.length < 6_000]).toEqual([1, true])
})
