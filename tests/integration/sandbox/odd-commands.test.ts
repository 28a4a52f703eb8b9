import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { patchWorld, removeWorlds } from '../patch/patch-world'

afterAll(removeWorlds)

/** The command lines of every process that has this word in its own. */
function alive(word: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return line.includes(word) ? [line] : []
      } catch {
        // It ended while the folder was read.
        return []
      }
    })
}

/** Unlike any other process's argument. */
const seconds = (): string => `31${String(Math.floor(Math.random() * 1e9))}`
const bash = (script: string): string[] => ['bash', '-c', script]

test.each<[name: string, command: (mark: string) => string[], more: object, told: string]>([
  [
    'leaves children behind',
    (mark) => bash(`sleep ${mark} & setsid sleep ${mark} & echo started`),
    {},
    '"exit_code":0',
  ],
  [
    'ignores SIGTERM beyond its time limit',
    (mark) => bash(`trap '' TERM INT HUP; sleep ${mark} & while :; do sleep 0.1; done`),
    { timeout_ms: 700 },
    'command timed out after 700 milliseconds',
  ],
  ['closes its pipes and goes on', () => bash('exec >&- 2>&- <&-; sleep 0.2; exit 3'), {}, '"exit_code":3'],
  ['reads its input, of which there is none', () => ['cat'], {}, '"exit_code":0'],
  [
    'floods its output',
    () => bash('yes flood | head -c 30000000; echo the end'),
    { timeout_ms: 60_000 },
    'the end',
  ],
  ['dies of a signal', () => bash('kill -9 $$'), {}, '137'],
  ['runs outside of the workspace', () => ['ls', '-d', '.'], { workdir: '/usr' }, '"exit_code":0'],
  ['has an argument of 2 MB', () => ['echo', 'x'.repeat(2_000_000)], {}, 'could not be started'],
  ['is a text of 2 MB', () => bash(`: ${'x'.repeat(2_000_000)}`), {}, 'longer than 1 MB'],
  // bubblewrap's own limit is 9,000, where it starts the command.
  [
    'has 20,000 arguments',
    () => ['true', ...Array<string>(20_000).fill('x')],
    {},
    'maximum number of arguments|"exit_code":0',
  ],
  ['is no program', () => ['/no/such/program'], {}, '"exit_code":127'],
])('a command that %s has a defined end, and nothing is left running', async (_, command, more, told) => {
  const world = patchWorld({ approvalPolicy: 'never' })
  const mark = seconds()
  const reply = await world.shell(command(mark), more)
  expect({ text: reply.text.slice(0, 20_000) }).toEqual({ text: expect.stringMatching(told) as string })
  expect(reply.text.length).toBeLessThan(20_000)
  expect(alive(mark)).toEqual([])
})

test('a folder that is gone is told with what was expected, and nothing runs', async () => {
  const world = patchWorld({ approvalPolicy: 'never' })
  rmSync(world.workspace, { recursive: true })
  const reply = await world.shell(['ls'])
  expect(reply.text).toMatch(/workdir: .*Nothing ran/s)
  expect(world.events.some((event) => event.type === 'command.started')).toBe(false)
})
