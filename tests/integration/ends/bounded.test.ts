import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { appServerHome, type AppServerHome } from '../../fakes/app-server-home'
import { FakeBrowser, secretOf } from '../../fakes/fake-browser'
import { cliEntry, runProgram } from '../../fakes/run-cli'
import { startEngine, type EngineRun } from './harness/engine-run'

let home: AppServerHome | undefined
let run: EngineRun | undefined
afterEach(async () => {
  run?.clear()
  await home?.remove()
})

const residentMb = (pid: number): number =>
  Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'latin1'))?.[1]) / 1024

/** How many MB the program has grown by when nothing of it works any more, or when it is beyond the limit. */
async function atRest(engine: EngineRun, before: number, limit: number): Promise<number> {
  let [cpu, still] = [-1, 0]
  for (;;) {
    const now = engine.processes().reduce((sum, each) => sum + each.cpu, 0)
    still = now === cpu ? still + 1 : 0
    cpu = now
    const grown = residentMb(engine.engine()) - before
    if (still >= 20 || grown > limit) return grown
    await delay(50)
  }
}

test('output that nobody takes waits in the pipe of the command, not in memory', async () => {
  home = await appServerHome([])
  run = startEngine(home, ['sandbox', '--', 'sh', '-c', 'yes; true'])
  await run.until('y\ny')
  const before = residentMb(run.engine())
  run.client.stopReading()
  const grown = await atRest(run, before, 60)
  expect(grown).toBeLessThan(60)
})

test('a slow reader gets everything, also what came after the command had ended', async () => {
  home = await appServerHome([])
  const line = `"${process.execPath}" "${cliEntry}" sandbox -- sh -c 'seq 1 200000; echo the end >&2' | (sleep 1; wc -l)`
  const ran = await runProgram('/bin/sh', ['-c', line], { env: home.env, cwd: home.project })
  expect([ran.out.trim(), ran.err]).toEqual(['200000', 'the end\n'])
})

test('many small pieces reach a slow reader as they were printed', async () => {
  home = await appServerHome([])
  const count = 30_000
  const program = `i=0; while [ $i -lt ${String(count)} ]; do echo $i; i=$((i+1)); done`
  const line = `"${process.execPath}" "${cliEntry}" sandbox -- sh -c '${program}' | (sleep 1; cat)`
  const ran = await runProgram('/bin/sh', ['-c', line], { env: home.env, cwd: home.project })
  const wrong = ran.out.split('\n').filter((each, at) => each !== (at < count ? String(at) : ''))
  expect([wrong, ran.err]).toEqual([[], ''])
})

test('a command whose reader has gone is ended, and says nothing of it', async () => {
  home = await appServerHome([])
  const line = `"${process.execPath}" "${cliEntry}" sandbox -- yes | head -n 1`
  const ran = await runProgram('/bin/sh', ['-c', line], { env: home.env, cwd: home.project })
  expect([ran.code, ran.out, ran.err]).toEqual([0, 'y\n', ''])
})

/** More than would fit into the sockets many times over. */
const frames = 10_000

test('a tab that asks faster than it reads is not read: memory is bounded, and every answer comes in the end', async () => {
  home = await appServerHome([])
  run = startEngine(home, ['serve', '--port', '0'])
  await run.until('Stop with')
  const { host, hash } = new URL(/http:\S+/.exec(run.said())?.[0] ?? '')
  const browser = new FakeBrowser(host)
  const secret = secretOf(await browser.offer(hash.slice('#token='.length), browser.jsonHeaders))
  const client = await browser.connect(secret)
  const { socket } = client
  await client.request('app.hello', {})
  const before = residentMb(run.engine())
  socket.pause()
  let answers = 0
  socket.on('message', () => (answers += 1))
  for (let id = 1; id <= frames; id++)
    socket.send(JSON.stringify({ id: id + 10, channel: 'app.hello', payload: {} }))
  const unread = await atRest(run, before, 120)
  socket.resume()
  while (answers < frames) await delay(20)
  expect([unread < 120, residentMb(run.engine()) - before < 160]).toEqual([true, true])
  // It is served on.
  expect(await client.request('app.hello', {})).toMatchObject({ ok: true })
  browser.leave()
})
