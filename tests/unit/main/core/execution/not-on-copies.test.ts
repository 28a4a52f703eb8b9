import type { AgentEvent } from '@shared/domain/agent-event'
import type { NamedApprovalPolicy } from '@shared/domain/approval-policy'
import { notOnCopiesInWords } from '@shared/messages/rehearsal'
import { expect, test } from 'vitest'
import { printEvent } from '../../../../../src/main/hosts/terminal/print-event'
import type { RequestRehearsals } from '../../../../../src/main/core/turn/request-rehearsals'
import { calls, exited, fakeEngine, fakeModel, fakeSandbox, says } from '../../../../fakes/fake-world'
import { sampleEvent } from '../../../../fakes/fake-engine'

const none: RequestRehearsals = {
  whyNot: () => Promise.resolve('there is no overlay here'),
  open: () => undefined,
}
const some: RequestRehearsals = { ...none, whyNot: () => Promise.resolve(undefined) }
const shell = { name: 'shell', args: { command: ['sh', './tool'] } }
const process = { name: 'exec_command', args: { cmd: 'sh ./tool' } }
const listing = { name: 'exec_command', args: { cmd: 'ls -l' } }
const stays = 'Not run on copies, but as under on-request: it may go on beyond its call'
const no = 'Not run on copies, but as under on-request: '

test.each<
  [string, NamedApprovalPolicy, RequestRehearsals | undefined, typeof shell | typeof process, string?]
>([
  ['a process that may stay', 'effects', some, process, stays],
  ['a process that may stay, where nothing is rehearsed', 'effects', none, process, stays],
  ['a command where nothing can be rehearsed', 'effects', none, shell, `${no}there is no overlay here`],
  [
    'a command where rehearsals are not there',
    'effects',
    undefined,
    shell,
    `${no}there are no rehearsals here`,
  ],
  ['what is known to be safe', 'effects', some, listing],
  ['under another policy', 'on-request', some, process],
])(
  'it is said why it did not run on copies: %s',
  async (_, ...[approvalPolicy, rehearsals, { name, args }, said]) => {
    const model = fakeModel([calls({ id: 'c1', name, args }), says('done')])
    const world = fakeEngine({ model, defaults: { approvalPolicy }, ...(rehearsals && { rehearsals }) })
    const session = await world.engine.createSession({ cwd: '/work' })
    await world.engine.startTurn(session.id, 'go')
    const begun: Extract<AgentEvent, { type: 'command.started' }> = await world.until('command.started')
    expect(begun.notOnCopies && notOnCopiesInWords(begun.notOnCopies)).toBe(said)
    let written = ''
    printEvent(sampleEvent(1, begun), (text) => (written += text))
    expect(written.split('\n').slice(1)).toEqual(said === undefined ? [''] : [`[${said}]`, ''])
  },
)

test('a command that runs on copies is printed with that, and not as if it ran', () => {
  let written = ''
  const event: AgentEvent = {
    ...{ type: 'command.started', callId: 'c1', attempt: 1, command: ['make'], cwd: '/work' },
    ...{ confinement: 'bubblewrap', grants: [], onCopies: true },
  }
  printEvent(sampleEvent(1, event), (text) => (written += text))
  expect(written).toBe('$ make [on copies]\n')
})

test('what the sandbox says of a run in its end is shown as the end of what it printed', async () => {
  const notes = '[countersign] a.example:443 was allowed, but not reached: its name was not found\n'
  const sandbox = fakeSandbox([{ ...exited(0, [], `hi\n${notes}`), notes }])
  const model = fakeModel([calls({ id: 'c1', ...shell }), says('done')])
  const world = fakeEngine({ model, sandbox, defaults: { approvalPolicy: 'never' } })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  const { text }: Extract<AgentEvent, { type: 'command.output' }> = await world.until('command.output')
  expect(text).toBe(notes)
})
