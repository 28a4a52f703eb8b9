import { execFileSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { maxProcesses } from '../../../src/main/core/processes/process-table'
import { removeWorlds } from '../patch/patch-world'
import { eventually, execWorld, uniqueSleep, withText } from './exec-world'

afterAll(removeWorlds)

const full = sandboxPolicyForMode('danger-full-access')
const places = [
  ['inside the sandbox', {}],
  ['without the sandbox', { sandboxPolicy: full }],
] as const

test.each(
  places.flatMap(([place, options]) => [
    [`${place}, with pipes`, options, false] as const,
    [`${place}, at a terminal`, options, true] as const,
  ]),
)('closing the session ends a server with all that it started: %s', async (_, options, tty) => {
  const world = execWorld(options)
  const seconds = uniqueSleep()
  const script = [
    'trap "" TERM HUP INT',
    `sleep ${seconds} &`,
    `setsid sleep ${seconds} &`,
    `(setsid sh -c 'trap "" HUP TERM; sleep ${seconds}; true' &)`,
    `nohup sh -c 'sleep ${seconds}; true' >/dev/null 2>&1 &`,
    'echo up; wait',
  ].join('\n')
  const started = await world.exec(script, { tty, yield_time_ms: 30_000, until: 'up' })
  expect([started.session, started.output.includes('up')]).toEqual([1, true])
  await eventually(() => withText(`sleep ${seconds}`).length + withText(`sleep\0${seconds}`).length >= 4)
  await world.processes.close()
  await eventually(() => withText(seconds).length === 0)
  expect((await world.write(1, '')).text).toContain('there is no session 1')
})

test('what a command leaves in the background ends with the command', async () => {
  const world = execWorld()
  const seconds = uniqueSleep()
  const done = await world.exec(`setsid sleep ${seconds} & echo started`, { yield_time_ms: 10_000 })
  expect([done.exit, done.output]).toEqual([0, 'started\n'])
  await eventually(() => withText(seconds).length === 0)
})

test('a turn that is stopped while it waits for a start takes the command along, and no other', async () => {
  const world = execWorld()
  const [kept, waited] = [uniqueSleep(), uniqueSleep()]
  await world.exec(`sleep ${kept}`)
  const stop = new AbortController()
  const waiting = world.exec(`sleep ${waited}`, { yield_time_ms: 30_000 }, { signal: stop.signal })
  await eventually(() => withText(waited).length > 0)
  stop.abort(new Error('interrupted'))
  expect((await waiting).text).toBe('aborted')
  await eventually(() => withText(waited).length === 0)
  expect([withText(kept).length > 0, world.processes.ids()]).toEqual([true, [1]])
  await world.processes.close()
})

test('a turn that is stopped while it looks at a process leaves that running', async () => {
  const world = execWorld()
  await world.exec('cat')
  const stop = new AbortController()
  const looking = world.write(1, '', { yield_time_ms: 60_000 }, { signal: stop.signal })
  stop.abort(new Error('interrupted'))
  expect((await looking).text).toBe('aborted')
  const said = await world.write(1, 'still here\n', { yield_time_ms: 30_000, until: 'still here\n' })
  expect(said.output).toBe('still here\n')
  await world.processes.close()
})

test('a process that closes its pipes goes on and says so when it is written to', async () => {
  const world = execWorld()
  await world.exec('exec <&- >&- 2>&-; exec sleep 60')
  const told = await world.write(1, 'x'.repeat(10_000))
  await world.write(1, 'y')
  expect([told.session, told.output, world.processes.ids()]).toEqual([1, '', [1]])
  await world.processes.close()
})

test('a process that does not read is not given more and more', async () => {
  const world = execWorld()
  await world.exec('sleep 60')
  const piece = 'x'.repeat(900_000)
  const notes: boolean[] = []
  for (let round = 0; round < 4; round++)
    notes.push((await world.write(1, piece)).text.includes('does not read what it is given'))
  expect(notes.at(-1)).toBe(true)
  await world.processes.close()
})

test('50 MB of output are read in bounded pieces, with the beginning and the end', async () => {
  const world = execWorld()
  const begun = performance.now()
  const flood = `echo first; yes 0123456789abcde | head -c 50000000; echo; echo last`
  let next = await world.exec(flood, { yield_time_ms: 30_000 })
  const texts = [next.text]
  while (next.session !== undefined) {
    next = await world.write(1, '', { yield_time_ms: 60_000 })
    texts.push(next.text)
  }
  expect(texts.every((text) => text.length < 45_000)).toBe(true)
  expect(texts[0]).toContain('Output:\nfirst\n')
  expect(texts.at(-1)).toMatch(/last\n$/)
  expect(texts.join('')).toMatch(/Original token count: \d+/)
  expect(texts.join('')).toMatch(/\[… \d+ characters, about \d+ tokens, cut out here …\]/)
  const live = world.events.flatMap((event) => (event.type === 'command.output' ? [event.text.length] : []))
  // What nobody reads is still seen to work: so much more every two seconds.
  const later = Math.ceil((performance.now() - begun) / 2000) * 16 * 1024
  expect(live.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(texts.length * 256 * 1024 + later)
})

test('max_output_tokens cuts the middle out and keeps what was asked for', async () => {
  const world = execWorld()
  const { output } = await world.exec('seq 1 1000', { max_output_tokens: 10, yield_time_ms: 10_000 })
  const head = Array.from({ length: 10 }, (_, at) => String(at + 1))
    .join('\n')
    .slice(0, 20)
  expect(output).toBe(
    `${head}\n[… 3853 characters, about 964 tokens, cut out here …]\n96\n997\n998\n999\n1000\n`,
  )
})

test('above 64 processes the one not used for longest makes room, and that is said', async () => {
  const world = execWorld({ sandboxPolicy: full, approvalPolicy: 'never' })
  const seconds = uniqueSleep()
  await Promise.all(Array.from({ length: maxProcesses }, () => world.exec(`exec sleep ${seconds}`)))
  // It is the one that was looked at last.
  await world.write(1, '', { until: '' })
  const one = await world.exec('cat')
  expect(one.text).toMatch(/^Session 2 was ended to make room/m)
  expect(world.processes.ids()).toHaveLength(maxProcesses)
  expect(world.processes.ids()).toContain(1)
  await world.processes.close()
  await eventually(() => withText(seconds).length === 0)
})

test('git commits as ever beside processes that are kept', async () => {
  const world = execWorld()
  execFileSync('git', ['init', '-q', world.workspace])
  const kept = await world.exec('cat')
  const again = await world.exec('cat')
  const commit = (name: string): string =>
    `touch ${name} && git add ${name} && git -c user.name=a -c user.email=a@b commit -qm ${name}`
  const done = await world.exec(`${commit('one')} && ${commit('two')} && git log --oneline | wc -l`, {
    yield_time_ms: 20_000,
  })
  expect([kept.session, again.session, done.exit, done.output.trim()]).toEqual([1, 2, 0, '2'])
  await world.processes.close()
})

test.each(places)('one process is stopped with all that it started, and no other: %s', async (_, options) => {
  const world = execWorld(options)
  const [stopped, other] = [uniqueSleep(), uniqueSleep()]
  await world.exec(`trap "" TERM HUP INT; setsid sleep ${stopped} & sleep ${stopped}; wait`)
  await world.exec(`sleep ${other}`)
  await eventually(() => withText(stopped).length > 0 && withText(other).length > 0)
  expect(await world.processes.runs.stop('c1')).toBe(true)
  await eventually(() => withText(stopped).length === 0)
  expect(withText(other).length > 0).toBe(true)
  expect((await world.write(1, '')).text).toContain('Process ended: the user stopped it')
  expect([await world.processes.runs.stop('c1'), await world.processes.runs.stop('c99')]).toEqual([
    false,
    false,
  ])
  await world.processes.close()
})
