import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { processesWith } from '../../fakes/processes-with'
import { acpAgentWorld, testAgent } from './acp-agent-world'

let world: Awaited<ReturnType<typeof acpAgentWorld>> | undefined
const begin = async (...given: Parameters<typeof acpAgentWorld>) => (world = await acpAgentWorld(...given))
const server =
  "const s = require('node:http').createServer((_, r) => r.end('from the server')); s.listen(0, '127.0.0.1', () => console.log(s.address().port))"
const yes = { kind: 'allow', offerId: 'only-this' } as const

/** A session that an ACP agent works in, with a real sandbox. Called once as root and once as an ordinary user. */
export function acpAgentSessionTests(): void {
  afterEach(async () => {
    await world?.close()
    world = undefined
  })

  test('an ACP agent’s thoughts, plan and words are told and on record, also for another engine', async () => {
    const at = await begin(testAgent())
    const id = await at.begin()
    expect(await at.turn(id, 'say afar')).toBe('completed')
    expect(at.said()).toEqual(['Hello from afar'])
    expect(at.of('plan.updated')).toMatchObject([{ plan: [{ step: 'Say hello', status: 'in_progress' }] }])
    expect(at.of('reasoning.delta').map(({ text }) => text)).toEqual(['Let me think.'])
    await at.again()
    const { session, events } = await at.engine().openSession(id)
    expect(session.agent).toMatchObject({ kind: 'acp', id: 'test' })
    expect(events.map(({ event }) => event.type)).toEqual(
      expect.arrayContaining(['user.message', 'plan.updated', 'message.completed']) as string[],
    )
  })

  test('its own commands are offered with its session, and are not on record', async () => {
    const at = await begin(testAgent())
    const id = await at.begin()
    expect(at.session(id)?.agent?.commands).toBeUndefined()
    await at.turn(id, 'say hello')
    expect(at.session(id)?.agent?.commands).toEqual([
      { name: 'tidy', description: 'Tidies up', hint: 'which folder' },
    ])
    await at.again()
    const { agent } = (await at.engine().openSession(id)).session
    expect(agent).toEqual({ kind: 'acp', id: 'test', session: expect.any(String) as string })
  })

  test('it is put in its mode that asks, and where it has none that is said', async () => {
    const at = await begin(testAgent() + testAgent('never-asks').replace('[agents.test]', '[agents.bold]'))
    await at.turn(await at.begin(), 'known mode')
    expect(at.said()).toEqual(['default'])
    expect(at.of('turn.noted')).toEqual([])
    await at.turn(await at.begin('bold'), 'known mode')
    expect(at.of('turn.noted').map(({ text }) => text)).toEqual([expect.stringContaining('“Do all”')])
  })

  test('its question is a request with command, facts and floor; a yes is for once, and it runs in the sandbox', async () => {
    const at = await begin(testAgent())
    const id = await at.begin()
    const outside = join(at.base, 'beside', 'made')
    const turn = at.turn(id, `run rm -rf sub; touch made ${outside}`)
    const request = await at.answer(yes)
    // What the sandbox stopped of it is the next question.
    await at.answer({ kind: 'deny' }, 2)
    await turn
    expect(request).toMatchObject({
      command: ['bash', '-lc', `rm -rf sub; touch made ${outside}`],
      stop: { boundary: 'approval-policy', why: { kind: 'guest', agent: 'Tester' } },
      offers: [{ id: 'only-this', grants: [], means: { kind: 'guest', agent: 'Tester' } }],
      assessment: { floor: { level: expect.stringMatching(/medium|high/) as string } },
    })
    expect(existsSync(join(at.project, 'made'))).toBe(true)
    expect(existsSync(outside)).toBe(false)
    expect(at.of('command.finished')).toMatchObject([{ outcome: { kind: 'exited', exitCode: 1 } }])
    expect(at.of('command.finished')[0]?.callId).toBe(request.callId)
  })

  test('a message for its turn is refused with why, and the turn goes on', async () => {
    const at = await begin(testAgent())
    const id = await at.begin()
    const turn = at.turn(id, 'run touch made')
    await expect.poll(() => at.of('approval.requested').length).toBe(1)
    await expect(at.engine().steerTurn(id, 'not so')).rejects.toMatchObject({
      fault: { code: 'not-steerable', turnKind: 'guest' },
    })
    await at.answer(yes)
    await turn
    expect(at.of('user.message').map(({ text }) => text)).toEqual(['run touch made'])
    expect(existsSync(join(at.project, 'made'))).toBe(true)
  })

  test('a no is its own option for it, and nothing runs; a stop ends the turn', async () => {
    const at = await begin(testAgent())
    const id = await at.begin()
    const turn = at.turn(id, 'run touch made')
    await at.answer({ kind: 'deny' })
    expect(await turn).toBe('completed')
    expect(at.said()).toEqual(['not allowed: no'])
    expect(at.of('command.started')).toEqual([])
    expect(at.of('command.finished')).toMatchObject([{ outcome: { kind: 'refused' } }])
    const next = at.turn(id, 'run touch made')
    await at.answer({ kind: 'abort' }, 2)
    expect(await next).toBe('interrupted')
    expect(existsSync(join(at.project, 'made'))).toBe(false)
  })

  test('a yes for the session covers the very same again, and nothing else', async () => {
    const at = await begin(testAgent())
    const id = await at.begin()
    const first = at.turn(id, 'run touch made')
    await at.answer({ ...yes, scope: 'session' })
    await first
    await at.turn(id, 'run touch made')
    expect(at.of('grant.applied')).toHaveLength(1)
    const other = at.turn(id, 'run touch other')
    await at.answer({ kind: 'deny' }, 2)
    await other
    expect(existsSync(join(at.project, 'other'))).toBe(false)
  })

  test('what the kernel stopped is asked about with exactly that, and holds from the next message on', async () => {
    const at = await begin(testAgent('loads'))
    const id = await at.begin()
    const [outside, other] = [join(at.base, 'beside', 'made'), join(at.base, 'beside', 'other')]
    const turn = at.turn(id, `unasked touch ${outside} 2>&1`)
    const request = await at.answer(yes)
    expect(await turn).toBe('completed')
    expect(at.said().at(-1)).toMatch(/Read-only/)
    expect(request).toMatchObject({
      stop: { boundary: 'sandbox', evidence: [{ kind: 'write', target: outside, source: 'kernel' }] },
      offers: [
        {
          kind: 'only-this',
          grants: [{ kind: 'write', path: outside }],
          means: { kind: 'guest-from-now', conversation: 'kept' },
        },
      ],
    })
    expect(existsSync(outside)).toBe(false)
    const next = at.turn(id, `unasked touch ${outside} && echo made; touch ${other} 2>&1`)
    await at.answer({ kind: 'deny' }, 2)
    await next
    expect(at.of('turn.noted')).toEqual([])
    expect(at.said().at(-1)).toMatch(/^made\n.*Read-only/)
    expect([existsSync(outside), existsSync(other)]).toEqual([true, false])
    // What a no was said to is not asked about again and again.
    await at.turn(id, `unasked touch ${other} 2>&1`)
    expect(at.of('approval.requested')).toHaveLength(2)
    // What was given before still holds when more is given, though the file is there by now.
    const third = join(at.base, 'beside', 'third')
    const more = at.turn(id, `unasked touch ${third} 2>&1`)
    await at.answer(yes, 3)
    await more
    await at.turn(id, `unasked echo new > ${outside} && touch ${third} && echo both`)
    expect(at.said().at(-1)).toBe('both\n')
  })

  test('what the kernel stops is asked about while the turn goes on, the same once, and one question at a time', async () => {
    const at = await begin(testAgent())
    const id = await at.begin()
    const [outside, other] = [join(at.base, 'beside', 'made'), join(at.base, 'beside', 'other')]
    const goes = join(at.project, 'goes')
    const turn = at.turn(
      id,
      `unasked touch ${outside}; until [ -e ${goes} ]; do touch ${outside} ${other}; sleep 0.1; done; echo over`,
    )
    await expect.poll(() => at.of('approval.requested').length, { timeout: 120_000 }).toBe(1)
    const [first] = at.of('approval.requested')
    expect(first?.request.offers[0]?.means).toEqual({
      ...{ kind: 'guest-from-now', agent: 'Tester', conversation: 'lost' },
    })
    const targets = () =>
      at
        .of('approval.requested')
        .map(({ request }) => [...new Set(request.stop.evidence.map(({ target }) => target))])
    await at.answer({ kind: 'deny' })
    if (targets()[0]?.includes(other) !== true) await at.answer(yes, 2)
    writeFileSync(goes, '')
    expect(await turn).toBe('completed')
    expect(at.said().at(-1)).toMatch(/over\n/)
    expect(targets().flat()).toEqual([outside, other])
    expect([existsSync(outside), existsSync(other)]).toEqual([false, false])
  })

  test('a question about a stop goes with a turn that is interrupted, and comes again with the next', async () => {
    const at = await begin(testAgent())
    const id = await at.begin()
    const outside = join(at.base, 'beside', 'made')
    await at.engine().startTurn(id, `unasked touch ${outside}; sleep 600`)
    await expect.poll(() => at.of('approval.requested').length, { timeout: 120_000 }).toBe(1)
    await at.engine().interruptTurn(id)
    expect(at.of('approval.resolved').at(-1)?.request.state).toBe('cancelled')
    const next = at.turn(id, `unasked touch ${outside}`)
    await at.answer({ kind: 'deny' }, 2)
    expect(await next).toBe('completed')
  })

  test('a file that it is to write is shown as a patch', async () => {
    const at = await begin(testAgent())
    const id = await at.begin()
    const turn = at.turn(id, 'write new.txt')
    const request = await at.answer(yes)
    await turn
    expect(request).toMatchObject({
      kind: 'patch',
      changes: { [join(at.project, 'new.txt')]: { type: 'add', content: 'by a guest\n' } },
    })
    expect(at.of('patch.finished')).toMatchObject([{ outcome: { kind: 'exited', exitCode: 0 } }])
    expect(readFileSync(join(at.project, 'new.txt'), 'utf8')).toBe('by a guest\n')
  })

  test('it has a folder of its own and the variables that are named, and reads nothing of the engine', async () => {
    const at = await begin(testAgent('plain', 'env_vars = ["GUEST_KEY"]\n'))
    const id = await at.begin()
    await at.turn(id, 'env')
    const env = JSON.parse(at.said()[0] ?? '{}') as Record<string, string>
    const state = join(at.home, 'agents', 'test', 'state')
    expect(env).toMatchObject({ HOME: state, XDG_CONFIG_HOME: join(state, '.config'), GUEST_KEY: 'sk-guest' })
    expect(env['OTHER_KEY']).toBeUndefined()
    await at.turn(id, `read ${join(at.home, 'kept-secret')}`)
    expect(at.said().at(-1)).toMatch(/^cannot read/)
    await at.turn(id, 'unasked echo kept > "$HOME/own" && cat "$HOME/own"')
    expect(at.said().at(-1)).toBe('kept\n')
    expect(readFileSync(join(state, 'own'), 'utf8')).toBe('kept\n')
  })

  test('a link that it puts into its own folder leads no later start anywhere', async () => {
    const at = await begin(testAgent())
    const [beside, project] = [join(at.base, 'beside'), at.project]
    const links = '$HOME/tmp $HOME/.local $HOME/.config $HOME/.cache'
    const { id } = await at.engine().createSession({ cwd: project, agent: 'test', sandboxMode: 'read-only' })
    await at.turn(
      id,
      `unasked rm -rf ${links}; for link in ${links}; do ln -s ${beside} $link; done; rm $HOME/.config; touch $HOME/.config; readlink $HOME/tmp`,
    )
    expect(at.said().at(-1)).toBe(`${beside}\n`)
    const turn = at.turn(await at.begin(), `unasked touch ${beside}/made 2>&1`)
    await at.answer({ kind: 'deny' })
    expect(await turn).toBe('completed')
    expect(at.said().at(-1)).toMatch(/Read-only/)
    expect(readdirSync(beside)).toEqual([])
  })

  test('a rebase that it leaves standing still runs nothing when the person continues it, while it lives on', async () => {
    const at = await begin(testAgent())
    const ran = join(at.base, 'beside', 'ran')
    const names = { GIT_AUTHOR_NAME: 'n', GIT_COMMITTER_NAME: 'n', EMAIL: 'a@b', GIT_EDITOR: 'true' }
    const git = (script: string) =>
      execFileSync('sh', ['-c', script], {
        cwd: at.project,
        env: { PATH: process.env['PATH'], HOME: at.base, ...names },
        stdio: 'pipe',
      })
    git('git init -q .; for n in one two three; do echo $n > f; git add f; git commit -qm $n; done')
    const list = join(at.project, '.git/rebase-merge/git-rebase-todo')
    await at.turn(
      await at.begin(),
      `unasked export GIT_COMMITTER_NAME=n EMAIL=a@b GIT_SEQUENCE_EDITOR="sed -i -e 1s/^pick/edit/"; git rebase -qi HEAD~2; echo 'exec touch ${ran}' >> ${list}`,
    )
    await expect.poll(() => readFileSync(list, 'utf8'), { timeout: 60_000 }).toMatch(/\nbreak\n$/)
    git('git rebase --continue; git rebase --continue')
    expect([existsSync(ran), existsSync(list)]).toEqual([false, false])
    expect(processesWith(at.project)).not.toEqual([])
  })

  test('what it does without asking is held by the sandbox as well', async () => {
    const at = await begin(testAgent('never-asks'), { sandbox: 'read-only' })
    const id = await at.begin()
    const turn = at.turn(id, 'unasked touch made 2>&1; touch "$HOME/own" && echo its own')
    await at.answer({ kind: 'deny' })
    await turn
    expect(at.said()[0]).toMatch(/[Rr]ead-only[^]*its own/)
    expect(existsSync(join(at.project, 'made'))).toBe(false)
  })

  test('a host that config.toml names is reached unasked, any other is asked about while it waits', async () => {
    // In a process of its own: a port of the engine's own process is closed to commands, whatever is granted.
    const served = execFile(process.execPath, ['-e', server])
    const port = await new Promise<string>((resolve) => {
      served.stdout?.once('data', (text: string) => {
        resolve(text.trim())
      })
    })
    try {
      const named = await begin(testAgent('plain', `hosts = ["127.0.0.1:${port}"]\n`))
      await named.turn(await named.begin(), `unasked curl -s --noproxy '' http://127.0.0.1:${port}/`)
      expect(named.said()).toEqual(['from the server'])
      expect(named.of('approval.requested')).toEqual([])
      await named.close()
      const at = await begin(testAgent())
      const id = await at.begin()
      const turn = at.turn(id, `unasked curl -s --noproxy '' http://127.0.0.1:${port}/`)
      const request = await at.answer(yes)
      await turn
      expect(request).toMatchObject({
        stage: 'network',
        stop: { evidence: [{ kind: 'network', target: `127.0.0.1:${port}`, source: 'proxy' }] },
      })
      expect(at.said()).toEqual(['from the server'])
    } finally {
      served.kill()
    }
  })

  test('an interrupt is told to it, and one that does not stop is ended; nothing is left', async () => {
    const at = await begin(testAgent())
    const id = await at.begin()
    for (const text of ['wait', 'hang']) {
      const count = at.of('message.delta').length
      await at.engine().startTurn(id, text)
      await expect.poll(() => at.of('message.delta').length, { timeout: 120_000 }).toBeGreaterThan(count)
      await at.engine().interruptTurn(id)
      expect(at.of('turn.finished').at(-1)?.outcome).toBe('interrupted')
    }
    expect(await at.turn(id, 'say again')).toBe('completed')
    await at.engine().unloadSession(id)
    await expect.poll(() => processesWith(at.project), { timeout: 120_000 }).toEqual([])
  })

  test('it is asked to take up its conversation where it can, and where it cannot that is said', async () => {
    const at = await begin(testAgent('loads') + testAgent().replace('[agents.test]', '[agents.forgets]'))
    const id = await at.begin()
    await at.turn(id, 'say one')
    const { session } = (await at.engine().openSession(id)).session.agent ?? {}
    const other = await at.begin('forgets')
    await at.turn(other, 'say two')
    await at.again()
    await at.turn(id, 'known loaded')
    expect(at.said().at(-1)).toBe(session)
    await at.turn(other, 'say three')
    expect(at.of('turn.noted').at(-1)?.text).toContain('knows nothing of what was said here before')
  })

  test('an agent that is not there is refused by name', async () => {
    const at = await begin(testAgent())
    await expect(at.begin('nobody')).rejects.toThrow(/no agent "nobody"[^]*test/)
  })
}
