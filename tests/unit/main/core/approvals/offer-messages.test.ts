import { offerInWords } from '@shared/messages/offer'
import { expect, test } from 'vitest'
import { calls, exited, fakeEngine, fakeModel, fakeSandbox, kernelWrite } from '../../../../fakes/fake-world'

async function asked(
  args: Record<string, unknown>,
  results: Parameters<typeof fakeSandbox>[0],
  defaults: NonNullable<Parameters<typeof fakeEngine>[0]>['defaults'] = {},
) {
  const model = fakeModel([calls({ id: 'c1', args })])
  const world = fakeEngine({ model, sandbox: fakeSandbox(results), defaults })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  return (await world.until('approval.requested')).request
}

test('an agent that asks for network is offered the sandbox with the host that its words name', async () => {
  const request = await asked(
    {
      command: ['curl', '-sO', 'https://example.com/x'],
      with_escalated_permissions: true,
      justification: 'Needs the network.',
    },
    [],
    { approvalPolicy: 'on-request' },
  )
  expect(request.offers.map((offer) => [offer.kind, offerInWords(offer, request)])).toEqual([
    [
      'only-this',
      'Only this: runs once inside the sandbox (Workspace write, no network), plus connect to example.com:443. The agent asked for more than that, so it may fail there.',
    ],
    ['outside', expect.any(String)],
  ])
})

test('two paths of which one cannot be added alone: the narrow yes is off for that path, and says so', async () => {
  const { offers, stop } = await asked({ command: ['mkdir', '/home/me/a', '/srv/a'] }, [
    exited(1, [kernelWrite('/srv/a', 'mkdir'), kernelWrite('/home/me/a', 'mkdir')]),
  ])
  expect(offers.map(({ kind }) => kind)).toEqual(['outside'])
  expect(stop.evidence).toHaveLength(2)
  expect(stop.noOnlyThis).toEqual({ kind: 'target', target: '/home/me/a', because: 'home-entry', more: 0 })
})

test('an address that is only printed is no host to be reached', async () => {
  const request = await asked(
    {
      command: ['sh', '-c', 'echo http://example.com/; curl -sO https://example.com/x'],
      with_escalated_permissions: true,
      justification: 'Needs the network.',
    },
    [],
    { approvalPolicy: 'on-request' },
  )
  expect(request.offers[0]?.grants).toEqual([{ kind: 'host', host: 'example.com', port: 443 }])
})
