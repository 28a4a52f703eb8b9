import { NamedApprovalPolicy } from '@shared/domain/approval-policy'
import type { Explanation } from '@shared/domain/explanation'
import { SandboxMode } from '@shared/domain/sandbox-policy'
import { nearestInWords } from '@shared/messages/outside-rule'
import { stopInWords } from '@shared/messages/stop'
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

/** What the window shows of each call: of one that is asked about why, from which its panel and its Details are written; of one that a rule or the policy of effects answered, which. */
function shown({ events, base }: World, lines: readonly string[]): readonly unknown[] {
  return lines.map((_, at) => {
    const id = `c${String(at + 1)}`
    const because = events.flatMap((event): unknown[] => {
      if (event.type === 'command.finished' && event.callId === id && event.outcome.kind === 'exited') {
        const { applied } = event.outcome
        return applied ? [{ by: applied.rule ?? (applied.unasked ? 'effects' : '') }] : []
      }
      if (event.type !== 'approval.requested' || event.request.callId !== id) return []
      const { stop, stage, naming } = event.request
      if (stage !== 'first') return []
      const { nearest } = stop
      const reason = [stopInWords(stop, naming), ...(nearest ? [nearestInWords(nearest, naming)] : [])]
      return [{ reason: reason.join(' '), outside: nearest?.outside ?? [] }]
    })
    return wherever(because[0] ?? 'nothing of a rule', base)
  })
}

/** The same in each world: a path without the folder that the world lies in. */
const wherever = (value: unknown, base: string): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(base, ''))

/** What explain says of each, and what the engine then does, each in a world of its own. */
async function both(config: string, linesIn: (at: World['at']) => readonly string[]) {
  const told = await asking('true', { config, rules, escalated: false })
  await told.seen('turn.finished')
  const explanations: Explanation[] = []
  for (const line of linesIn(told.at)) {
    const asked = { command: ['sh', '-c', line], cwd: told.at('work') }
    explanations.push(await told.engine.explain(asked, new AbortController().signal))
  }
  await told.close()
  const world = await asking((at) => linesIn(at), { config, rules, escalated: false })
  const done = await became(world, linesIn(world.at))
  return {
    explained: explanations.map(({ decision }) => decision),
    became: done,
    said: explanations.map(({ decision, by, reason, outside }) => {
      if (decision === 'ask') return wherever({ reason, outside }, told.base)
      return by.kind === 'effects' ? { by: by.name } : 'nothing of a rule'
    }),
    shown: shown(world, linesIn(world.at)),
  }
}

asEachUser('explain', () => {
  test.each<[NamedApprovalPolicy, readonly string[]]>([
    ['untrusted', ['ask', 'run']],
    ['effects', ['ask', 'run']],
    ['on-request', ['ask', 'run']],
    ['on-failure', ['run']],
    ['never', ['refuse', 'run']],
  ])('under %s it says what the engine then does', async (approvalPolicy, kinds) => {
    const { explained, became, said, shown } = await both(
      `approval_policy = "${approvalPolicy}"`,
      () => everyday,
    )
    expect(became).toEqual(explained)
    // The panel, its Details and each card say the same.
    expect(shown).toEqual(said)
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
