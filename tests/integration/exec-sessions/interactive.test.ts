import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeWorlds } from '../patch/patch-world'
import { eventually, execWorld, uniqueSleep, withText } from './exec-world'

afterAll(removeWorlds)

/** A call that is back as soon as this has been printed. */
const printing = (until: string) => ({ until, yield_time_ms: 30_000 })

test('a command that ends within its wait comes back whole, with its exit code and no session', async () => {
  const world = execWorld()
  const done = await world.exec('printf out; printf err >&2; exit 3', { yield_time_ms: 10_000 })
  expect(done.text).toMatch(
    /^Chunk ID: [0-9a-f]{6}\nWall time: \d+\.\d{4} seconds\nProcess exited with code 3\n/,
  )
  expect([done.session, ['outerr', 'errout'].includes(done.output)]).toEqual([undefined, true])
  expect(world.processes.ids()).toEqual([])
})

test('cat answers what it is given, line by line, and Ctrl-D closes its input', async () => {
  const world = execWorld()
  const cat = await world.exec('cat')
  expect([cat.session, cat.output]).toEqual([1, ''])
  expect((await world.write(1, 'one\n', printing('one\n'))).output).toBe('one\n')
  expect((await world.write(1, 'zwei ü\n', printing('zwei ü\n'))).output).toBe('zwei ü\n')
  const end = await world.write(1, 'last\u0004', { yield_time_ms: 10_000 })
  expect([end.output, end.exit]).toEqual(['last', 0])
  expect((await world.write(1, 'x')).text).toContain('there is no session 1; none is running')
})

test('an unknown session is told with those that there are', async () => {
  const world = execWorld()
  await world.exec('cat')
  await world.exec('cat')
  expect((await world.write(7, '')).text).toBe('there is no session 7; there are: 1, 2. Nothing was sent.')
  await world.processes.close()
})

test('two sessions run side by side and do not mix', async () => {
  const world = execWorld()
  await Promise.all([world.exec('cat'), world.exec('cat')])
  const [one, two] = await Promise.all([
    world.write(1, 'a\n', printing('a\n')),
    world.write(2, 'b\n', printing('b\n')),
  ])
  expect([one.output, two.output]).toEqual(['a\n', 'b\n'])
  await world.processes.close()
})

test.each([false, true])('Ctrl-C interrupts the command and nothing above it (terminal: %s)', async (tty) => {
  const world = execWorld()
  const script = `trap 'echo caught' INT; echo ready; while :; do sleep 0.05; done`
  const started = await world.exec(script, { tty, ...printing('ready') })
  expect(started.output).toContain('ready')
  const caught = await world.write(1, '\u0003', printing('caught'))
  expect([caught.output.includes('caught'), caught.session]).toEqual([true, 1])
  await world.processes.close()
})

test.each([false, true])('Ctrl-C ends what does not catch it (terminal: %s)', async (tty) => {
  const world = execWorld()
  const seconds = uniqueSleep()
  await world.exec(`exec sleep ${seconds}`, { tty })
  // A key reaches whatever is at a terminal then; without one it is the program that waits for the command.
  if (tty) await eventually(() => withText(`sleep\0${seconds}`).length === 1)
  const end = await world.write(1, '\u0003', { yield_time_ms: 20_000 })
  expect([end.session, end.exit]).toEqual([undefined, 130])
  expect(withText(seconds)).toEqual([])
})

test('python keeps its state from one write to the next, at a terminal', async () => {
  const world = execWorld()
  await world.exec('python3 -q', { tty: true, ...printing('>>> ') })
  await world.write(1, 'x = 20\n', printing('>>> '))
  const answer = await world.write(1, 'print(x * 2 + 2, __import__("os").isatty(0))\n', printing('42 True'))
  expect(answer.output).toContain('42 True')
  const end = await world.write(1, 'exit(7)\n', { yield_time_ms: 20_000 })
  expect(end.exit).toBe(7)
})

test('an interactive bash has job control and its terminal, and no other descriptor', async () => {
  const world = execWorld()
  await world.exec('cat', { tty: true })
  await world.exec('exec bash --norc -i', { tty: true, ...printing('bash-') })
  // The last line is what `fg` says: from then on the terminal is the job's.
  const jobs = await world.write(2, 'sleep 30 & jobs; fg\n', printing('sleep 30\r\n'))
  expect(jobs.output).toContain('Running')
  const back = await world.write(2, '\u0003', printing('bash-'))
  expect(back.output).toContain('^C')
  const end = await world.write(2, 'stty size; ls -l /proc/self/fd; exit 4\n', { yield_time_ms: 20_000 })
  const open = [...end.output.matchAll(/ (\d+) -> (\S+)/g)].map(
    ([, fd, target]) => `${String(fd)} ${String(target)}`,
  )
  // What this process leaks is covered with /dev/null; above all no end of a terminal but the command's own.
  expect(open.filter((each) => !each.endsWith(' /dev/null'))).toEqual([
    expect.stringMatching(/^0 \/dev\/pts\/\d+$/),
    expect.stringMatching(/^1 \/dev\/pts\/\d+$/),
    expect.stringMatching(/^2 \/dev\/pts\/\d+$/),
    expect.stringMatching(/^3 \/proc\/\d+\/fd$/),
  ])
  expect([end.output.includes('30 100'), end.exit]).toEqual([true, 4])
  await world.processes.close()
})

test('a terminal is inside the sandbox: a write outside is stopped and told with its evidence', async () => {
  const world = execWorld()
  const target = join(world.outside, 'x')
  const done = await world.exec(`echo x > ${target}`, { tty: true, yield_time_ms: 20_000 })
  expect(done.text).toContain(`failed in sandbox: the sandbox stopped a write to ${target} (openat)`)
  expect([done.exit, existsSync(target)]).toEqual([1, false])
})

test('an apply_patch typed into exec_command is a patch', async () => {
  const world = execWorld()
  const done = await world.exec(
    `apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: new\n+1\n*** End Patch\nEOF`,
  )
  expect(existsSync(join(world.workspace, 'new'))).toBe(true)
  expect(world.events.some((event) => event.type === 'patch.finished')).toBe(true)
  expect([done.session, world.processes.ids()]).toEqual([undefined, []])
})

test('what a running command prints shows at once, and what it is given', async () => {
  const world = execWorld()
  await world.exec('cat')
  await world.write(1, 'hello\n')
  await eventually(() => world.events.some((event) => event.type === 'command.output'))
  expect(world.events.map((event) => [event.type, 'callId' in event ? event.callId : ''])).toEqual([
    ['command.started', 'c1'],
    ['command.kept', 'c1'],
    ['command.input', 'c1'],
    ['command.output', 'c1'],
  ])
  await world.processes.close()
  expect(world.events.at(-1)).toMatchObject({ type: 'command.finished', outcome: { kind: 'cancelled' } })
})
