import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shellCall } from '../../fakes/app-server-home'
import { atTerminal } from '../../fakes/at-terminal'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { processesWith } from '../../fakes/processes-with'
import { jsonLines } from '../../fakes/run-cli'

let world: HostWorld
/** Nothing is kept of what lies in a home, so it lies outside. */
let base: string
let project: string
beforeAll(async () => {
  world = await hostWorld(({ body }) => {
    const said = JSON.stringify(body)
    if (said.includes('"call_2"')) return { text: 'Done step by step.' }
    if (said.includes('Step by step.')) {
      const write = `echo written > '${join(base, 'outside.txt')}'`
      return said.includes('"call_1"')
        ? shellCall('call_2', 'sh', '-c', write)
        : shellCall('call_1', 'sh', '-c', 'echo two > in.txt')
    }
    if (said.includes('"call_1"')) return { text: 'Done.' }
    const script = 'echo two > in.txt; echo new > "$(printf "made\\033[2J\\nbuild2 | x")"'
    return shellCall('call_1', 'sh', '-c', script)
  })
  base = realpathSync(mkdtempSync('/var/tmp/cs-commands-'))
  project = join(base, 'project')
  mkdirSync(project)
})
afterAll(async () => {
  await world.close()
  rmSync(base, { recursive: true, force: true })
})

const named = /^(build1 \| .*\n)+$/

test('undo --host lists, takes back and does again there what a turn of the host changed, by the records of the host', async () => {
  const undo = (...args: string[]) => world.run(['undo', '--host', 'build1', '--cd', project, ...args])
  writeFileSync(join(project, 'in.txt'), 'one\n')
  expect(await undo()).toEqual({
    ...{ code: 1, signal: null, out: '' },
    err: 'build1 | countersign: nothing can be taken back here.\n',
  })
  const exec = ['exec', '--host', 'build1', '--cd', project, '--sandbox', 'workspace-write']
  expect((await world.run([...exec, 'Change it.'])).code).toBe(0)

  const { out } = await undo('--list', '--json')
  const [first] = JSON.parse(out) as { id: string }[]
  expect(first).toMatchObject({ host: 'build1', kind: 'turn', way: 'undo', files: 2, title: 'Change it.' })
  const list = await undo('--list')
  expect(list.out).toContain('turn 1 of Change it.')
  expect(list.out).toMatch(named)
  expect(await undo('nothing-of-that-name')).toMatchObject({ code: 2, out: '' })
  // Here nothing is known of it.
  expect(await world.run(['undo', '--cd', project, '--list'])).toMatchObject({
    out: 'Nothing can be taken back or done again here.\n',
  })

  rmSync(join(project, 'in.txt'))
  const made = join(project, 'made\u001b[2J\nbuild2 | x')
  writeFileSync(made, 'mine\n')
  const left = await undo(first?.id ?? '')
  expect([left.code, left.out.includes('\u001b')]).toEqual([1, false])
  expect(left.out).toMatch(named)
  expect(left.out).toContain('left, since changed meanwhile: made')
  expect(await undo('--since-too')).toMatchObject({ code: 0 })
  expect([readFileSync(join(project, 'in.txt'), 'utf8'), existsSync(made)]).toEqual(['one\n', false])
  const again = await undo('--redo', '--json')
  expect(JSON.parse(again.out)).toMatchObject({ host: 'build1', way: 'redo', files: 2, left: [] })
  expect(readFileSync(join(project, 'in.txt'), 'utf8')).toBe('two\n')
})

test('what may runs there unasked, the rest is asked at the terminal here, and undo --host takes back what was done', async () => {
  writeFileSync(join(project, 'in.txt'), 'one\n')
  const exec = ['exec', '--host', 'build1', '--cd', project, '--sandbox', 'workspace-write', 'Step by step.']
  let before: unknown
  const [inside, outside] = [join(project, 'in.txt'), join(base, 'outside.txt')]
  const ran = await atTerminal(exec, world, (child) => {
    before = [readFileSync(inside, 'utf8'), existsSync(outside)]
    child.stdin?.write('a\n')
  })
  expect([ran.code, before, readFileSync(outside, 'utf8')]).toEqual([0, ['two\n', false], 'written\n'])
  expect([ran.out.match(/Your decision/g)?.length, ran.out.includes('Done step by step.')]).toEqual([1, true])
  expect(await world.run(['undo', '--host', 'build1', '--cd', project])).toMatchObject({ code: 0, err: '' })
  expect(readFileSync(inside, 'utf8')).toBe('one\n')
})

test('assess --host has facts, checks and the model’s view made there, and runs nothing', async () => {
  writeFileSync(join(project, 'clean.sh'), 'rm -rf "$HOME"\n')
  const assess = ['assess', '--host', 'build1', '--cd', project]
  const ran = await world.run([...assess, '--json', '--', 'sh', 'clean.sh'])
  // No model is set here.
  expect([ran.code, JSON.parse(ran.out)]).toEqual([
    0,
    expect.objectContaining({
      ...{ host: 'build1', risk_level: 'high' },
      model: expect.objectContaining({ status: 'success', model: 'test-1' }) as unknown,
      facts: expect.objectContaining({
        lookThrough: [expect.objectContaining({ title: 'clean.sh' })],
      }) as unknown,
    }),
  ])
  const shown = await world.run([...assess, '--no-model', '--', 'rm', 'a\u001b]0;owned\u0007\nbuild2 | b'])
  expect([shown.code, shown.out.includes('\u001b')]).toEqual([0, false])
  expect(shown.out).toMatch(named)

  const lines = [
    { argv: ['ls'] },
    { argv: [] },
    { argv: ['ls'], cwd: 'nowhere' },
    { argv: ['a'.repeat(4_000_000)] },
  ]
  const many = await world.run([...assess, '--no-model', '--stdin'], {
    keepInput: true,
    onChild: (child) => {
      child.stdin?.end([...lines, { argv: ['pwd'] }].map((line) => `${JSON.stringify(line)}\n`).join(''))
    },
  })
  const reports = jsonLines<{ host: string; risk_level?: string; error?: string }>(many)
  expect([many.code, reports.map(({ host, risk_level: level, error }) => [host, error ?? level])]).toEqual([
    1,
    [
      ['build1', 'low'],
      ['build1', expect.stringContaining('expected {"argv"')],
      ['build1', `${join(project, 'nowhere')} does not exist; expected a readable folder.`],
      ['build1', expect.stringContaining('expected at most 3 MB')],
      ['build1', 'low'],
    ],
  ])
})

const rehearse = (...words: string[]) => ['rehearse', '--host', 'build1', '--cd', project, ...words]

test('rehearse --host runs the command on copies there and changes nothing', async () => {
  writeFileSync(join(project, 'in.txt'), 'one\n')
  const script = 'echo two > in.txt; echo > "$(printf "new\\033[2J\\nbuild2 | x")"; exit 4'
  const ran = await world.run(rehearse('--json', '--', 'sh', '-c', script))
  expect([ran.code, JSON.parse(ran.out)]).toEqual([
    0,
    expect.objectContaining({
      ...{ host: 'build1', status: 'done', exit_code: 4 },
      changes: [
        expect.objectContaining({ path: join(project, 'in.txt'), kind: 'changed' }),
        expect.objectContaining({ path: join(project, 'new\u001b[2J\nbuild2 | x'), kind: 'created' }),
      ],
    }),
  ])
  const shown = await world.run(rehearse('--', 'sh', '-c', script))
  expect([shown.code, shown.out.includes('\u001b')]).toEqual([0, false])
  expect(shown.out).toMatch(named)
  expect(shown.out).toContain('It would end with exit code 4: 2 changes.')
  expect(readFileSync(join(project, 'in.txt'), 'utf8')).toBe('one\n')
  expect(await world.run(rehearse('--timeout', '1000', '--', 'sleep', '600'))).toMatchObject({ code: 1 })
})

/** The commands that run with this word; the client here has it in a longer one. */
async function running(word: string): Promise<readonly number[]> {
  for (;;) {
    const found = processesWith(word)
    if (found.length > 0) return found
    await delay(20)
  }
}

test('a rehearsal outlives the line and is answered over the next; what is left by Ctrl+C is ended there', async () => {
  const seconds = String(10_000_000 + process.pid)
  const words = rehearse('--timeout', '600000', '--', 'sh', '-c', `sleep ${seconds}; exit 5`)
  const broken = world.run(words)
  const sleeping = await running(seconds)
  for (const pid of world.ssh.connections()) process.kill(pid, 'SIGKILL')
  for (const pid of sleeping) process.kill(pid)
  const ran = await broken
  expect([ran.code, ran.out.match(/It would end with .*/g)]).toEqual([
    0,
    ['It would end with exit code 5: no changes.'],
  ])
  expect(ran.err).toMatch(
    /^countersign: build1 is not connected .*\n(.*\n)*countersign: build1 is connected again\.\n$/,
  )

  const left = await world.run(words, {
    onChild: (child) => void running(seconds).then(() => child.kill('SIGINT')),
  })
  expect([left.code, left.out]).toEqual([130, ''])
  while (processesWith(seconds).length > 0) await delay(20)
})
