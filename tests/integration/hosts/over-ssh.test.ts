import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { found } from '../review/review-world'
import { atTerminal } from '../../fakes/at-terminal'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { processesWith } from '../../fakes/processes-with'
import { jsonLines } from '../../fakes/run-cli'

const shell = (...command: string[]) => ({
  text: 'I will.',
  calls: [{ name: 'shell', arguments: JSON.stringify({ command, timeout_ms: 60_000 }) }],
})

let world: HostWorld
let outside: string
let reviewing = false
beforeAll(async () => {
  world = await hostWorld((request) => {
    const { input } = request.body as { input: readonly { type: string }[] }
    if (reviewing) return found(join(world.project, 'a.txt'))
    if (input.at(-1)?.type === 'function_call_output') return { text: 'Done there.' }
    return shell('bash', '-c', `echo written > ${outside}`)
  })
  outside = join(world.folder, 'outside.txt')
})
afterAll(() => world.close())
const exec = () => ['exec', '--host', 'build1', '--cd', world.project]

test('hosts test starts the engine over a real ssh and says its version, how fast it answers and what is missing there', async () => {
  const ran = await world.run(['hosts', 'test', 'build1'])
  expect(ran.out).toMatch(
    /^build1: version \d+\.\d+\.\d+ on linux answers in [\d.]+ ms\n(build1 \| .*\n){3,}$/,
  )
  const { out } = await world.run(['hosts', 'test', 'build1', '--json'])
  expect(JSON.parse(out)).toMatchObject({ name: 'build1', platform: 'linux', banner: '', said: '' })
  expect(world.engines().length).toBe(1)
})

test('doctor --host is that of the machine there, with its name before every line', async () => {
  const { out } = await world.run(['doctor', '--host', 'build1'])
  expect(out).toMatch(/^(build1 \| .*\n){3,}$/)
  const json = await world.run(['doctor', '--host', 'build1', '--json'])
  expect(JSON.parse(json.out)).toMatchObject({ host: 'build1', checks: expect.any(Array) as unknown })
})

test('where nobody can be asked here, exec --host denies what stopped there and ends with exit code 3', async () => {
  rmSync(outside, { force: true })
  const ran = await world.run([...exec(), '--json', 'go'])
  const lines = jsonLines<{ host: string; type: string; seq: number }>(ran)
  expect([ran.code, ran.err]).toEqual([3, ''])
  expect(lines.every(({ host }) => host === 'build1')).toBe(true)
  expect(lines.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['approval.requested', 'approval.resolved', 'turn.finished']),
  )
  expect(existsSync(outside)).toBe(false)
  const [over] = lines.filter(({ type }) => type === 'approval.resolved')
  expect(over).toMatchObject({ request: { decidedBy: 'engine' } })
})

test('the question is asked here with the name of the host on it, and a yes counts there', async () => {
  rmSync(outside, { force: true })
  let answered = false
  const asked = { env: world.env, asked: 'build1 | Your decision' }
  const ran = await atTerminal([...exec(), 'go'], asked, (child) => {
    answered = true
    child.stdin?.write('a\n')
  })
  expect([ran.code, answered, existsSync(outside)]).toEqual([0, true, true])
  // The terminal's own echo of the answer stands alone on its line.
  const lines = stripVTControlCharacters(ran.out).replaceAll('\r', '').split('\n')
  expect(lines.filter((line) => !line.startsWith('build1 | ') && line !== 'a' && line !== '')).toEqual([])
  expect(ran.out).toContain('Done there.')
})

test('a question whose terminal is gone waits there, and is asked again wherever its session is followed', async () => {
  rmSync(outside, { force: true })
  const asked = { env: world.env, asked: 'build1 | Your decision' }
  await atTerminal([...exec(), 'go'], asked, () => {
    for (const pid of processesWith('--host')) if (isBelow(pid)) process.kill(pid, 'SIGKILL')
  })
  expect(existsSync(outside)).toBe(false)
  const ran = await atTerminal([...exec(), '--resume'], asked, (child) => child.stdin?.write('a\n'))
  expect([ran.code, existsSync(outside)]).toEqual([0, true])
  expect(ran.out).toContain('Done there.')
  const again = await world.run([...exec(), '--resume'])
  expect([again.code, again.out.includes('Done there.')]).toEqual([0, true])
})

/** Whether it works for this test: others may run beside it. */
const isBelow = (pid: number): boolean =>
  readFileSync(`/proc/${String(pid)}/environ`, 'latin1').includes(world.env.COUNTERSIGN_HOME ?? 'none')

test.each([
  [['exec', '--host', 'build2', '--cd', '/', 'go'], 'There is no host "build2"; expected build1.'],
  [
    ['exec', '--host', 'build1', 'go'],
    '--host works in a folder there; expected --cd with its absolute path.',
  ],
  [['exec', '--host', 'build1', '--cd', '.', 'go'], 'expected --cd with its absolute path.'],
  [
    ['exec', '--host', 'build1', '--cd', '/', '--resume', 'and now'],
    '"and now" behind --resume is taken for the id of a session',
  ],
  [['hosts', 'test', 'build2'], 'countersign: There is no host "build2"; expected build1.'],
  [
    ['exec', '--host', 'build1', '--cd', '/', '--image', 'x.png', 'go'],
    '--image names a file of this machine',
  ],
  [
    ['exec', '--host', 'build1', '--cd', '/', '-c', 'model="x"', 'go'],
    'it is the config.toml there that counts',
  ],
  [['exec', '--host', 'build1', '--cd', '/not/there', 'go'], 'build1: '],
  [['doctor', '--host', 'build1', '--profile', 'x'], 'it is the config.toml there that counts'],
  [['review', '--host', 'build1'], 'expected --cd with its absolute path.'],
  [['rehearse', '--host', 'build1', '--', 'ls'], 'expected --cd with its absolute path.'],
  [['assess', '--host', 'build1', '--', 'ls'], 'expected --cd with its absolute path.'],
  [['assess', '--host', 'build1', '--cd', '/not/there', '--', 'ls'], 'build1: /not/there does not exist'],
  [['undo', '--host', 'build1'], 'expected --cd with its absolute path.'],
  [['undo', '--host', 'build1', '--cd', '/not/there'], 'build1: /not/there does not exist'],
  [
    ['undo', '--host', 'build1', '--cd', '/', '-c', 'undo.max_mb=1'],
    'it is the config.toml there that counts',
  ],
  [['doctor', '--host', '__proto__'], 'There is no host "__proto__"'],
])('%j is refused in one line, and nothing is done here instead', async (args, words) => {
  const { code, out, err } = await world.run(args)
  expect([code, out, err.trim().split('\n').length]).toEqual([2, '', 1])
  expect(err).toContain(words)
})

test('review --host looks at what is not committed there, and says its findings under its name', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', world.project, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args])
  git('init', '-q')
  writeFileSync(join(world.project, 'a.txt'), 'one\n')
  git('add', '.')
  git('commit', '-q', '-m', 'first')
  writeFileSync(join(world.project, 'a.txt'), 'one\ntwo\n')
  reviewing = true
  const ran = await world.run(['review', '--host', 'build1', '--cd', world.project])
  expect([ran.code, ran.err]).toEqual([0, ''])
  expect(ran.out).toContain('Close the file')
  expect(ran.out).toMatch(/^(build1 \| .*\n)+$/)
  const json = await world.run(['review', '--host', 'build1', '--cd', world.project, '--json'])
  expect(JSON.parse(json.out)).toMatchObject({ host: 'build1', findings: [{}] })
})

test('hosts list shows what is started, and hosts remove takes only that host out of config.toml', async () => {
  world.configure(
    '[hosts.other]\ncommand = ["docker", "exec", "-i", "a b"]\n[hosts.dev]\ncommand = ["ssh", "dev"]\non_close = "end"\nwindow = false\n',
  )
  const list = await world.run(['hosts', 'list'])
  expect(list.out).toContain('other  docker exec -i "a b" countersign attach\n')
  const said = 'what a window began ends with it; in no window'
  expect(list.out).toContain(`dev  ssh dev countersign attach  (${said})\n`)
  expect(await world.run(['hosts', 'remove', 'dev'])).toMatchObject({
    code: 0,
    out: 'dev: no host any more. Nothing was changed there: what runs goes on, and what is on record stays.\n',
  })
  expect((await world.run(['hosts', 'remove', 'other'])).code).toBe(0)
  const { out } = await world.run(['hosts', 'list', '--json'])
  expect((JSON.parse(out) as { name: string }[]).map(({ name }) => name)).toEqual(['build1'])
  expect((await world.run(['hosts', 'remove', 'other'])).code).toBe(2)
})

test('hosts add writes a host of any command, and nothing where the name is one’s, looks like one’s, or no program is named', async () => {
  world.configure('')
  const add = (...args: string[]) => world.run(['hosts', 'add', ...args])
  const [program = '', ...way] = world.ssh.command
  expect(await add('there', '--engine', world.engine, '--', program, ...way)).toMatchObject({
    code: 0,
    err: '',
  })
  const tested = await world.run(['hosts', 'test', 'there', '--json'])
  expect(JSON.parse(tested.out)).toMatchObject({ name: 'there', version: world.version })
  const before = await world.run(['hosts', 'list'])
  const refused = [
    [['there', 'ssh', 'x'], 'There is a host there already, so nothing was written'],
    [['bui1d1', 'ssh', 'x'], 'does not look like that of the host build1'],
    [['a b', 'ssh', 'x'], 'Expected a name of at most 48 letters'],
    [['other', '--', '-x', 'y'], 'a list whose first word is a program'],
    [['other', '--engine', '~/x', 'ssh', 'y'], 'engine is "~/x"; expected a name or an absolute path'],
  ] as const
  for (const [args, words] of refused) {
    const { code, out, err } = await add(...args)
    expect([args, code, out, err.trim().split('\n').length]).toEqual([args, 2, '', 1])
    expect(err).toContain(words)
  }
  expect((await world.run(['hosts', 'list'])).out).toBe(before.out)
  // The entry of the engine that was put there by an install says how it is taken away.
  const mine = await add('mine', '--engine', '/home/me/.local/share/countersign/bin/countersign', 'ssh', 'x')
  expect(mine.code).toBe(0)
  const { out } = await world.run(['hosts', 'remove', 'mine'])
  expect(out).toContain('taken away by: rm -r /home/me/.local/share/countersign\n')
})

test.each([
  [['ssh build1'], 'every further word on its own'],
  [['sh', '-c', 'echo no way >&2; exit 255'], 'Its command does not come through: its own words say why'],
])(
  'of a host whose command %j is, hosts test says what is wrong with that, and asks for no engine there',
  async (command, words) => {
    world.configure(`[hosts.wrong]\ncommand = ${JSON.stringify(command)}\n`)
    const { code, err } = await world.run(['hosts', 'test', 'wrong'])
    expect(code).toBe(1)
    expect(err).toContain(words)
    expect(err).not.toContain('hosts install')
  },
)
