import { NamedApprovalPolicy } from '@shared/domain/approval-policy'
import { SandboxMode } from '@shared/domain/sandbox-policy'
import { afterEach, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { policyScenarios } from '../../fakes/policy-scenarios'
import { asEachUser } from '../patch/ordinary-user'
import { asking, closeAsking } from './asking'

afterEach(closeAsking)

const rules = `[[rule]]
name = "builds"
writes = ["dist/**"]
deletes = { below = ["dist/**"], files = 5, unsaved = 5 }
`
/** None that needs what another one leaves. */
const everyday = [
  'ls',
  'cat a | head -1',
  'echo x > dist/new',
  'touch dist/more b',
  'cp a ../beside/copied',
  'rm -rf dist/y',
  'rm -rf ../beside',
  'git push --force',
  'curl -s http://no.example/',
  'sudo true',
  'tar --version',
  'echo $(cat a) > dist/$(cat a)',
  '(sleep 60 &) ; echo x > dist/later',
  'make -n',
  'echo two >> a',
]

/** The rows of policies besides, each with another mode of the sandbox with each seed; in full every mode. */
const rows = NamedApprovalPolicy.options.flatMap((policy) =>
  oneBySeed(
    `the mode of explain under ${policy}`,
    SandboxMode.options.map((mode) => ({ name: `${policy}, ${mode}`, policy, mode })),
  ),
)

type World = Awaited<ReturnType<typeof asking>>

/** What became of each call of a turn, whose requests are all answered with a no. */
async function became(world: World, lines: readonly string[]): Promise<readonly string[]> {
  const answered = new Set<string>()
  const asked = new Set<string>()
  await expect
    .poll(
      async () => {
        for (const event of world.events) {
          // A connection that waits is a question of its run, and not of its beginning.
          if (event.type !== 'approval.requested' || answered.has(event.request.id)) continue
          answered.add(event.request.id)
          if (event.request.stage === 'first') asked.add(event.request.callId)
          await world.engine.decide(event.request.id, { kind: 'deny' }, 'window')
        }
        return world.events.some(({ type }) => type === 'turn.finished')
      },
      { timeout: 160_000, interval: 20 },
    )
    .toBe(true)
  const ran = new Set(
    world.events.flatMap((event) => (event.type === 'command.started' ? [event.callId] : [])),
  )
  return lines.map((_, at) => {
    const id = `c${String(at + 1)}`
    return asked.has(id) ? 'ask' : ran.has(id) ? 'run' : 'refuse'
  })
}

/** What explain says of each, and what the engine then does, each in a world of its own. */
async function both(config: string, linesIn: (at: World['at']) => readonly string[]) {
  const told = await asking('true', { config, rules, escalated: false })
  await told.seen('turn.finished')
  const explained: string[] = []
  for (const line of linesIn(told.at)) {
    const asked = { command: ['sh', '-c', line], cwd: told.at('work') }
    explained.push((await told.engine.explain(asked, new AbortController().signal)).decision)
  }
  await told.close()
  const world = await asking((at) => linesIn(at), { config, rules, escalated: false })
  return { explained, became: await became(world, linesIn(world.at)) }
}

asEachUser('explain', () => {
  test.each<[NamedApprovalPolicy, readonly string[]]>([
    ['untrusted', ['ask', 'run']],
    ['effects', ['ask', 'run']],
    ['on-request', ['ask', 'run']],
    ['on-failure', ['run']],
    ['never', ['refuse', 'run']],
  ])('under %s it says what the engine then does', async (approvalPolicy, kinds) => {
    const { explained, became } = await both(`approval_policy = "${approvalPolicy}"`, () => everyday)
    expect(became).toEqual(explained)
    expect([...new Set(explained)].sort()).toEqual(kinds)
  })

  test.each(rows)('and of each row of policies: $name', async ({ policy, mode }) => {
    const config = `approval_policy = "${policy}"\nsandbox_mode = "${mode}"`
    const { explained, became } = await both(config, (at) => {
      const beyond = { beside: at('beside'), other: at('other'), home: at('home') }
      const places = { ...beyond, work: at('work'), server: '127.0.0.1:9' }
      return policyScenarios.map(({ line }) => line(places))
    })
    expect(became).toEqual(explained)
  })
})
