import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { calls, fakeEngine, fakeModel, says, type FakeAnswer } from '../../fakes/fake-world'
import { openTurn, said, whichSandbox, type Turn } from './harness/turn'
import { heldBy } from './harness/held'

/** What stands ready for a next command stands only while a turn runs. */
let turn: Turn
/** What engines of other files still hold in this process, for as long as they stand idle. */
let others: readonly string[]
beforeEach(() => {
  turn = openTurn()
  others = heldBy(process.pid)
})
const held = (): readonly string[] => heldBy(process.pid).filter((name) => !others.includes(name))
afterEach(() => turn.close())

const shell = (script: string) => calls({ id: script, args: { command: ['sh', '-c', script] } })

/** Answers when a sandbox is held for the workspace, so that the end of the turn has one to take away. */
const whenPrepared = (answer: readonly unknown[]): FakeAnswer =>
  async function* () {
    await expect.poll(() => held()).toHaveLength(1)
    yield* answer as ReturnType<typeof says>
  }

/** A session of a real engine on the real sandbox, and what lies in its workspace in the moment when a turn's end is told. */
async function session(script: readonly FakeAnswer[]) {
  const left: (readonly string[])[] = []
  const world = fakeEngine({ model: fakeModel(script), sandbox: { ...turn.sandbox, runs: [] } })
  world.engine.subscribe((notice) => {
    if (notice.kind === 'event' && notice.event.event.type === 'turn.finished')
      left.push(readdirSync(turn.work))
  })
  const { id } = await world.engine.createSession({ cwd: turn.work })
  return { ...world, id, left }
}

test('at the end of a turn the workspace holds nothing that was not there before', async () => {
  const script = [shell('echo a > made'), whenPrepared(shell('cat made')), whenPrepared(says('done'))]
  const { engine, id, until, left } = await session(script)
  await engine.startTurn(id, 'go')
  expect(await until('turn.finished')).toMatchObject({ outcome: 'completed' })
  expect(left).toEqual([['.git', 'made']])
  await engine.close()
})

test('nor when the turn ends in the moment after its last command', async () => {
  const { engine, id, until, left } = await session([shell('true'), says('done')])
  await engine.startTurn(id, 'go')
  await until('turn.finished')
  expect([left, readdirSync(turn.work)]).toEqual([[['.git']], ['.git']])
})

test('nor when a person stops it, or the engine closes', async () => {
  const never: FakeAnswer = async function* (_, signal) {
    while (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, 20))
    yield* says('too late')
  }
  const { engine, id, left } = await session([shell('true'), never, shell('true'), never])
  for (const stop of [() => engine.interruptTurn(id), () => engine.close()]) {
    await engine.startTurn(id, 'go')
    await expect.poll(() => held()).toHaveLength(1)
    await stop()
  }
  expect(left).toEqual([['.git'], ['.git']])
})

test('a command that is none of a turn has nothing prepared after it', async () => {
  await turn.run(['true'], { inTurn: false })
  expect(readdirSync(turn.work)).toEqual(['.git'])
  const namespace = await turn.prepared()
  expect(said(await turn.run(whichSandbox, { inTurn: false })).trim()).not.toBe(namespace)
  expect(readdirSync(turn.work)).toEqual(['.git'])
})

test('rest while a sandbox is being made waits for it, and takes away what stands for it', async () => {
  await turn.close()
  turn = openTurn({ standsIn: false })
  for (const after of [0, 5, 10, 20]) {
    const running = turn.run(['true'])
    await new Promise((resolve) => setTimeout(resolve, after))
    await turn.sandbox.rest?.()
    await running
    await turn.sandbox.rest?.()
    expect(readdirSync(turn.work)).toEqual(['.git'])
    expect(held()).toEqual([])
  }
})

test('what protects a process that runs on after the turn stays as long as that does', async () => {
  await turn.close()
  turn = openTurn({ standsIn: false })
  const script = 'until rm go 2>/dev/null; do sleep 0.1; done; mkdir .codex/in || mkdir .codex'
  const kept = turn.run(['sh', '-c', script], { inTurn: false })
  await expect.poll(() => readdirSync(turn.work)).toContain('.codex')
  expect(await turn.run(['true'])).toMatchObject({ exitCode: 0 })
  await turn.sandbox.rest?.()
  expect(readdirSync(turn.work)).toContain('.codex')
  await expect.poll(() => held()).toHaveLength(0)
  writeFileSync(join(turn.work, 'go'), '')
  expect(await kept).toMatchObject({ kind: 'exited', exitCode: 1 })
  expect(readdirSync(turn.work)).toEqual(['.git'])
})
