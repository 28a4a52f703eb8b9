import { readFileSync } from 'node:fs'
import type { AgentEvent } from '@shared/domain/agent-event'
import { afterEach, expect, test } from 'vitest'
import type { EngineService } from '../../../src/main/core/engine/engine-service'
import { asEachUser } from '../patch/ordinary-user'
import { asking, closeAsking } from './asking'

afterEach(closeAsking)

type World = Awaited<ReturnType<typeof asking>>
const under = (scripts: readonly string[], more: Parameters<typeof asking>[1] = {}) =>
  asking(scripts, { config: 'approval_policy = "effects"', escalated: false, ...more })
const finished = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === 'command.finished' ? [event.outcome] : []))
const asked = (events: readonly AgentEvent[]) =>
  events.flatMap((event) => (event.type === 'approval.requested' ? [event.request] : []))
const text = ({ at }: World, name: string): string => readFileSync(at('work', name), 'utf8')

/** A second session in the same folder, begun once the first one's command runs; what happened in it. */
async function second(world: World, engine: EngineService = world.engine, folder = 'work') {
  await world.seen('command.started')
  const events: AgentEvent[] = []
  const { id } = await engine.createSession({ cwd: world.at(folder) })
  engine.subscribe((notice) => {
    if (notice.kind === 'event' && notice.event.sessionId === id) events.push(notice.event.event)
  })
  await engine.startTurn(id, 'go')
  return events
}
const ended = (events: readonly AgentEvent[]) =>
  expect.poll(() => events.some(({ type }) => type === 'turn.finished'), { timeout: 120_000 }).toBe(true)

asEachUser('commands side by side', () => {
  test('two commands of one turn: the second sees what was put in place of the first', async () => {
    const world = await under(['sleep 0.5; echo two >> a', 'cat a > b'], { together: true })
    await world.seen('turn.finished')
    expect([asked(world.events), text(world, 'b')]).toEqual([[], 'one\ntwo\n'])
  })

  test.each(['work', 'work/dist'])(
    'a session in %s: the second sees what was put in place of the first',
    async (folder) => {
      const world = await under([
        'sleep 1.5; echo two >> dist/x',
        `cat ${folder === 'work' ? 'dist/' : ''}x > b`,
      ])
      const events = await second(world, world.engine, folder)
      await ended(events)
      expect([asked(world.events), asked(events)]).toEqual([[], []])
      expect(text(world, folder === 'work' ? 'b' : 'dist/b')).toBe('one\ntwo\n')
    },
  )

  test('where both change one file the second is done upon the first', async () => {
    const world = await under(['sleep 1.5; echo two >> a', 'echo three >> a'])
    const events = await second(world)
    await ended(events)
    expect([asked(world.events), asked(events), text(world, 'a')]).toEqual([[], [], 'one\ntwo\nthree\n'])
  })

  test('two engines do not wait for each other: what both change is asked about, and no change is lost', async () => {
    const world = await under(['sleep 1; echo two >> a', 'echo three >> a; sleep 4'])
    const other = await world.another()
    const events = await second(world, other)
    await expect.poll(() => asked(events).length, { timeout: 120_000 }).toBe(1)
    expect(asked(events)[0]?.stop.nearest).toEqual({
      outside: [{ kind: 'unseen', because: 'changed' }],
      more: 0,
    })
    expect([asked(world.events), text(world, 'a')]).toEqual([[], 'one\ntwo\n'])
    await other.decide(asked(events)[0]?.id ?? '', { kind: 'deny' }, 'window')
    await ended(events)
    expect([finished(events).length, text(world, 'a')]).toEqual([1, 'one\ntwo\n'])
  })
})
