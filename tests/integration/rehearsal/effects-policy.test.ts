import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { asEachUser } from '../patch/ordinary-user'
import { asking, closeAsking } from './asking'
import { digestOf } from './harness'

afterEach(closeAsking)

type World = Awaited<ReturnType<typeof asking>>
const asked = ({ events }: World) =>
  events.flatMap((event) => (event.type === 'approval.requested' ? [event.request] : []))
const finished = ({ events }: World) =>
  events.flatMap((event) => (event.type === 'command.finished' ? [event.outcome] : []))
const under = (script: string | readonly string[], more: Parameters<typeof asking>[1] = {}) =>
  asking(script, { config: 'approval_policy = "effects"', escalated: false, ...more })

const byPath = (one: object, other: object): number => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

const repository = (at: (...names: string[]) => string): void => {
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], {
      cwd: at('work'),
      stdio: 'ignore',
    })
  git('init', '-q')
  git('add', 'a')
  git('commit', '-qm', 'one')
}

asEachUser('the policy of effects', () => {
  test('what lies in the folder and can be brought back is put in place unasked, and undo takes it back', async () => {
    const world = await under('mkdir out && date +%N > out/built && echo two >> a; echo said', {
      before: repository,
    })
    await world.seen('turn.finished')
    expect(asked(world)).toEqual([])
    expect(finished(world)).toMatchObject([
      {
        kind: 'exited',
        exitCode: 0,
        output: { aggregated: 'said\n' },
        applied: { unasked: true, counts: { created: 2, changed: 1 } },
      },
    ])
    expect(readFileSync(world.at('work/a'), 'utf8')).toBe('one\ntwo\n')
    const told = JSON.stringify(world.server.requests.at(-1)?.body)
    expect(told).toContain('said')
    await expect
      .poll(async () => (await world.engine.restores.look(world.session.id, 'undo')).kind, {
        timeout: 60_000,
      })
      .toBe('ready')
    await world.engine.restores.restore(world.session.id, { way: 'undo', turnNumber: 1, sinceToo: false })
    expect([readFileSync(world.at('work/a'), 'utf8'), readdirSync(world.at('work'))]).toEqual([
      'one\n',
      expect.not.arrayContaining(['out']),
    ])
  })

  test('a test that fails and changes nothing needs nobody', async () => {
    const world = await under('cat a; exit 7')
    await world.seen('turn.finished')
    expect([asked(world), finished(world)]).toMatchObject([[], [{ exitCode: 7, applied: { unasked: true } }]])
  })

  test.each([
    'git stash -q -u && git stash pop -q',
    'git checkout -qb other && git checkout -q - && git branch -qd other',
    'npm init -y && npm pkg set scripts.test=true && npm test',
    'ps aux; ps -ef | head -3',
    'mktemp; mktemp -d',
  ])('an everyday line needs nobody: %s', async (script) => {
    const world = await under(script, {
      before: (at) => {
        repository(at)
        writeFileSync(at('work/new'), 'mine\n')
      },
    })
    await world.seen('turn.finished')
    const printed = finished(world).map((outcome) => ('output' in outcome ? outcome.output.stdout : ''))
    for (const path of printed.join('').match(/^\/tmp\/tmp\.\w+$/gm) ?? []) rmSync(path, { recursive: true })
    expect(asked(world).map(({ stop }) => stop)).toEqual([])
    expect(finished(world)).toMatchObject([{ exitCode: 0, applied: { unasked: true } }])
  })

  test('a commit counts the files of the person, and names git’s own', async () => {
    const world = await under('echo two >> a; git -c user.name=a -c user.email=a@b commit -qam two', {
      before: repository,
    })
    await world.seen('turn.finished')
    const none = { created: 0, deleted: 0, moved: 0, mode: 0 }
    expect([asked(world), finished(world)]).toMatchObject([
      [],
      [{ exitCode: 0, applied: { git: true, counts: { ...none, changed: 1 } } }],
    ])
  })

  test.each([
    ['nothing changed', 'echo said; sleep 60', 0],
    ['what it had changed is put in place', 'echo said; echo two >> a; sleep 60', 1],
  ])('a command that its own limit of time ends is asked about no more than a run: %s', async (...row) => {
    const [, script, changed] = row
    const world = await under(script, { before: repository, limitMs: 1500 })
    await world.seen('turn.finished')
    expect([asked(world), finished(world)]).toMatchObject([
      [],
      [{ kind: 'timed-out', timeoutMs: 1500, applied: { unasked: true, counts: { changed } } }],
    ])
    expect(readFileSync(world.at('work/a'), 'utf8')).toBe(changed === 1 ? 'one\ntwo\n' : 'one\n')
    const told = JSON.stringify(world.server.requests.at(-1)?.body)
    expect(told).toContain('timed out after 1500 milliseconds')
  })

  test('what git has may go, and runs longer than a rehearsal may', async () => {
    const world = await under('sleep 0.3; rm a', {
      before: repository,
      config: 'approval_policy = "effects"\n[rehearsal]\ntimeout_ms = 100',
    })
    await world.seen('turn.finished')
    expect([asked(world), finished(world)]).toMatchObject([
      [],
      [{ exitCode: 0, applied: { counts: { deleted: 1 } } }],
    ])
    expect(readdirSync(world.at('work'))).not.toContain('a')
  })

  test.each([
    ['what nobody else has', 'rm dist/x', [{ kind: 'deletes', unsaved: 1 }]],
    ['another folder', 'echo x > ../beside/kept', [{ kind: 'writes' }]],
    ['the network', 'curl -s http://no.example/ > page', [{ kind: 'connects', host: 'no.example:80' }]],
    ['what goes on', 'echo x > b; (sleep 60 &)', [{ kind: 'unseen', because: 'left-running' }]],
    ['keys', 'echo x > .env', [{ kind: 'writes' }]],
    [
      'what editors and agents obey as soon as they are opened there',
      'x=.z; mkdir -p "${x}ed" && echo x > "${x}ed/tasks.json"; ln -s beside .vscode',
      [{ kind: 'writes' }, { kind: 'writes' }],
    ],
    [
      'what agents are told by, and what starts something where it is opened',
      'x=md; echo x > "AGENTS.$x"; echo x > "CLAUDE.$x"; echo x > .vim"rc"; echo {} > a.code-"workspace"',
      [{ kind: 'writes' }, { kind: 'writes' }, { kind: 'writes' }, { kind: 'writes' }],
    ],
    ['settings of agents', 'mkdir -p .claude; echo x > .claude/settings.json', undefined],
  ])('%s is asked about with all that was done, and a no leaves nothing', async (_, script, outside) => {
    const world = await under(script)
    const before = digestOf(world.at('work'), world.at('beside'))
    const { request } = await world.seen('approval.requested')
    if (outside) expect(request.stop.nearest?.outside).toMatchObject(outside)
    expect(request.rehearsal?.state).toBe('found')
    await world.engine.decide(request.id, { kind: 'deny' }, 'window')
    await world.seen('turn.finished')
    expect(digestOf(world.at('work'), world.at('beside'))).toBe(before)
    await expect.poll(world.copies).toEqual([])
  })

  test('a yes to what was done puts that very run in place', async () => {
    const world = await under('date +%N > stamp; rm dist/x')
    const { request } = await world.seen('approval.requested')
    const found = request.rehearsal?.state === 'found' ? request.rehearsal.found : undefined
    if (found?.applies?.kind !== 'possible') throw new Error(JSON.stringify(found))
    const shown = found.changes.find(({ path }) => path.endsWith('/stamp'))?.diff ?? ''
    await world.engine.decide(request.id, { kind: 'apply', rehearsal: found.applies.id }, 'window')
    await world.seen('turn.finished')
    expect(shown).toContain(readFileSync(world.at('work/stamp'), 'utf8').trim())
    expect(asked(world)).toHaveLength(1)
  })

  // Where it goes stands in a file that nobody reads before: facts do not name it.
  test.each([
    ['a folder', 'mkdir "$(cat where)"/new', 'medium', 'created'],
    ['what a shell starts with', 'echo x >> "$(cat where)"/.bashrc', 'high', 'created'],
    ['a file that goes', 'rm "$(cat where)"/mine', 'high', 'deleted'],
  ] as const)(
    '%s at a place that only its run names is one question, with all that it does',
    async (...row) => {
      const [, script, level, kind] = row
      const world = await under(script, {
        before: (at) => {
          writeFileSync(at('work/where'), at('home'))
          writeFileSync(at('home/mine'), 'mine')
        },
      })
      const before = digestOf(world.at('home'))
      const { request } = await world.seen('approval.requested')
      const found = request.rehearsal?.state === 'found' ? request.rehearsal.found : undefined
      expect([request.assessment.level, found?.counts[kind], found?.limits]).toEqual([level, 1, []])
      expect(digestOf(world.at('home'))).toBe(before)
      if (found?.applies?.kind !== 'possible') throw new Error(JSON.stringify(found))
      await world.engine.decide(request.id, { kind: 'apply', rehearsal: found.applies.id }, 'window')
      await world.seen('turn.finished')
      expect(finished(world)).toMatchObject([{ exitCode: 0, applied: { counts: { [kind]: 1 } } }])
      expect([asked(world).length, digestOf(world.at('home')) === before]).toEqual([1, false])
    },
  )

  test("what a person let go under another name is still nobody else's: to remove it is asked about", async () => {
    const world = await under(['mv dist/x dist/moved', 'rm dist/moved'])
    const { request } = await world.seen('approval.requested')
    const found = request.rehearsal?.state === 'found' ? request.rehearsal.found : undefined
    if (found?.applies?.kind !== 'possible') throw new Error(JSON.stringify(found))
    await world.engine.decide(request.id, { kind: 'apply', rehearsal: found.applies.id }, 'window')
    await expect.poll(() => asked(world).length, { timeout: 60_000 }).toBe(2)
    expect(asked(world)[1]?.stop.nearest?.outside).toMatchObject([{ kind: 'deletes', unsaved: 1 }])
    expect(readdirSync(world.at('work/dist'))).toContain('moved')
  })

  /** A command that has printed and waits for a word. */
  const waiting = async () => {
    const world = await under('echo begun; echo two > made; read word < ../beside/go; echo "$word"', {
      before: (at) => {
        execFileSync('mkfifo', [at('beside/go')])
      },
    })
    const go = await open(world.at('beside/go'), 'w')
    await expect.poll(() => printed(world), { timeout: 60_000 }).toBe('begun\n')
    return { world, go }
  }
  const told = ({ events }: World): readonly string[] =>
    events.flatMap((event) => {
      if (event.type === 'command.started')
        return [`started ${String(event.attempt)}${event.onCopies ? ' on copies' : ''}`]
      if (event.type === 'command.finished') return [`finished ${event.outcome.kind}`]
      return event.type === 'approval.requested' ? ['asked'] : []
    })
  const printed = ({ events }: World): string =>
    events.map((event) => (event.type === 'command.output' ? event.text : '')).join('')

  test('what it prints is shown while it runs on copies, and not once more when that is put in place', async () => {
    const { world, go } = await waiting()
    expect([told(world), readdirSync(world.at('work'))]).toEqual([
      ['started 1 on copies'],
      expect.not.arrayContaining(['made']),
    ])
    await go.writeFile('said\n')
    await go.close()
    await world.seen('turn.finished')
    expect([told(world), printed(world)]).toEqual([
      ['started 1 on copies', 'finished exited'],
      'begun\nsaid\n',
    ])
    expect(readFileSync(world.at('work/made'), 'utf8')).toBe('two\n')
  })

  test('a person stops it alone while it runs on copies, and nothing of it is there', async () => {
    const { world, go } = await waiting()
    expect(await world.engine.stopCommand(world.session.id, 'c1')).toBe(true)
    await go.close()
    await world.seen('turn.finished')
    expect([told(world), asked(world)]).toEqual([['started 1 on copies', 'finished refused'], []])
    expect(JSON.stringify(world.server.requests.at(-1)?.body)).toContain('stopped this command while it ran')
    expect(readdirSync(world.at('work'))).not.toContain('made')
    await expect.poll(world.copies).toEqual([])
  })

  test.each([
    ['a no', { kind: 'deny' } as const, ['finished refused']],
    [
      'a yes to another run',
      { kind: 'allow', offerId: 'only-this' } as const,
      ['finished refused', 'started 2', 'finished exited'],
    ],
  ])('what was shown and is asked about ends with %s as one call', async (_, decision, then) => {
    const world = await under('echo begun; rm dist/x')
    const { request } = await world.seen('approval.requested')
    expect(told(world)).toEqual(['started 1 on copies', 'asked'])
    await world.engine.decide(request.id, decision, 'window')
    await world.seen('turn.finished')
    expect(told(world)).toEqual(['started 1 on copies', 'asked', ...then])
    expect(readdirSync(world.at('work/dist')).includes('x')).toBe(decision.kind === 'deny')
  })

  test('what git keeps is put in place unasked, and what leads it elsewhere is put aside at once', async () => {
    const world = await under(
      ['git -c user.name=a -c user.email=a@b commit -qam two --allow-empty', 'perl lead'],
      {
        before: (at) => {
          repository(at)
          writeFileSync(
            at('work/lead'),
            "open my $ref, '>', '.git/refs/heads/away'; print $ref 'ref: refs/heads/../../../../../beside/kept', chr 10;",
          )
        },
      },
    )
    await world.seen('turn.finished')
    expect(asked(world)).toEqual([])
    expect(finished(world)).toMatchObject([
      { exitCode: 0, applied: { unasked: true } },
      { exitCode: 0, output: { aggregated: expect.stringContaining('held back') as unknown } },
    ])
    const git = (...words: string[]) =>
      execFileSync('git', words, { cwd: world.at('work'), encoding: 'utf8' })
    expect(git('log', '--format=%s')).toBe('two\none\n')
    expect(readdirSync(world.at('work/.git/refs/heads'))).not.toContain('away')
    expect(readFileSync(world.at('beside/kept'), 'utf8')).toBe('one\n')
  })

  test('what git would forget is asked about: lines of its log, and a tag that has none', async () => {
    const commit = 'git -c user.name=a -c user.email=a@b commit -qm two --allow-empty'
    const world = await under([commit, 'git branch -f one HEAD~1', 'git tag -f v1; perl lose'], {
      before: (at) => {
        repository(at)
        writeFileSync(at('work/lose'), "open my $log, '>', '.git/logs/HEAD'")
        execFileSync('git', ['tag', 'v1'], { cwd: at('work') })
        execFileSync('git', ['branch', 'one'], { cwd: at('work') })
      },
    })
    const { request } = await world.seen('approval.requested')
    expect(finished(world)).toMatchObject([{ applied: { unasked: true } }, { applied: { unasked: true } }])
    expect(request.stop.nearest?.outside).toEqual([
      { kind: 'writes', path: world.at('work/.git/logs/HEAD') },
      { kind: 'writes', path: world.at('work/.git/refs/tags/v1') },
    ])
  })

  test('what git has is not written over unasked', async () => {
    const world = await under('perl lose', {
      before: (at) => {
        repository(at)
        writeFileSync(
          at('work/lose'),
          `for my $object (glob '.git/objects/??/*') { open my $other, '>', "$object-x"; close $other; rename "$object-x", $object; }`,
        )
      },
    })
    const { request } = await world.seen('approval.requested')
    expect(request.stop.nearest?.outside).toMatchObject([
      { kind: 'writes', path: expect.stringContaining('/.git/objects/') as unknown },
      { kind: 'writes' },
      { kind: 'writes' },
    ])
    expect(execFileSync('git', ['show', 'HEAD:a'], { cwd: world.at('work'), encoding: 'utf8' })).toBe('one\n')
  })

  test('what was edited between the run and putting in place is asked about', async () => {
    const world = await under('echo two >> a; read word < ../beside/go', {
      before: (at) => {
        repository(at)
        execFileSync('mkfifo', [at('beside/go')])
      },
    })
    // Opens when the command has opened its end: it has written by then, to its copy.
    const go = await open(world.at('beside/go'), 'w')
    writeFileSync(world.at('work/a'), 'mine\n')
    await go.writeFile('go\n')
    await go.close()
    const { request } = await world.seen('approval.requested')
    expect(request.stop.nearest?.outside).toEqual([{ kind: 'unseen', because: 'changed' }])
    expect(readFileSync(world.at('work/a'), 'utf8')).toBe('mine\n')
  })

  test('what somebody changed since the turn began is not written over unasked; what the session did is', async () => {
    const patch = [
      'apply_patch <<X',
      '*** Begin Patch',
      '*** Add File: b',
      '+one',
      '*** End Patch',
      'X',
    ].join('\n')
    const again = 'for name in a b c; do echo again >> $name; done'
    const world = await under(
      ['echo x >> a; echo x > c', patch, again, 'read word < ../beside/go', 'echo x > notes; echo x >> a'],
      {
        before: (at) => {
          repository(at)
          writeFileSync(at('work/notes'), 'old')
          execFileSync('mkfifo', [at('beside/go')])
        },
      },
    )
    const go = await open(world.at('beside/go'), 'w')
    expect(asked(world)).toEqual([])
    writeFileSync(world.at('work/notes'), 'mine')
    await go.writeFile('go\n')
    await go.close()
    const { request } = await world.seen('approval.requested')
    expect(request.stop.nearest?.outside).toEqual([{ kind: 'writes', path: world.at('work/notes') }])
    expect(readFileSync(world.at('work/notes'), 'utf8')).toBe('mine')
  })

  test('what is written over unasked the checkpoint has as it was, whatever keeps it from that', async () => {
    const names = ['forced.log', 'kept.log', 'late', 'long/x.tmp', 'nested/own']
    const world = await under(
      [
        'echo "*.log" > .gitignore; for name in a any fresh; do echo x >> $name; done',
        `for name in a any fresh ${names.join(' ')}; do echo x > $name; done`,
      ],
      {
        before: (at) => {
          repository(at)
          const write = (name: string, text: string): void => {
            mkdirSync(dirname(at(name)), { recursive: true })
            writeFileSync(at(name), text)
          }
          execFileSync('git', ['init', '-q', at('work/nested')])
          // Rules of the person for all repositories are none of the checkpoint's.
          write('home/.config/git/ignore', 'any\n')
          write('work/long/.gitignore', `*.tmp\n${'# long\n'.repeat(50_000)}`)
          write('work/.gitignore', '*.log\n!KEPT.log\nlate\n')
          for (const name of ['a', 'any', 'fresh', ...names]) write(`work/${name}`, 'mine\n')
          const git = (...words: string[]) => execFileSync('git', words, { cwd: at('work'), stdio: 'ignore' })
          git('add', '-f', 'forced.log')
          write('work/forced.log', 'edited\n')
        },
      },
    )
    const { request } = await world.seen('approval.requested')
    expect(finished(world)).toMatchObject([{ applied: { unasked: true, counts: { changed: 4 } } }])
    expect(request.stop.nearest?.outside.toSorted(byPath)).toEqual(
      names.map((name) => ({ kind: 'writes', path: world.at('work', name) })),
    )
    await world.engine.decide(request.id, { kind: 'deny' }, 'window')
    await world.seen('turn.finished')
    await expect
      .poll(async () => (await world.engine.restores.look(world.session.id, 'undo')).kind, {
        timeout: 60_000,
      })
      .toBe('ready')
    await world.engine.restores.restore(world.session.id, { way: 'undo', turnNumber: 1, sinceToo: false })
    for (const name of ['a', 'any', 'fresh'])
      expect(readFileSync(world.at('work', name), 'utf8')).toBe('mine\n')
  })

  test('what may do harm, and what asks for no sandbox, is asked about', async () => {
    const danger = await under('rm -rf dist')
    expect((await danger.seen('approval.requested')).request.stop.why.kind).toBe('danger')
    const escalated = await under('echo x > b', { escalated: true })
    expect((await escalated.seen('approval.requested')).request.stop.why.kind).toBe('escalated')
  })

  test('where nothing can be rehearsed it is as on request', async () => {
    const world = await under('echo x > dist/x', { config: 'approval_policy = "effects"\nrehearse = "off"' })
    await world.seen('turn.finished')
    expect([asked(world), finished(world)]).toMatchObject([[], [{ exitCode: 0 }]])
    expect(finished(world)[0]).not.toHaveProperty('applied')
  })
})
