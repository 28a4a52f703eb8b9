import { existsSync, rmSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { processesWith } from '../../fakes/processes-with'
import { greetSecond, type SecondClient } from '../../fakes/second-client'

let home: AppServerHome | undefined
let client: SecondClient | undefined
let made = ''
afterEach(async () => {
  client?.child.kill('SIGKILL')
  await home?.remove()
  if (made !== '') rmSync(made, { recursive: true, force: true })
})

const moments: [string, string, (at: SecondClient, threadId: string) => Promise<unknown>][] = [
  ['at once', 'on-failure', () => Promise.resolve()],
  ['when a turn was asked for', 'on-failure', (at, threadId) => at.turn(threadId)],
  [
    'while a command runs',
    'on-failure',
    async (at, threadId) => {
      await at.turn(threadId)
      await at.told('item/commandExecution/outputDelta')
    },
  ],
  [
    'with a question open',
    'untrusted',
    async (at, threadId) => {
      await at.turn(threadId)
      await at.asked()
    },
  ],
]
test.each(moments)(
  'a client that vanishes %s: the engine ends, and nothing of it is left',
  async (moment, policy, until) => {
    const word = `cs-v2-left-${String(process.pid)}-${String(Math.trunc(performance.now()))}`
    made = `/var/tmp/${word}`
    const script = `echo begun; sleep 600; : ${word}; touch ${made}`
    home = await appServerHome([shellCall('call_1', 'sh', '-c', script, word), { text: 'Done.' }], {
      policy,
      config: '[features]\nsandbox_command_assessment = false\n',
    })
    client = await greetSecond(home)
    const { child } = client
    const exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        resolve([code, signal])
      })
    })
    await until(client, await client.thread())
    // Where a command runs it can be found, or its absence would say nothing.
    if (moment === 'while a command runs') expect(processesWith(word).length).toBeGreaterThan(0)
    // All its ends at once, as they are when its process is killed.
    for (const each of [child.stdin, child.stdout, child.stderr]) each?.destroy()
    expect(await exited).toEqual([0, null])
    await expect.poll(() => processesWith(word), { timeout: 120_000 }).toEqual([])
    expect(existsSync(made)).toBe(false)
  },
)
