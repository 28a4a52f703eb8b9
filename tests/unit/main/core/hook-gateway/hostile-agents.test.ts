import { expect, test } from 'vitest'
import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import { stopInWords } from '@shared/messages/stop'
import { readHook, type HookAsk } from '../../../../../src/main/core/hook-gateway/hook-body'
import { hookBody } from '../../../../fakes/agent-hooks'
import { fakePatchFiles } from '../../../../fakes/fake-patch-files'
import { fakeEngine } from '../../../../fakes/fake-world'

type World = ReturnType<typeof fakeEngine>

const live = new AbortController().signal
const command = 'touch /srv/x'

function ask(change: Record<string, unknown> = {}, agent: 'claude-code' | 'codex' = 'claude-code'): HookAsk {
  const recorded = agent === 'codex' ? 'codex' : 'claude'
  const read = readHook(agent, hookBody(recorded, 'PermissionRequest', 'Bash', change))
  if (read.kind !== 'asks') throw new Error(JSON.stringify(read))
  return read.ask
}

const requests = ({ events }: World): ApprovalRequest[] =>
  events().flatMap((event) => (event.type === 'approval.requested' ? [event.request] : []))

async function decided(world: World, asked: HookAsk, decision: Decision): Promise<ApprovalRequest> {
  const nth = requests(world).length + 1
  const verdict = world.engine.hookGateway.ask(asked, live)
  const { request } = await world.until('approval.requested', nth)
  await world.engine.decide(request.id, decision, 'window')
  await verdict
  return request
}

const yes = (scope: 'session' | 'rule'): Decision => ({ kind: 'allow', offerId: 'only-this', scope })

test('what comes with a command and changes its run is shown, and is part of what a yes is for', async () => {
  const world = fakeEngine()
  const plain = await decided(world, ask({ tool_input: { command } }), yes('session'))
  expect(plain.stop.why).toEqual({ kind: 'desk', agent: 'claude-code' })
  const same = [
    { command, description: 'Another' },
    { command, timeout: 5000 },
    { command, dangerouslyDisableSandbox: false, run_in_background: false },
  ]
  for (const tool_input of same)
    expect(await world.engine.hookGateway.ask(ask({ tool_input }), live)).toMatchObject({ kind: 'allow' })
  const others = [
    { command, dangerouslyDisableSandbox: true },
    { command, run_in_background: true },
    { command, run_in_background: 'true' },
    { command, timeout: { a: 1 } },
    { command, _simulatedSedEdit: { filePath: '/home/dev/.bashrc', newContent: 'evil' } },
  ]
  for (const tool_input of others) {
    const { stop } = await decided(world, ask({ tool_input }), { kind: 'deny' })
    const { command: _, ...besides } = tool_input
    expect(stopInWords(stop, undefined)).toContain(JSON.stringify(besides))
  }
  const hidden: unknown = JSON.parse(
    `{"command":${JSON.stringify(command)},"__proto__":{"run_in_background":true}}`,
  )
  const { stop } = await decided(world, ask({ tool_input: hidden }), { kind: 'deny' })
  expect(stopInWords(stop, undefined)).toContain('{"[__proto__]":{"run_in_background":true}}')
  // One that was let run with it is let run with just that, in whatever order it is said.
  const loose = { command, dangerouslyDisableSandbox: true, run_in_background: true }
  await decided(world, ask({ tool_input: loose }), yes('rule'))
  const again = { run_in_background: true, dangerouslyDisableSandbox: true, command }
  expect(await world.engine.hookGateway.ask(ask({ tool_input: again }), live)).toMatchObject({
    kind: 'allow',
  })
})

test('a yes for the session to change a file is none to remove it', async () => {
  const patch = (body: string): HookAsk =>
    ask(
      { tool_name: 'apply_patch', tool_input: { command: `*** Begin Patch\n${body}\n*** End Patch` } },
      'codex',
    )
  const world = fakeEngine({ patches: fakePatchFiles({ '/home/dev/project/a': 'one\n' }) })
  const change = (to: string) => patch(`*** Update File: a\n@@\n-one\n+${to}`)
  await decided(world, change('two'), yes('session'))
  expect(await world.engine.hookGateway.ask(change('three'), live)).toMatchObject({ kind: 'allow' })
  expect(await decided(world, patch('*** Delete File: a'), { kind: 'deny' })).toMatchObject({ kind: 'patch' })
})

test('an agent that makes up a session for each request is refused before the home is full of them', async () => {
  const world = fakeEngine()
  await decided(world, ask({ tool_input: { command } }), yes('rule'))
  const answers = await Promise.allSettled(
    Array.from({ length: 400 }, (_, at) =>
      world.engine.hookGateway.ask(
        ask({ session_id: `made-up-${String(at)}`, tool_input: { command } }),
        live,
      ),
    ),
  )
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused[0]).toMatchObject({
    reason: { fault: { message: expect.stringMatching(/new sessions/) as string } },
  })
  expect((await world.engine.state()).sessions.length).toBeLessThanOrEqual(300)
  // A session that is known is answered all the same.
  expect(await world.engine.hookGateway.ask(ask({ tool_input: { command } }), live)).toMatchObject({
    kind: 'allow',
  })
})
