import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { afterEach, expect, test } from 'vitest'
import { composeEngine } from '../../../src/main/compose'
import { startModelServer, type Answer } from '../../fakes/model-server'
import { asEachUser } from '../patch/ordinary-user'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

type Of<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>

/** A whole engine with a real sandbox; each turn asks for one command. */
async function world(
  scripts: readonly string[],
  {
    policy = 'untrusted',
    escalated = false,
  }: { readonly policy?: ApprovalPolicy; readonly escalated?: boolean } = {},
) {
  const base = mkdtempSync('/var/tmp/cs-promise-')
  closing.push(() => {
    rmSync(base, { recursive: true, force: true })
  })
  for (const folder of ['state', 'home/.cache', 'home/old-data/sub', 'work/dist', 'beside'])
    mkdirSync(join(base, folder), { recursive: true })
  for (const file of ['work/a', 'work/dist/x', 'work/kept', 'beside/kept', 'home/old-data/sub/x'])
    writeFileSync(join(base, file), 'one\n')
  // On a busy machine a run takes as long as it takes: one that is ended early does less than it was to do.
  const why = {
    timeout_ms: 75_000,
    ...(escalated && { with_escalated_permissions: true, justification: 'needed' }),
  }
  const answers = scripts.flatMap((script, at): Answer[] => [
    {
      calls: [
        {
          id: `c${String(at)}`,
          name: 'shell',
          arguments: { command: ['sh', '-c', script.replaceAll('BASE', base)], ...why },
        },
      ],
    },
    { text: 'done' },
  ])
  const server = await startModelServer(answers)
  closing.push(() => server.close())
  writeFileSync(
    join(base, 'state/config.toml'),
    `model_provider = "ours"\nmodel = "scripted"\n[features]\nsandbox_command_assessment = false\n[rehearsal]\ntimeout_ms = 60000\n[model_providers.ours]\nbase_url = "${server.baseUrl}"\n`,
  )
  const env = { ...process.env, HOME: join(base, 'home'), COUNTERSIGN_HOME: join(base, 'state') }
  const { engine } = await composeEngine({ env, version: 'test', runtimeProgram: '' })
  closing.push(() => engine.close())
  const events: AgentEvent[] = []
  engine.subscribe((notice) => {
    if (notice.kind === 'event') events.push(notice.event.event)
  })
  const session = await engine.createSession({
    cwd: join(base, 'work'),
    approvalPolicy: policy,
    sandboxPolicy: sandboxPolicyForMode('workspace-write'),
  })
  const of = <T extends AgentEvent['type']>(type: T): readonly Of<T>[] =>
    events.filter((event): event is Of<T> => event.type === type)
  const nth = async <T extends AgentEvent['type']>(type: T, count: number): Promise<Of<T>> => {
    await expect.poll(() => of(type)[count - 1], { timeout: 120_000, interval: 10 }).toBeDefined()
    return of(type)[count - 1] as Of<T>
  }
  /** Runs a turn; each question is answered so when its rehearsal is there. Returns what was asked. */
  const turn = async (
    answer: Partial<Extract<Decision, { kind: 'allow' }>> & { readonly outside?: true } = {},
  ) => {
    const ended = of('turn.finished').length
    const before = of('approval.requested').length
    await engine.startTurn(session.id, 'go')
    const asked: ApprovalRequest[] = []
    for (;;) {
      const next = (): ApprovalRequest | true | undefined =>
        of('approval.requested')[before + asked.length]?.request ??
        (of('turn.finished').length > ended ? true : undefined)
      await expect.poll(next, { timeout: 120_000, interval: 10 }).toBeDefined()
      const request = next()
      if (request === true || request === undefined) return asked
      if (request.rehearsal?.state === 'running')
        await expect
          .poll(() => engine.pendingApproval(request.id)?.rehearsal?.state, {
            timeout: 120_000,
            interval: 10,
          })
          .toBe('found')
      const { offers } = engine.pendingApproval(request.id) ?? request
      const { outside, ...rest } = answer
      const offer = outside ? offers.at(-1) : offers[0]
      if (!offer) throw new Error('nothing is offered')
      await engine.decide(request.id, { kind: 'allow', offerId: offer.id, ...rest }, 'window')
      asked.push(request)
    }
  }
  return { base, at: (name: string) => join(base, name), engine, events, of, nth, turn, session }
}

/** What an approved run did is compared with what was shown. */
asEachUser('kept-promise', () => {
  test('a run that does what its rehearsal showed is as shown, once, and nobody asked about the rest', async () => {
    const here = await world([
      'rm -r dist; echo two >> a; mkdir new; echo n > new/f; echo k > ../beside/made',
      'ls',
    ])
    await here.turn()
    await here.turn()
    expect(here.of('command.compared')).toEqual([
      {
        type: 'command.compared',
        callId: 'c0',
        promise: { by: 'rehearsal', watched: 'all', more: [], moreCount: 0, hosts: [] },
      },
    ])
    expect([existsSync(here.at('beside/made')), existsSync(here.at('work/dist'))]).toEqual([true, false])
  })

  // A file of the engine's own folder is closed in a rehearsal as in a run; what a program can see is that its writes do not last.
  test.each([
    ['by a marker', 'k=$(ls | grep ^ke); test -e marker && echo bad > "$k"; echo ok > out', 'touch marker'],
    [
      'by its device',
      'k=$(ls | grep ^ke); test "$(stat -c %d kept)" = DEV && echo bad > "$k"; echo ok > out',
      '',
    ],
    [
      'by its file system',
      'k=$(ls | grep ^ke); test "$(stat -f -c %T .)" = overlayfs || echo bad > "$k"; echo ok > out',
      '',
    ],
    [
      'and gives the old time back',
      'k=$(ls | grep ^ke); test -e marker && { cp -p "$k" /tmp/t; echo bad > "$k"; touch -r /tmp/t "$k"; rm /tmp/t; }; echo ok > out',
      'touch marker',
    ],
    [
      'by a child that it leaves behind',
      'k=$(ls | grep ^ke); test -e marker && { (sleep 0.2; echo bad > "$k") & sleep 0.5; }; echo ok > out',
      'touch marker',
    ],
  ])('one that behaves in the rehearsal alone is found out: %s', async (_, script, meanwhile) => {
    const device = String(statSync('/var/tmp').dev)
    const here = await world([script.replace('DEV', device)])
    await here.engine.startTurn(here.session.id, 'go')
    const { request } = await here.nth('approval.requested', 1)
    await expect
      .poll(() => here.engine.pendingApproval(request.id)?.rehearsal?.state, { timeout: 120_000 })
      .toBe('found')
    if (meanwhile !== '') writeFileSync(here.at('work/marker'), '')
    await here.engine.decide(request.id, { kind: 'allow', offerId: 'only-this' }, 'window')
    const { promise } = await here.nth('command.compared', 1)
    expect(promise.by).toBe('rehearsal')
    expect(promise.more).toContainEqual({ path: here.at('work/kept'), kind: 'changed' })
    await here.nth('turn.finished', 1)
  })

  test('a grant for the session whose run does more is suspended, asks again and says why; a new yes ends that', async () => {
    const script = 'k=$(ls | grep ^ke); echo ok > out; test -e marker && echo bad > "$k"; true'
    const here = await world([script, script, script, script])
    expect(await here.turn({ scope: 'session' })).toHaveLength(1)
    writeFileSync(here.at('work/marker'), '')
    expect(await here.turn()).toHaveLength(0)
    expect(here.of('command.compared')).toMatchObject([
      { promise: { moreCount: 0 } },
      { promise: { more: [{ path: here.at('work/kept'), kind: 'changed' }] }, suspended: true },
    ])
    expect(await here.engine.listGrants()).toMatchObject([{ suspended: true, lastRun: { moreCount: 1 } }])
    const [again] = await here.turn({ scope: 'session' })
    expect(again?.stop.exceeded).toMatchObject({ more: [{ path: here.at('work/kept') }] })
    expect(await here.engine.listGrants()).toMatchObject([{ lastRun: { moreCount: 0 } }])
    expect((await here.engine.listGrants())[0]?.suspended).toBeUndefined()
    expect(await here.turn()).toHaveLength(0)
  })

  test('what only caches hold is no difference', async () => {
    const here = await world([
      'd=$(basename "$HOME"/.cache); test -e marker && { mkdir -p "$d"; echo c > "$d/c"; echo l > "run.$(basename x/log)"; }; echo ok > out',
    ])
    await here.engine.startTurn(here.session.id, 'go')
    const { request } = await here.nth('approval.requested', 1)
    await expect
      .poll(() => here.engine.pendingApproval(request.id)?.rehearsal?.state, { timeout: 120_000 })
      .toBe('found')
    writeFileSync(here.at('work/marker'), '')
    await here.engine.decide(request.id, { kind: 'allow', offerId: 'only-this' }, 'window')
    const { promise } = await here.nth('command.compared', 1)
    expect([promise.by, promise.more]).toEqual(['rehearsal', []])
    await here.nth('turn.finished', 1)
  })

  test('what the sandbox itself puts in the folder for its runs is nothing that they did', async () => {
    const script = 'echo two >> a; git add a; git commit -qm two'
    const here = await world([script, 'echo three >> a', script])
    const git = (...args: string[]): unknown =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.test', ...args], {
        cwd: here.at('work'),
      })
    git('init', '-q')
    git('config', 'user.name', 'A')
    git('config', 'user.email', 'a@b.test')
    git('add', '.')
    git('commit', '-qm', 'one')
    for (let turn = 0; turn < 3; turn += 1) await here.turn()
    expect(here.of('command.compared').map(({ promise }) => promise.more)).toEqual([[], [], []])
  })

  test('outside the sandbox it is said that nobody watched', async () => {
    const here = await world(['touch BASE/beside/made'], { policy: 'on-request', escalated: true })
    await here.turn({ outside: true })
    expect((await here.nth('command.compared', 1)).promise).toMatchObject({ watched: 'named', more: [] })
    expect(existsSync(here.at('beside/made'))).toBe(true)
  })

  // The folder around it is the home, which is opened to nobody: the yes said so.
  test.each(['untrusted', 'on-request'] as const)(
    'a folder that its yes said would stay is no stop, and nobody is asked again: %s',
    async (policy) => {
      const here = await world(['rm -rf ~/old-data', 'rm -rf ~/old-data'], { policy })
      const [asked, again] = await here.turn({ scope: 'session' })
      expect([asked?.offers[0]?.means, again]).toMatchObject([
        { stays: [here.at('home/old-data')] },
        undefined,
      ])
      expect(readdirSync(here.at('home/old-data'))).toEqual([])
      mkdirSync(here.at('home/old-data/more'))
      expect(await here.turn()).toEqual([])
      expect(readdirSync(here.at('home/old-data'))).toEqual([])
      const ends = here.of('command.finished').map(({ outcome }) => outcome)
      expect(ends.slice(-2)).toMatchObject(
        [1, 2].map(() => ({ kind: 'exited', exitCode: 1, stays: [here.at('home/old-data')] })),
      )
      expect(here.of('command.compared').map(({ promise }) => promise.moreCount)).toEqual([0, 0])
    },
  )

  test('more than can be looked at is said to be so, and holds nobody up', async () => {
    const here = await world(['mkdir many; cd many && seq 20500 | xargs touch'])
    await here.turn()
    const { promise } = await here.nth('command.compared', 1)
    expect([promise.watched, promise.moreCount]).toEqual(['part', 0])
  })
})
