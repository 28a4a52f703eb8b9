import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hunkHeaders } from '@shared/domain/only-hunks'
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
    // They are taken away beside what goes on.
    await expect.poll(() => [world.copies(), readdirSync(world.at('state/applying'))]).toEqual([[], []])
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

  /** Thirty lines, of which these are others. */
  const lines = (others: Readonly<Record<number, string>> = {}): string =>
    Array.from({ length: 30 }, (_, at) => `${others[at] ?? `line ${String(at)}`}\n`).join('')
  const inTwoPlaces = `sed -i 's/^line 2$/two/; s/^line 25$/more/' long`
  const withLong = {
    before: (at: (...names: readonly string[]) => string) => {
      for (const name of ['long', 'mode']) writeFileSync(at(`work/${name}`), lines(), { mode: 0o644 })
    },
  }
  /** The hunks of the file, as they are shown. */
  const hunksOf = (found: ShownRehearsal, path: string) =>
    hunkHeaders(found.changes.find((each) => each.path === path)?.diff ?? '')

  test('of a text file some hunks: these are put in place, the rest of the file stays, and the agent is told', async () => {
    const world = await asking(`${inTwoPlaces}; rm -r dist`, withLong)
    const { request } = await world.seen('approval.requested')
    const found = await world.found()
    const path = world.at('work/long')
    const [, second = ''] = hunksOf(found, path)
    const onlyHunks = [{ path, hunks: [second] }]
    await world.engine.decide(request.id, { kind: 'apply', rehearsal: idOf(found), onlyHunks }, 'window')
    expect((await world.seen('command.finished')).outcome).toMatchObject({
      applied: { counts: { changed: 1 }, leftOut: [], onlyHunks },
    })
    await world.seen('turn.finished')
    expect([readFileSync(path, 'utf8'), existsSync(world.at('work/dist'))]).toEqual([
      lines({ 25: 'more' }),
      false,
    ])
    expect(JSON.stringify(world.server.requests.at(-1)?.body)).toContain(
      `only the hunks that are named, and the rest of each is as it was before: ${path} (${second})`,
    )
    await expect.poll(world.copies).toEqual([])
  })

  test('a part of a file that became another meanwhile is asked about again, and nothing is put in place', async () => {
    const world = await asking(`${inTwoPlaces}; rm -r dist`, withLong)
    const { request } = await world.seen('approval.requested')
    const found = await world.found()
    const path = world.at('work/long')
    const hunks = hunksOf(found, path).slice(0, 1)
    writeFileSync(path, lines({ 12: 'ours' }))
    const before = treeOf(world.at('work'))
    await world.engine.decide(
      request.id,
      { kind: 'apply', rehearsal: idOf(found), onlyHunks: [{ path, hunks }] },
      'window',
    )
    const asked = () =>
      world.events.flatMap((each) => (each.type === 'approval.requested' ? [each.request] : []))
    await expect.poll(() => asked().length, { timeout: 120_000 }).toBe(2)
    expect([asked()[1]?.stop.changed, treeOf(world.at('work'))]).toEqual([[path], before])
    await world.engine.decide(asked()[1]?.id ?? '', { kind: 'deny' }, 'window')
    await world.seen('turn.finished')
  })

  test('a part that is none of what is shown is refused, and the question stays', async () => {
    const world = await asking(
      `${inTwoPlaces}; sed -i 's/^line 2$/two/; s/^line 25$/more/' mode; chmod 700 mode; rm -r dist`,
      withLong,
    )
    const { request } = await world.seen('approval.requested')
    const found = await world.found()
    const before = digestOf(world.at('work'))
    const [path, other] = [world.at('work/long'), world.at('work/mode')]
    const all = hunksOf(found, path)
    const [first = ''] = all
    for (const onlyHunks of [
      [{ path, hunks: ['@@ -1 +1 @@'] }],
      [{ path, hunks: [...all] }],
      [{ path, hunks: [first, first] }],
      [{ path: world.at('work/dist'), hunks: [first] }],
      [{ path: other, hunks: hunksOf(found, other).slice(0, 1) }],
      [
        { path, hunks: [first] },
        { path, hunks: [first] },
      ],
    ]) {
      const answer = { kind: 'apply', rehearsal: idOf(found), onlyHunks } as const
      await expect(world.engine.decide(request.id, answer, 'window')).rejects.toThrow('expected')
    }
    const both = { leaveOut: [path], onlyHunks: [{ path, hunks: [first] }] }
    await expect(
      world.engine.decide(request.id, { kind: 'apply', rehearsal: idOf(found), ...both }, 'window'),
    ).rejects.toThrow('expected')
    await world.engine.decide(request.id, { kind: 'deny' }, 'window')
    await world.seen('turn.finished')
    expect(digestOf(world.at('work'))).toBe(before)
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
