import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { Message } from '../../fakes/app-server-client'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { runsBySeed } from '../../fakes/by-seed'
import { fixedSeed } from '../../fakes/fixed-seed'
import { isYes, mutatedLine, sendLines } from '../../fakes/mutated-line'
import { greetSecond, type SecondClient } from '../../fakes/second-client'

const lines = runsBySeed(20_000)

let home: AppServerHome | undefined
let client: SecondClient | undefined
afterEach(async () => {
  await client?.end()
  await home?.remove()
})

/** What recorded clients said, and answers that would be a yes if they were readable and asked for. */
const seeds = [
  ...readFileSync(join(import.meta.dirname, '../../fakes/app-server-v2-client.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Message),
  { id: 0, result: { decision: 'acceptForSession' } },
  { id: 0, result: { permissions: { network: { enabled: true } }, scope: 'session' } },
  { id: 0, error: { code: -32600, message: 'no' } },
  { id: 3, method: 'thread/items/list', params: { threadId: 'x', cursor: '1', limit: 2 } },
  { id: 4, method: 'thread/unsubscribe', params: { threadId: 'x' } },
  { id: 5, method: 'turn/interrupt', params: { threadId: 'x', turnId: 'y' } },
]

/** Methods that start processes or sessions would turn a test of reading into one of the machine. */
const heavy = /thread\/start|thread\/fork|command\/exec|gitDiffToRemote/

test(`${lines.toLocaleString('en')} mutated lines while an approval waits: no crash, no approval`, async () => {
  home = await appServerHome([shellCall('call_1', 'touch', 'made.txt'), { text: 'Done.' }], {
    policy: 'untrusted',
  })
  client = await greetSecond(home)
  await client.turn(await client.thread())
  expect(await client.asked()).toMatchObject({ id: 0, method: 'item/commandExecution/requestApproval' })

  const seed = fixedSeed
  const all = fc
    .sample(mutatedLine(seeds), { numRuns: lines, seed })
    .filter((text) => !heavy.test(text) && !isYes(text, /^accept/))
  await sendLines(client.child.stdin, all)
  const alive = await client.call('config/read')
  const ran = client.all('item/commandExecution/outputDelta')
  const ended = await client.end()
  expect({ seed, alive: 'config' in alive, ran, ended, sent: all.length > lines * 0.7 }).toEqual({
    seed,
    alive: true,
    ran: [],
    ended: { code: 0, signal: null },
    sent: true,
  })
  expect(existsSync(join(home.project, 'made.txt'))).toBe(false)
  // Whatever the model was told of its call is that it did not run.
  const told = home.server.requests.filter(({ body }) =>
    JSON.stringify(body).includes('function_call_output'),
  )
  expect(told.filter(({ body }) => !JSON.stringify(body).includes('rejected by user'))).toEqual([])
})
