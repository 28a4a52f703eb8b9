import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { plainClient } from '../../fakes/app-server-client'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { cliEntry } from '../../fakes/run-cli'

let home: AppServerHome | undefined
afterEach(() => home?.remove())

/** Each with a megabyte of live output; more than may wait. */
const commands = 12

/** Resident memory of a process in MB, now or at its highest. */
const residentMb = (pid: number, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number => {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8')
  const line = status.split('\n').find((each) => each.startsWith(which)) ?? ''
  return Number(/\d+/.exec(line)?.[0] ?? Number.NaN) / 1024
}

/** Starts the server with its output unread until `read` is called. */
async function start() {
  if (!home) throw new Error('there is no home to start in')
  const { env, project } = home
  const child = spawn(process.execPath, [cliEntry, 'app-server'], {
    env,
    cwd: project,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const messages: Record<string, unknown>[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => messages.push(JSON.parse(line) as Record<string, unknown>))
  const send = (message: object): boolean => child.stdin.write(`${JSON.stringify(message)}\n`)
  const until = async (
    fits: (message: Record<string, unknown>) => boolean,
  ): Promise<Record<string, unknown>> => {
    for (;;) {
      const found = messages.find(fits)
      if (found) return found
      await wait(20)
    }
  }
  send({ id: 1, method: 'initialize', params: plainClient })
  await until((each) => each['id'] === 1)
  return { child, messages, lines, send, until, pid: child.pid ?? 0 }
}

test('output that nobody reads: what was left out is told, the ends are whole, memory is bounded', async () => {
  const loud = Array.from({ length: commands }, (_, at) =>
    shellCall(`call_${String(at)}`, 'sh', '-c', 'yes 0123456789 | head -c 1500000; echo the end'),
  )
  home = await appServerHome([...loud, { text: 'Done.' }])
  const { child, messages, lines, send, until, pid } = await start()
  send({ id: 2, method: 'newConversation', params: { cwd: home.project } })
  const made = await until((each) => each['id'] === 2)
  const { conversationId } = made['result'] as { conversationId: string }
  send({ id: 3, method: 'addConversationListener', params: { conversationId } })
  await until((each) => each['id'] === 3)
  child.stdout.pause()
  lines.pause()
  send({
    id: 4,
    method: 'sendUserMessage',
    params: { conversationId, items: [{ type: 'text', data: { text: 'go' } }] },
  })
  // The model's last request says that every command is over.
  await home.server.request(commands)
  lines.resume()
  await until((each) => each['method'] === 'codex/event/task_complete')
  await until((each) => each['method'] === 'codex/event/background_event')
  const msgs = messages.map((each) => (each['params'] as { msg?: Record<string, unknown> } | undefined)?.msg)
  const ends = msgs.filter((msg) => msg?.['type'] === 'exec_command_end')
  const leftOut = msgs.find((msg) => msg?.['type'] === 'background_event')
  const highest = residentMb(pid, 'VmHWM')
  child.stdin.end()
  const code = await new Promise((resolve) => child.once('close', resolve))
  // About 300 with 8 MB that wait, the record's own and garbage; 700 and more while V8 optimised the shell grammar.
  expect(highest).toBeLessThan(480)
  expect([code, ends.length, ends.every((end) => String(end?.['stdout']).endsWith('the end\n'))]).toEqual([
    0,
    commands,
    true,
  ])
  expect(leftOut?.['message']).toMatch(/^\d+ pieces of live output were left out/)
})

test('a client that writes and never reads is not read from either', async () => {
  home = await appServerHome([])
  const { child, messages, lines, send, until, pid } = await start()
  child.stdout.pause()
  lines.pause()
  const before = residentMb(pid)
  let sent = 0
  // Sent until neither side takes more: some of the pipes, then the server stops reading.
  while (sent < 400_000 && child.stdin.writableLength < 4_000_000) {
    for (let each = 0; each < 500; each++) send({ id: `x${String(sent++)}`, method: 'getUserAgent' })
    await wait(1)
  }
  expect([sent < 400_000, residentMb(pid) - before < 120]).toEqual([true, true])
  lines.resume()
  const last = `x${String(sent - 1)}`
  await until((each) => each['id'] === last)
  child.stdin.end()
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect([code, messages.length]).toEqual([0, sent + 1])
})
