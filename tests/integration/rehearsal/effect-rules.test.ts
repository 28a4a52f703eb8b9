import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { root } from '../../../scripts/setup/places.mjs'
import { asEachUser } from '../patch/ordinary-user'
import { asking, closeAsking } from './asking'
import { digestOf } from './harness'

afterEach(closeAsking)

const builds = (more = ''): string => `[[rule]]\nname = "builds"\nwrites = ["dist/**", "a"]\n${more}\n`

type World = Awaited<ReturnType<typeof asking>>
const asked = ({ events }: World) =>
  events.flatMap((event) => (event.type === 'approval.requested' ? [event.request] : []))
const finished = ({ events }: World) =>
  events.flatMap((event) => (event.type === 'command.finished' ? [event.outcome] : []))
const outside = async (world: World) => (await world.seen('approval.requested')).request.stop.nearest

/** `countersign rules` of this home, in a process of its own. */
const rulesIn = ({ at }: Pick<World, 'at'>, ...words: string[]): string =>
  execFileSync(process.execPath, [join(root, 'out/main/cli.js'), 'rules', ...words], {
    env: { ...process.env, HOME: at('home'), COUNTERSIGN_HOME: at('state') },
    encoding: 'utf8',
  })

const waitFor = async (world: World, count: number) => {
  await expect.poll(() => asked(world).length, { timeout: 60_000 }).toBe(count)
  return asked(world)
}

asEachUser('effect rules', () => {
  test('what lies inside one rule is put in place, and nobody is asked', async () => {
    const world = await asking('echo two >> a; date +%N > dist/new; echo said; exit 3', { rules: builds() })
    await world.seen('turn.finished')
    expect(asked(world)).toEqual([])
    expect(finished(world)).toMatchObject([
      {
        kind: 'exited',
        exitCode: 3,
        output: { aggregated: 'said\n' },
        applied: { rule: 'builds', counts: { created: 1, changed: 1 } },
      },
    ])
    expect(readFileSync(world.at('work/a'), 'utf8')).toBe('one\ntwo\n')
    expect(existsSync(world.at('work/dist/new'))).toBe(true)
    await expect.poll(world.copies).toEqual([])
  })

  test('what changed nothing has run, and is the rule’s', async () => {
    const world = await asking('cat a; exit 4', { rules: builds() })
    await world.seen('turn.finished')
    expect(asked(world)).toEqual([])
    expect(finished(world)).toMatchObject([
      { exitCode: 4, output: { aggregated: 'one\n' }, applied: { rule: 'builds' } },
    ])
  })

  test.each([
    ['another file', 'echo x > dist/x; echo x > b', [{ kind: 'writes', path: 'work/b' }]],
    ['a deletion', 'rm dist/x', [{ kind: 'deletes', path: 'work/dist/x', unsaved: 1 }]],
    ['a place beside', 'echo x > ../beside/kept', [{ kind: 'writes', path: 'beside/kept' }]],
    ['a place that is closed to it', 'echo x > .env', [{ kind: 'writes', path: 'work/.env' }]],
    [
      'what cannot be put in place',
      'echo x > dist/n; ln dist/n dist/m',
      [{ kind: 'unseen', because: 'hard-links' }],
    ],
    ['what went on', 'echo x > dist/x; (sleep 60 &) ', [{ kind: 'unseen', because: 'left-running' }]],
  ])('%s is asked about, and named first', async (_, script, expected) => {
    const world = await asking(script, { rules: builds() })
    const before = digestOf(world.at('work'), world.at('beside'))
    const paths = expected.map((each) => ('path' in each ? { ...each, path: world.at(each.path) } : each))
    expect(await outside(world)).toEqual({ rule: 'builds', outside: paths, more: 0 })
    expect(digestOf(world.at('work'), world.at('beside'))).toBe(before)
    // It was rehearsed once, and that is what is shown.
    const { request } = await world.seen('approval.requested')
    expect(request.rehearsal?.state).toBe('found')
    await world.engine.decide(request.id, { kind: 'deny' }, 'window')
    await world.seen('turn.finished')
    expect(digestOf(world.at('work'), world.at('beside'))).toBe(before)
    await expect.poll(world.copies).toEqual([])
  })

  test('what the session made it may take away again, what somebody edited since it may not', async () => {
    const rules = builds('deletes = { below = ["dist/**"], files = 9 }')
    const made = await asking(['echo x > dist/made', 'rm dist/made'], { rules })
    await made.seen('turn.finished')
    expect(asked(made)).toEqual([])
    expect(readdirSync(made.at('work/dist'))).toEqual(['x', 'y'])

    const world = await asking(['echo x > dist/made; echo y > dist/other', 'echo wait >&2; rm dist/made'], {
      rules,
    })
    await expect.poll(() => finished(world).length, { timeout: 120_000 }).toBeGreaterThan(0)
    writeFileSync(world.at('work/dist/made'), 'mine\n')
    const end = await Promise.race([world.seen('approval.requested'), world.seen('turn.finished')])
    // The edit came before the second command was looked at, while it was, or after it was done: in no case is it lost unasked.
    if (end.type === 'approval.requested')
      expect(end.request.stop.nearest?.outside).toSatisfy((outside: readonly object[]) =>
        outside.some(
          (each) =>
            ('unsaved' in each && each.unsaved === 1) || ('because' in each && each.because === 'moved-away'),
        ),
      )
    else expect(readFileSync(world.at('work/dist/made'), 'utf8')).toBe('mine\n')
  })

  test('what git has it may take away, what was never committed it may not', async () => {
    const rules = builds('deletes = { below = ["dist/**"], files = 9 }')
    const world = await asking(['rm dist/x', 'rm dist/y'], {
      rules,
      before: (at) => {
        const git = (...words: string[]) =>
          execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
            cwd: at('work'),
            stdio: 'ignore',
          })
        git('init', '-q')
        git('add', 'dist/x')
        git('commit', '-qm', 'one')
      },
    })
    const nearest = await outside(world)
    expect(nearest?.outside).toEqual([{ kind: 'deletes', path: world.at('work/dist/y'), unsaved: 1 }])
    expect(readdirSync(world.at('work/dist'))).toEqual(['y'])
  })

  test('a host is reached where the rule has it, and asked about where it has not', async () => {
    // Of a process of its own: ports of the engine are closed to commands.
    const serve = `require('node:http').createServer((_, to) => to.end('from the host\\n')).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`
    const server = spawn(process.execPath, ['-e', serve], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = (await once(server.stdout, 'data')) as [Buffer]
    const port = Number(String(said))
    const host = `127.0.0.1:${String(port)}`
    const script = `curl -s --noproxy '' http://${host}/ > dist/page`
    const world = await asking(script, { rules: builds(`hosts = ["${host}"]`) })
    await world.seen('turn.finished')
    expect(asked(world)).toEqual([])
    expect(readFileSync(world.at('work/dist/page'), 'utf8')).toBe('from the host\n')
    const other = await asking(script, { rules: builds('hosts = ["other.example:443"]') })
    expect((await outside(other))?.outside).toEqual([{ kind: 'connects', host }])
    server.kill()
  })

  test('a rule ends after its runs and at its moment, and all can be suspended', async () => {
    const runs = await asking(['echo x > dist/x', 'echo y > dist/x'], {
      rules: builds('ends = { runs = 1 }'),
    })
    await runs.seen('approval.requested')
    expect(readFileSync(runs.at('work/dist/x'), 'utf8')).toBe('x\n')
    const past = await asking('echo x > dist/x', { rules: builds('ends = { at = "2026-01-01T00:00:00Z" }') })
    await past.seen('approval.requested')
    const suspended = await asking('echo x > dist/x', {
      rules: builds(),
      before: (at) => {
        writeFileSync(at('state/rules-used.jsonl'), '{"suspend":"all","at":1}\n')
      },
    })
    await suspended.seen('approval.requested')
    expect([past, suspended].map(finished)).toEqual([[], []])
    const why = (because: string) => ({ rule: 'builds', outside: [{ kind: 'ended', because }], more: 0 })
    expect([await outside(runs), await outside(past), await outside(suspended)]).toEqual(
      ['runs', 'time', 'person'].map(why),
    )
  })

  test('a rule that has ended stands in the way of none that has not', async () => {
    const ended = builds('ends = { at = "2026-01-01T00:00:00Z" }').replace('builds', 'before')
    const world = await asking('echo x > dist/x', { rules: `${ended}${builds()}` })
    await world.seen('turn.finished')
    expect([asked(world), finished(world)]).toMatchObject([[], [{ applied: { rule: 'builds' } }]])
  })

  test('a rule for other commands, for another folder or of a lower level answers nothing', async () => {
    const ended = { rule: 'builds', outside: [{ kind: 'ended', because: 'branch' }], more: 0 }
    for (const [more, nearest] of [
      ['commands = ["make"]', undefined],
      ['where = ["/srv"]', undefined],
      ['ends = { runs = 1, branch = "none" }', ended],
    ] as const) {
      const world = await asking('echo x > dist/x', { rules: builds(more) })
      expect(await outside(world)).toEqual(nearest)
      await world.close()
    }
    const low = await asking('rm -rf dist', {
      rules: builds('level = "low"\ndeletes = { below = ["dist/**"], files = 9, unsaved = 9 }'),
    })
    expect(await outside(low)).toBeUndefined()
  })

  test('a file that is wrong answers nothing', async () => {
    const world = await asking('echo x > dist/x', { rules: `${builds()}wirtes = ["b"]\n` })
    expect((await world.seen('approval.requested')).request.stop.nearest).toBeUndefined()
  })

  test.each([
    ['a person', (world: World, rules: string) => writeFileSync(world.at('state/rules.toml'), rules)],
    [
      'another program, which puts another file in its place',
      (world: World, rules: string) => {
        writeFileSync(world.at('state/new'), rules)
        renameSync(world.at('state/new'), world.at('state/rules.toml'))
      },
    ],
  ])('a rule that %s writes while a request waits answers it by what it shows', async (_, write) => {
    const world = await asking('echo x > dist/made; echo said')
    const { request } = await world.seen('approval.requested')
    await world.found()
    write(world, builds())
    await world.seen('turn.finished')
    expect(readFileSync(world.at('work/dist/made'), 'utf8')).toBe('x\n')
    expect(finished(world)).toMatchObject([
      { exitCode: 0, output: { aggregated: 'said\n' }, applied: { rule: 'builds' } },
    ])
    const { request: ended } = await world.seen('approval.resolved')
    expect(ended).toMatchObject({ id: request.id, decidedBy: 'grant', decision: { kind: 'apply' } })
    await expect.poll(world.copies).toEqual([])
  })

  test('what a command in a terminal has count again answers what waits', async () => {
    const world = await asking('echo x > dist/made', {
      rules: builds(),
      before: (at) => {
        writeFileSync(at('state/rules.toml'), builds())
        expect(rulesIn({ at }, 'suspend', 'builds')).toBe('The rule is suspended, and asks again.\n')
      },
    })
    await world.seen('approval.requested')
    expect(rulesIn(world, 'resume', 'builds')).toBe('The rule counts again.\n')
    await world.seen('turn.finished')
    expect(finished(world)).toMatchObject([{ applied: { rule: 'builds' } }])
  })

  test('and so does a saved rule', async () => {
    const world = await asking(['echo x > b', 'echo x > b'])
    const [first] = await waitFor(world, 1)
    await world.engine.suspendRules('all', true)
    const offer = first?.offers.find(({ scopes }) => scopes.includes('rule'))
    if (!first || !offer) throw new Error('no rule is offered')
    await world.engine.decide(first.id, { kind: 'allow', offerId: offer.id, scope: 'rule' }, 'window')
    const [, second] = await waitFor(world, 2)
    expect(world.engine.pendingApproval(second?.id ?? '')).toBeDefined()
    rulesIn(world, 'resume')
    await world.seen('turn.finished')
    expect(world.events.findLast(({ type }) => type === 'approval.resolved')).toMatchObject({
      request: { id: second?.id, decidedBy: 'grant' },
    })
  })

  test('what lies outside of such a rule, or was touched since, waits on', async () => {
    for (const [script, touch] of [
      ['echo x > dist/made; echo x > b', undefined],
      ['echo x > dist/x', 'work/dist/x'],
    ] as const) {
      const world = await asking(script)
      const { request } = await world.seen('approval.requested')
      await world.found()
      if (touch !== undefined) writeFileSync(world.at(touch), 'mine\n')
      writeFileSync(world.at('state/rules.toml'), builds())
      await new Promise((passed) => setTimeout(passed, 300))
      expect(world.engine.pendingApproval(request.id)).toBeDefined()
      await world.engine.decide(request.id, { kind: 'deny' }, 'window')
      await world.seen('turn.finished')
      expect(existsSync(world.at('work/dist/made'))).toBe(false)
      await expect.poll(world.copies).toEqual([])
    }
  })

  test('a rule that comes while somebody leaves parts out waits for them, and answers once they leave nothing out', async () => {
    for (const takesPart of [true, false]) {
      const world = await asking('echo x > dist/made; echo x > dist/other')
      const { request } = await world.seen('approval.requested')
      const { applies } = await world.found()
      const who = {}
      expect(world.engine.leavesOut(request.id, who, true)).toBe(true)
      writeFileSync(world.at('state/rules.toml'), builds())
      await new Promise((passed) => setTimeout(passed, 300))
      expect(world.engine.pendingApproval(request.id)).toBeDefined()
      if (takesPart) {
        const rehearsal = applies?.kind === 'possible' ? applies.id : ''
        await world.engine.decide(
          request.id,
          { kind: 'apply', rehearsal, leaveOut: [world.at('work/dist/other')] },
          'window',
        )
      } else world.engine.leavesOut(request.id, who, false)
      await world.seen('turn.finished')
      expect(readdirSync(world.at('work/dist'))).toEqual(['made', ...(takesPart ? [] : ['other']), 'x', 'y'])
      await expect.poll(world.copies).toEqual([])
    }
  })
})
