import type { NamedApprovalPolicy } from '@shared/domain/approval-policy'
import { afterEach, expect, test } from 'vitest'
import { asEachUser } from '../patch/ordinary-user'
import { asking, closeAsking } from './asking'

afterEach(closeAsking)

const rules = `[[rule]]
name = "builds"
writes = ["dist/**"]
deletes = { below = ["dist/**"], files = 5, unsaved = 5 }
`
/** None that needs what another one leaves. */
const lines = [
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

type World = Awaited<ReturnType<typeof asking>>

/** What became of each call of a turn, whose requests are all answered with a no. */
async function became(world: World): Promise<readonly string[]> {
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

asEachUser('explain', () => {
  test.each<[NamedApprovalPolicy, readonly string[]]>([
    ['untrusted', ['ask', 'run']],
    ['effects', ['ask', 'run']],
    ['on-request', ['ask', 'run']],
    ['on-failure', ['run']],
    ['never', ['refuse', 'run']],
  ])('under %s it says what the engine then does', async (approvalPolicy, kinds) => {
    const config = `approval_policy = "${approvalPolicy}"`
    const told = await asking('true', { config, rules, escalated: false })
    await told.seen('turn.finished')
    const explained: string[] = []
    for (const line of lines) {
      const asked = { command: ['sh', '-c', line], cwd: told.at('work') }
      explained.push((await told.engine.explain(asked, new AbortController().signal)).decision)
    }
    await told.close()
    const world = await asking(lines, { config, rules, escalated: false })
    expect(await became(world)).toEqual(explained)
    expect([...new Set(explained)].sort()).toEqual(kinds)
  })
})
