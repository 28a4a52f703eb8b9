import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Answer } from '../patch/patch-world'
import { removeWorlds } from '../patch/patch-world'
import { execWorld } from './exec-world'

afterAll(removeWorlds)

/** A call that is back as soon as this has been printed. */
const printing = (until: string) => ({ until, yield_time_ms: 30_000 })

const outside: Answer = () => ({ kind: 'allow', offerId: 'outside' })

test('a write that is stopped within the wait is asked about and runs again with exactly that grant', async () => {
  const world = execWorld({ approvalPolicy: 'on-failure' })
  const target = join(world.outside, 'x')
  const done = await world.exec(`echo yes > ${target}`, { yield_time_ms: 20_000 })
  expect([done.exit, readFileSync(target, 'utf8')]).toEqual([0, 'yes\n'])
  expect(world.asked.map(({ stage, stop }) => [stage, stop.evidence.map((each) => each.target)])).toEqual([
    ['retry', [target]],
  ])
  expect(world.events.filter((event) => event.type === 'command.started')).toMatchObject([
    { attempt: 1, confinement: 'bubblewrap' },
    { attempt: 2, confinement: 'bubblewrap', grants: [{ kind: 'write', path: target }] },
  ])
})

test.each([
  ['on-failure', 'a yield_time_ms that lasts until its end: the user is then asked'],
  ['on-request', 'run it again with with_escalated_permissions and a justification'],
  ['never', 'Nobody can be asked'],
] as const)(
  'a write that is stopped later is told with the next look (%s)',
  async (approvalPolicy, remedy) => {
    const world = execWorld({ approvalPolicy })
    const target = join(world.outside, 'x')
    await world.exec(`read line; echo "$line" > ${target}`)
    const told = await world.write(1, 'go\n', { yield_time_ms: 20_000 })
    expect(told.text).toContain(`failed in sandbox: the sandbox stopped a write to ${target} (openat)`)
    expect(told.text).toContain(remedy)
    expect([told.exit, existsSync(target), world.asked]).toEqual([1, false, []])
  },
)

test('input for a process outside the sandbox is asked about each time, shown whole', async () => {
  const world = execWorld({ answer: outside })
  const more = { with_escalated_permissions: true, justification: 'it must' }
  await world.exec('cat', more)
  expect((await world.write(1, 'one\n', printing('one\n'))).output).toBe('one\n')
  expect((await world.write(1, 'two\n', printing('two\n'))).output).toBe('two\n')
  await world.write(1, '', printing(''))
  expect(world.asked.map(({ kind, input, command }) => ({ kind, input, command }))).toEqual([
    { kind: undefined, input: undefined, command: ['bash', '-c', 'cat'] },
    { kind: 'input', input: 'one\n', command: ['bash', '-c', 'cat'] },
    { kind: 'input', input: 'two\n', command: ['bash', '-c', 'cat'] },
  ])
  await world.processes.close()
})

test('a yes for the session holds for that process and no other', async () => {
  const world = execWorld({ answer: () => ({ kind: 'allow', offerId: 'outside', scope: 'session' }) })
  const more = { with_escalated_permissions: true, justification: 'it must' }
  await world.exec('cat', more)
  await world.exec('cat', more)
  await world.write(1, 'a\n')
  await world.write(1, 'b\n')
  await world.write(2, 'c\n')
  expect(world.asked.flatMap(({ input }) => input ?? [])).toEqual(['a\n', 'c\n'])
  await world.processes.close()
})

test('a no to input sends nothing, and the process goes on', async () => {
  const answers: Answer[] = [outside, () => ({ kind: 'deny', message: 'not that' })]
  const world = execWorld({ answer: (request) => (answers.shift() ?? outside)(request) })
  await world.exec('cat', { with_escalated_permissions: true, justification: 'it must' })
  const told = await world.write(1, 'rm -rf /\n')
  expect(told.text).toMatch(/^input rejected by user\nDenied by the user\. Nothing was sent\..* not that$/)
  // What is sent past the question is all that it was given.
  const { clock } = world.parts
  expect(await world.processes.use(1)?.send('then\n', clock, new AbortController().signal)).toBe('sent')
  expect((await world.write(1, '', printing('then\n'))).output).toBe('then\n')
  await world.processes.close()
})

test('a process with other limits than the turn is asked about, even inside the sandbox', async () => {
  const world = execWorld()
  await world.exec('cat')
  const readOnly = { mode: 'read-only', network_access: false } as const
  await world.write(1, 'x\n', {}, { sandboxPolicy: readOnly })
  expect(world.asked).toMatchObject([{ kind: 'input', offers: [{ kind: 'only-this', grants: [] }] }])
  const never = await world.write(1, 'y\n', {}, { sandboxPolicy: readOnly, approvalPolicy: 'never' })
  expect(never.text).toContain('approval_policy = never: nothing was sent.')
  await world.processes.close()
})
