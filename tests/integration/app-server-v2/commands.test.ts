import { existsSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { sinceNow, type Message } from '../../fakes/app-server-client'
import { appServerHome } from '../../fakes/app-server-home'
import { processesWith } from '../../fakes/processes-with'
import { greetSecond, secondOf, type SecondClient } from '../../fakes/second-client'
import { sharedPrograms } from '../../fakes/shared-program'

const programs = sharedPrograms(
  (home) => greetSecond(home),
  (client) => client.end(),
)
afterAll(() => programs.close())

async function start() {
  const { home, program } = await programs.lend([])
  return { at: secondOf(home, sinceNow(program)), where: home }
}
const words = (text: string): string => Buffer.from(text).toString('base64')
/** What one command has been told to have printed so far. */
const printed = (at: SecondClient, processId: string, stream = 'stdout'): string =>
  at
    .all('command/exec/outputDelta')
    .filter((each) => each['processId'] === processId && each['stream'] === stream)
    .map((each) => Buffer.from(each['deltaBase64'] as string, 'base64').toString())
    .join('')
/** Resolves when it has printed so much. */
const prints = (at: SecondClient, processId: string, text: string | RegExp): Promise<Message> =>
  at.until(() => printed(at, processId).match(text) !== null)

test('a command is written to while it runs, tells what it prints at once, and ends with its input', async () => {
  const { at, where } = await start()
  const processId = 'talk'
  const script =
    'echo ready; read -r a; echo "got $a" >&2; touch "$a"; touch /var/tmp/cs-v2-never; wc -c; exit 7'
  const answer = at.call('command/exec', {
    ...{ command: ['sh', '-c', script], cwd: where.project, processId },
    ...{ streamStdin: true, streamStdoutStderr: true },
  })
  // Not answered yet, and under its name already.
  await at.call('command/exec/write', { processId, deltaBase64: words('name') })
  await prints(at, processId, 'ready\n')
  await at.call('command/exec/write', { processId, deltaBase64: words('\n') })
  await at.until(() => printed(at, processId, 'stderr').includes('got name\n'))
  const zeroes = Buffer.alloc(700_000).toString('base64')
  const pour = () => at.call('command/exec/write', { processId, deltaBase64: zeroes })
  await Promise.all([pour(), pour(), pour()])
  await at.call('command/exec/write', { processId, closeStdin: true })
  expect(await answer).toEqual({ exitCode: 7, stdout: '', stderr: '' })
  expect(printed(at, processId)).toBe('ready\n2100000\n')
  expect([existsSync(`${where.project}/name`), existsSync('/var/tmp/cs-v2-never')]).toEqual([true, false])
  await expect(at.call('command/exec/write', { processId, closeStdin: true })).rejects.toThrow(
    'no command runs under processId "talk"; expected that of a command/exec which is not answered yet',
  )
})

test('a command is ended with all that it started, and its name is free', async () => {
  const { at, where } = await start()
  const word = `cs-v2-ended-${String(process.pid)}`
  const run = {
    ...{ command: ['sh', '-c', 'sleep 600 & echo up; wait', word], cwd: where.project },
    ...{ processId: 'server', streamStdoutStderr: true, disableTimeout: true },
  }
  const answer = at.call('command/exec', run)
  await prints(at, 'server', 'up\n')
  expect(processesWith(word).length).toBeGreaterThan(0)
  await expect(at.call('command/exec', run)).rejects.toThrow('still runs; expected another')
  expect(await at.call('command/exec/terminate', { processId: 'server' })).toEqual({})
  expect(await answer).toEqual({ exitCode: 137, stdout: '', stderr: '' })
  expect(processesWith(word)).toEqual([])
  expect(await at.call('command/exec', { ...run, command: ['true'] })).toMatchObject({ exitCode: 0 })
})

test('a terminal has a size and keys, and takes another size', async () => {
  const { at, where } = await start()
  const processId = 'terminal'
  const script = 'stty size; read -r a; stty size; test -t 0 && test -t 2 && echo "all $a"; cat; echo over'
  const answer = at.call('command/exec', {
    ...{ command: ['sh', '-c', script], cwd: where.project, processId },
    ...{ tty: true, size: { rows: 33, cols: 101 } },
  })
  await prints(at, processId, '33 101\r\n')
  await at.call('command/exec/resize', { processId, size: { rows: 12, cols: 55 } })
  await at.call('command/exec/write', { processId, deltaBase64: words('ttys\n') })
  await prints(at, processId, /12 55\r\nall ttys\r\n/)
  await at.call('command/exec/write', { processId, deltaBase64: words('\u0004') })
  expect(await answer).toEqual({ exitCode: 0, stdout: '', stderr: '' })
  expect(printed(at, processId)).toMatch(/over\r\n$/)
})

test('what is streamed is bytes and stops at its cap; what is not streamed is cut there', async () => {
  const { at, where } = await start()
  const run = { command: ['sh', '-c', String.raw`printf '\377\376abcdef'`], cwd: where.project }
  await at.call('command/exec', {
    ...run,
    ...{ processId: 'bytes', streamStdoutStderr: true, outputBytesCap: 4 },
  })
  const pieces = at.all('command/exec/outputDelta').filter(({ processId }) => processId === 'bytes')
  const all = Buffer.concat(pieces.map((each) => Buffer.from(each['deltaBase64'] as string, 'base64')))
  expect([all, pieces.at(-1)?.['capReached']]).toEqual([Buffer.from([0xff, 0xfe, 0x61, 0x62]), true])
  const cut = { command: ['printf', 'abcdef'], cwd: where.project, outputBytesCap: 3 }
  expect(await at.call('command/exec', cut)).toEqual({ exitCode: 0, stdout: 'abc', stderr: '' })
})

test('a policy that is wider than the configured one is refused', async () => {
  const { at, where } = await start()
  const run = (sandboxPolicy: object, command = ['touch', 'made.txt']) =>
    at.call('command/exec', { command, cwd: where.project, sandboxPolicy })
  await expect(run({ type: 'dangerFullAccess' })).rejects.toThrow(
    /is wider than .*expected one that allows no more/,
  )
  expect(await run({ type: 'readOnly' })).toMatchObject({ exitCode: 1 })
  expect(existsSync(`${where.project}/made.txt`)).toBe(false)
  expect(await run({ type: 'workspaceWrite' })).toMatchObject({ exitCode: 0 })
})

test('a client that is gone takes its commands along', async () => {
  const home = await appServerHome([])
  const word = `cs-v2-gone-${String(process.pid)}`
  const at = await greetSecond(home)
  at.send({
    id: 1,
    method: 'command/exec',
    params: {
      ...{ command: ['sh', '-c', 'echo up; sleep 600; true', word], cwd: home.project, processId: 'p' },
      ...{ streamStdin: true, streamStdoutStderr: true, disableTimeout: true },
    },
  })
  await prints(at, 'p', 'up\n')
  expect(processesWith(word).length).toBeGreaterThan(0)
  expect(await at.end()).toEqual({ code: 0, signal: null })
  await expect.poll(() => processesWith(word), { timeout: 60_000 }).toEqual([])
  await home.remove()
})
