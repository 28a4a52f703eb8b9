import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { processesWith } from '../../fakes/processes-with'
import { asEachUser } from '../patch/ordinary-user'
import { asking, closeAsking } from './asking'
import { digestOf } from './harness'

afterEach(closeAsking)

/** What waits for a person is rehearsed in a whole engine. */
asEachUser('waiting', () => {
  test('what it would change is told while it waits, and nothing is changed', async () => {
    const world = await asking(
      'rm -r dist; echo two >> a; echo B=1 >> .env; mkdir new; echo n > new/f; rm ../beside/kept; echo said; curl -s http://example.org/; exit 3',
    )
    const before = digestOf(world.at('work'), world.at('beside'))
    const { request } = await world.seen('approval.requested')
    expect(request.rehearsal).toEqual({ state: 'running' })
    const found = await world.found()
    expect(found).toMatchObject({
      status: 'done',
      exitCode: 3,
      counts: { created: 2, changed: 2, deleted: 2, moved: 0, mode: 0, files: 3, bytes: 12 },
      attempts: [{ kind: 'network', target: 'example.org:80' }],
      limits: [{ kind: 'network', hosts: ['example.org:80'] }],
    })
    expect(found.output).toContain('said\n')
    expect(
      found.changes.map(({ path, kind, content }) => [path.slice(world.base.length + 1), kind, content]),
    ).toEqual([
      ['beside/kept', 'deleted', 'outside'],
      ['work/dist', 'deleted', 'none'],
      ['work/.env', 'changed', 'secret'],
      ['work/a', 'changed', 'text'],
      ['work/new', 'created', 'none'],
      ['work/new/f', 'created', 'text'],
    ])
    expect(found.changes[3]?.diff).toBe('@@ -1,1 +1,2 @@\n one\n+two\n')
    expect(JSON.stringify(world.events)).not.toContain('hunter2')
    expect(digestOf(world.at('work'), world.at('beside'))).toBe(before)
    await world.engine.decide(request.id, { kind: 'deny' }, 'window')
    await world.seen('turn.finished')
    await expect.poll(world.copies).toEqual([])
    expect(digestOf(world.at('work'), world.at('beside'))).toBe(before)
  })

  test('an answer ends it with all that it started, and the yes runs at once', async () => {
    const mark = `7${String(process.pid)}${String(process.getuid?.())}31`
    const world = await asking(`echo ran >> a; test -e go && exit 0; sleep ${mark}`)
    const { request } = await world.seen('approval.requested')
    await expect.poll(() => processesWith(mark).length, { timeout: 120_000 }).toBeGreaterThan(0)
    writeFileSync(world.at('work/go'), '')
    expect(readFileSync(world.at('work/a'), 'utf8')).toBe('one\n')
    await world.engine.decide(request.id, { kind: 'allow', offerId: 'only-this' }, 'window')
    await world.seen('turn.finished')
    await expect.poll(() => processesWith(mark), { timeout: 120_000 }).toEqual([])
    await expect.poll(() => world.copies(), { timeout: 120_000 }).toEqual([])
    expect(readFileSync(world.at('work/a'), 'utf8')).toBe('one\nran\n')
    expect(world.events.some((event) => event.type === 'approval.rehearsed')).toBe(false)
  })

  test('an engine that is closed meanwhile leaves no process and no copy', async () => {
    const mark = `8${String(process.pid)}${String(process.getuid?.())}31`
    const world = await asking(`sleep ${mark}`)
    await world.seen('approval.requested')
    await expect.poll(() => processesWith(mark).length, { timeout: 120_000 }).toBeGreaterThan(0)
    await world.close()
    await expect.poll(world.copies).toEqual([])
    expect(processesWith(mark)).toEqual([])
  })

  test('a bound ends it, and what it changed until then is shown', async () => {
    const world = await asking('echo > new; sleep 600', { config: '[rehearsal]\ntimeout_ms = 700' })
    await world.seen('approval.requested')
    expect(await world.found()).toMatchObject({
      status: 'timed-out',
      counts: { created: 1 },
      limits: [{ kind: 'time', ms: 700 }],
    })
  })

  test('a folder beyond the session that is emptied and removed is told as one that goes', async () => {
    const world = await asking('rm -r ../beside', {
      config: 'approval_policy = "on-failure"',
      escalated: false,
    })
    const { request } = await world.seen('approval.requested')
    expect(request.stage).toBe('retry')
    expect(await world.found()).toMatchObject({
      exitCode: 0,
      changes: [{ path: world.at('beside'), kind: 'deleted', type: 'folder', files: 1 }],
      limits: [],
    })
  })

  test('what it writes beyond the session, and nothing named, is opened for a second try', async () => {
    const world = await asking('mkdir -p "$HOME/.cache/made/by/it" && echo x > "$HOME/.cache/made/by/it/f"')
    await world.seen('approval.requested')
    const found = await world.found()
    expect(found.exitCode).toBe(0)
    expect(found.changes.map(({ path }) => path)).toContain(world.at('home/.cache/made/by/it/f'))
    expect(readdirSync(world.at('home'))).toEqual([])
  })

  test('a command that needs no decision has nothing made for a rehearsal', async () => {
    const world = await asking('echo x >> a', { escalated: false })
    await world.seen('turn.finished')
    expect(readFileSync(world.at('work/a'), 'utf8')).toBe('one\nx\n')
    expect(existsSync(world.at('state/rehearsals'))).toBe(false)
    expect(world.events.some(({ type }) => type.startsWith('approval.'))).toBe(false)
  })

  test('with "ask" it is run when the person says so; with "off" never', async () => {
    const world = await asking('rm a', { config: 'rehearse = "ask"' })
    const { request } = await world.seen('approval.requested')
    expect(request.rehearsal).toEqual({ state: 'offered', because: 'asks' })
    expect(world.engine.rehearse(request.id)).toBe(true)
    expect((await world.found()).counts.deleted).toBe(1)
    expect(existsSync(world.at('work/a'))).toBe(true)
    const off = await asking('rm a', { config: 'rehearse = "off"' })
    const { request: plain } = await off.seen('approval.requested')
    expect([plain.rehearsal, off.engine.rehearse(plain.id)]).toEqual([undefined, false])
  })
})
