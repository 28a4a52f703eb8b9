import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ShownRehearsal } from '@shared/domain/request-rehearsal'
import { afterEach, expect, test } from 'vitest'
import { asEachUser } from '../patch/ordinary-user'
import { asking, closeAsking } from './asking'
import { digestOf, treeOf } from './harness'

afterEach(closeAsking)

const idOf = ({ applies }: ShownRehearsal): string => {
  if (applies?.kind !== 'possible') throw new Error(JSON.stringify(applies))
  return applies.id
}

/** What a person answers with is what a rehearsal showed, in a whole engine. */
asEachUser('applying', () => {
  test('what was seen is put in place, and the agent gets what the rehearsal printed', async () => {
    const world = await asking(
      'date +%N > stamp; rm -r dist; echo two >> a; rm ../beside/kept; echo said; exit 3',
    )
    const before = digestOf(world.at('work'), world.at('beside'))
    const { request } = await world.seen('approval.requested')
    const found = await world.found()
    expect(world.copies()).toHaveLength(1)
    expect(digestOf(world.at('work'), world.at('beside'))).toBe(before)
    const shown = found.changes.find(({ path }) => path.endsWith('/stamp'))?.diff ?? ''
    await world.engine.decide(request.id, { kind: 'apply', rehearsal: idOf(found) }, 'window')
    const { outcome } = await world.seen('command.finished')
    expect(outcome).toMatchObject({
      kind: 'exited',
      exitCode: 3,
      output: { aggregated: 'said\n' },
      applied: { counts: { created: 1, changed: 1, deleted: 2, files: 3 }, leftOut: [] },
    })
    await world.seen('turn.finished')
    // A run would have another moment in it.
    expect(shown).toContain(readFileSync(world.at('work/stamp'), 'utf8').trim())
    expect([existsSync(world.at('work/dist')), readdirSync(world.at('beside'))]).toEqual([false, []])
    expect(readFileSync(world.at('work/a'), 'utf8')).toBe('one\ntwo\n')
    const told = JSON.stringify(world.server.requests.at(-1)?.body)
    expect(told).toContain('it did not run again')
    expect(told).toMatch(/exit_code\\+":3/)
    expect([world.copies(), readdirSync(world.at('state/applying'))]).toEqual([[], []])
  })

  test('a part is put in place, and the agent is told what was left out', async () => {
    const world = await asking('rm -r dist; echo two >> a; mkdir new; echo n > new/f; echo m > new/g')
    const { request } = await world.seen('approval.requested')
    const found = await world.found()
    const leaveOut = [world.at('work/dist'), world.at('work/new/g')]
    await world.engine.decide(request.id, { kind: 'apply', rehearsal: idOf(found), leaveOut }, 'window')
    expect((await world.seen('command.finished')).outcome).toMatchObject({
      applied: { counts: { created: 2, changed: 1, deleted: 0 }, leftOut: leaveOut },
    })
    await world.seen('turn.finished')
    expect([existsSync(world.at('work/dist/x')), readdirSync(world.at('work/new'))]).toEqual([true, ['f']])
    const told = JSON.stringify(world.server.requests.at(-1)?.body)
    expect(told).toContain(
      `The user left these out, and they are as they were before: ${leaveOut.join(', ')}`,
    )
  })

  test('an answer about another rehearsal, or another part, is refused and the question stays', async () => {
    const world = await asking('rm -r dist; rm a')
    const { request } = await world.seen('approval.requested')
    const early = world.engine.decide(request.id, { kind: 'apply', rehearsal: 'x' }, 'window')
    await expect(early).rejects.toThrow('expected the id')
    const found = await world.found()
    const before = digestOf(world.at('work'))
    const id = idOf(found)
    for (const [rehearsal, leaveOut] of [
      [`${id}0`, undefined],
      ['', undefined],
      [id, [world.at('work/.env')]],
      [id, [world.at('work/dist/x')]],
      [id, [world.at('work/a'), world.at('work/dist')]],
      [id, [world.at('work/a'), world.at('work/a')]],
    ] as const) {
      const answer = { kind: 'apply', rehearsal, ...(leaveOut && { leaveOut: [...leaveOut] }) } as const
      await expect(world.engine.decide(request.id, answer, 'window')).rejects.toThrow('expected')
    }
    expect(digestOf(world.at('work'))).toBe(before)
    await world.engine.decide(request.id, { kind: 'deny' }, 'window')
    await world.seen('turn.finished')
    expect(digestOf(world.at('work'))).toBe(before)
    await expect.poll(world.copies).toEqual([])
  })

  test('what has changed since is asked about again, with a rehearsal of its own', async () => {
    const world = await asking('rm -r dist; echo two >> a')
    const { request } = await world.seen('approval.requested')
    const found = await world.found()
    writeFileSync(world.at('work/a'), 'ours\n')
    const before = treeOf(world.at('work'))
    await world.engine.decide(request.id, { kind: 'apply', rehearsal: idOf(found) }, 'window')
    const asked = () =>
      world.events.flatMap((each) => (each.type === 'approval.requested' ? [each.request] : []))
    await expect.poll(() => asked().length, { timeout: 120_000 }).toBe(2)
    const [, second] = asked()
    expect(second?.stop.changed).toEqual([world.at('work/a')])
    expect(treeOf(world.at('work'))).toEqual(before)
    const latest = () =>
      world.events.flatMap((each) =>
        each.type === 'approval.rehearsed' &&
        each.requestId === second?.id &&
        each.rehearsal.state === 'found'
          ? [each.rehearsal.found]
          : [],
      )[0]
    await expect.poll(latest, { timeout: 120_000 }).toBeDefined()
    await world.engine.decide(
      second?.id ?? '',
      { kind: 'apply', rehearsal: idOf(latest() as ShownRehearsal) },
      'window',
    )
    await world.seen('turn.finished')
    expect(readFileSync(world.at('work/a'), 'utf8')).toBe('ours\ntwo\n')
    await expect.poll(world.copies).toEqual([])
  })

  test('a run for real takes nothing from the rehearsal, and frees it', async () => {
    const world = await asking('date +%N > stamp')
    const { request } = await world.seen('approval.requested')
    const found = await world.found()
    await world.engine.decide(request.id, { kind: 'allow', offerId: 'outside' }, 'window')
    await world.seen('turn.finished')
    expect(found.changes[0]?.diff).not.toContain(readFileSync(world.at('work/stamp'), 'utf8').trim())
    expect(world.copies()).toEqual([])
  })

  test('a closing engine frees what waits, and puts nothing in place', async () => {
    const world = await asking('rm -r dist')
    await world.seen('approval.requested')
    await world.found()
    const before = treeOf(world.at('work'))
    await world.close()
    expect([world.copies(), treeOf(world.at('work'))]).toEqual([[], before])
  })

  test('copies that are gone are no yes to a run', async () => {
    const world = await asking('echo two >> a')
    const { request } = await world.seen('approval.requested')
    const found = await world.found()
    for (const name of world.copies())
      for (const each of readdirSync(world.at('state/rehearsals', name)).filter((one) => one.startsWith('u')))
        rmSync(world.at('state/rehearsals', name, each, 'a'), { force: true })
    await world.engine.decide(request.id, { kind: 'apply', rehearsal: idOf(found) }, 'window')
    expect((await world.seen('command.finished')).outcome).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('Nothing was changed.') as string,
    })
    expect(readFileSync(world.at('work/a'), 'utf8')).toBe('one\n')
  })

  test('what cannot be put in place says why, and is run for real', async () => {
    const world = await asking('mkfifo pipe; echo two >> a')
    const { request } = await world.seen('approval.requested')
    expect((await world.found()).applies).toEqual({
      kind: 'run',
      because: 'special',
      path: world.at('work/pipe'),
    })
    await expect.poll(world.copies).toEqual([])
    await world.engine.decide(request.id, { kind: 'deny' }, 'window')
    await world.seen('turn.finished')
  })
})
