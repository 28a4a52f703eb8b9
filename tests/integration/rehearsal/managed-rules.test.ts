import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import type { NamedApprovalPolicy } from '@shared/domain/approval-policy'
import { afterEach, expect, test } from 'vitest'
import { asEachUser } from '../patch/ordinary-user'
import { asking, closeAsking } from './asking'

afterEach(closeAsking)

type World = Awaited<ReturnType<typeof asking>>
const rule = (says: 'ask' | 'deny', commands = '"touch *"'): string =>
  `[[rule]]\nname = "no marks"\nsays = "${says}"\ncommands = [${commands}]\nreason = "see the wiki"\n`
const rules = '[[rule]]\nname = "wide"\nwrites = ["**"]\n'
const asked = ({ events }: World) =>
  events.flatMap((event) => (event.type === 'approval.requested' ? [event.request] : []))
const ran = ({ events }: World): boolean => events.some(({ type }) => type === 'command.started')
const policies: readonly NamedApprovalPolicy[] = ['untrusted', 'effects', 'on-request', 'on-failure', 'never']
const under = (policy: NamedApprovalPolicy, managed: string) =>
  asking('true && touch dist/mark', {
    ...{ managed, rules, config: `approval_policy = "${policy}"` },
    escalated: false,
  })

asEachUser('rules of the machine', () => {
  test.each(policies)('what they deny runs under no policy: %s', async (policy) => {
    const world = await under(policy, rule('deny'))
    await world.seen('turn.finished')
    expect([asked(world), ran(world), existsSync(world.at('work/dist/mark'))]).toEqual([[], false, false])
    const { outcome } = await world.seen('command.finished')
    expect(outcome).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('see the wiki') as string,
    })
    const command = ['sh', '-c', 'touch dist/mark']
    expect(
      await world.engine.explain({ command, cwd: world.at('work') }, new AbortController().signal),
    ).toMatchObject({
      ...{ decision: 'refuse', by: { kind: 'managed', name: 'no marks' } },
    })
  })

  test.each(policies)('what they ask about nobody else answers: %s', async (policy) => {
    const world = await under(policy, rule('ask'))
    if (policy === 'never') {
      await world.seen('turn.finished')
      expect([asked(world), ran(world)]).toEqual([[], false])
      return
    }
    const { request } = await world.seen('approval.requested')
    expect(request.offers.map(({ scopes }) => scopes)).toEqual(request.offers.map(() => ['once']))
    expect(ran(world)).toBe(false)
    // A rule of effects that comes while it waits is none for it either.
    writeFileSync(world.at('state/rules.toml'), `${rules}# again\n`)
    const command = ['sh', '-c', 'touch dist/mark']
    expect(
      await world.engine.explain({ command, cwd: world.at('work') }, new AbortController().signal),
    ).toMatchObject({
      ...{ decision: 'ask', by: { kind: 'managed', name: 'no marks' } },
    })
    expect(world.engine.pendingApproval(request.id)).toBeDefined()
    await world.engine.decide(request.id, { kind: 'deny' }, 'window')
    await world.seen('turn.finished')
    expect(readdirSync(world.at('work/dist'))).toEqual(['x', 'y'])
  })

  test('a file that others may write to has every command asked about, and the person’s own rules say nothing', async () => {
    const world = await asking('ls', {
      ...{ managed: rule('ask'), rules, config: 'approval_policy = "on-failure"', escalated: false },
      before: (at) => {
        mkdirSync(at('machine'))
        chmodSync(at('machine'), 0o777)
      },
    })
    const { request } = await world.seen('approval.requested')
    expect(JSON.stringify(request.stop)).toContain('nobody else')
    await world.engine.decide(request.id, { kind: 'deny' }, 'window')
  })

  test('a place that may not change is known by whatever name it has', async () => {
    const world = await asking(
      ['echo x > link/mark', 'mkdir beside; touch ./dist/../link/mark', 'rm -rf dist', 'touch b'],
      {
        ...{ rules, escalated: false, config: 'approval_policy = "on-request"' },
        before: (at) => {
          symlinkSync('dist', at('work/link'))
          mkdirSync(at('machine'), { mode: 0o755 })
          const text = `[[rule]]\nname = "dist"\nsays = "deny"\npaths = ["${at('work/dist')}"]\n`
          writeFileSync(at('machine/managed_rules.toml'), text, { mode: 0o644 })
        },
      },
    )
    await world.seen('turn.finished')
    expect(asked(world)).toEqual([])
    expect([readdirSync(world.at('work/dist')), existsSync(world.at('work/b'))]).toEqual([['x', 'y'], true])
    const refused = world.events.flatMap((event) =>
      event.type === 'command.finished' && event.outcome.kind === 'refused' ? [event.outcome.reason] : [],
    )
    expect(refused).toEqual(Array(3).fill('The rule “dist” of this machine is about it. Nothing was done.'))
  })

  test('a host and a place are refused wherever the line names them, and what only speaks of them runs', async () => {
    const lines = [
      'PGHOST=prod.example psql',
      `node -e 'fetch("https://prod.example")'`,
      "sqlite3 dist/new.db 'create table t(x)'",
      'git -c alias.p=push p origin main',
      'echo prod.example; echo dist > c',
    ]
    const world = await asking(lines, {
      ...{
        rules,
        escalated: false,
        config: 'approval_policy = "never"\nsandbox_mode = "danger-full-access"',
      },
      before: (at) => {
        mkdirSync(at('machine'), { mode: 0o755 })
        const text = [
          '[[rule]]\nname = "hosts"\nsays = "deny"\nhosts = ["prod.example"]\n',
          `[[rule]]\nname = "dist"\nsays = "deny"\npaths = ["${at('work/dist')}"]\n`,
          '[[rule]]\nname = "pushes"\nsays = "deny"\ncommands = ["git push *"]\n',
        ].join('')
        writeFileSync(at('machine/managed_rules.toml'), text, { mode: 0o644 })
      },
    })
    await world.seen('turn.finished')
    const said = world.events.flatMap((event) =>
      event.type === 'command.finished'
        ? [event.outcome.kind === 'refused' ? /“(\w+)”/.exec(event.outcome.reason)?.[1] : event.outcome.kind]
        : [],
    )
    expect(said).toEqual([
      'hosts',
      'hosts',
      'dist',
      'pushes',
      expect.not.stringMatching(/refused|hosts|dist/),
    ])
    expect([existsSync(world.at('work/c')), existsSync(world.at('work/dist/new.db'))]).toEqual([true, false])
  })

  test('a yes of a person runs it once, and a command that no rule names goes its way', async () => {
    const world = await asking(['touch dist/mark', 'cp a dist/other'], {
      ...{ managed: rule('ask'), rules, escalated: false, config: 'approval_policy = "on-failure"' },
    })
    const { request } = await world.seen('approval.requested')
    const [offer] = request.offers
    await world.engine.decide(
      request.id,
      { kind: 'allow', offerId: offer?.id ?? '', scope: 'session' },
      'window',
    )
    await world.seen('turn.finished')
    expect(asked(world)).toHaveLength(1)
    expect(readdirSync(world.at('work/dist'))).toEqual(['mark', 'other', 'x', 'y'])
    expect((await world.engine.listGrants()).length).toBe(0)
  })
})
