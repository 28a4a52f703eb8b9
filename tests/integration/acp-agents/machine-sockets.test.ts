import { chmodSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { perl } from '../sandbox/harness/attempts'
import { acpAgentWorld, testAgent } from './acp-agent-world'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

test('a socket of the machine that an agent inside is kept from is asked about with that path, and holds from the next message on', async () => {
  const at = await acpAgentWorld(testAgent('loads'))
  closing.push(() => at.close())
  const id = await at.begin()
  const [path, other] = [join(at.base, 'beside', 'socket'), join(at.base, 'beside', 'other')]
  for (const each of [path, other]) {
    const server = createServer((socket) => socket.end('the machine'))
    closing.push(() => server.close())
    await new Promise<void>((resolve) => server.listen({ path: each }, resolve))
    chmodSync(each, 0o777)
  }
  const reach = (to: string): string =>
    `unasked ${perl(`use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0); connect($s, pack_sockaddr_un("${to}")) or do { print "no: $!"; exit }; sysread($s, my $b, 99); print $b`)}`
  const turn = at.turn(id, reach(path))
  const request = await at.answer({ kind: 'allow', offerId: 'only-this' })
  await turn
  expect(at.said().at(-1)).toBe('no: Permission denied')
  expect(request).toMatchObject({
    effect: { act: { kind: 'connect', hosts: ['~/beside/socket'] } },
    assessment: { floor: { level: 'medium', reasons: [{ rule: 'network.machine', detail: path }] } },
    offers: [{ grants: [{ kind: 'write', path, extent: 'file' }], means: { kind: 'guest-from-now' } }],
  })
  await at.turn(id, reach(path))
  expect([at.said().at(-1), at.of('approval.requested').length]).toEqual(['the machine', 1])
  const next = at.turn(id, reach(other))
  await at.answer({ kind: 'deny' }, 2)
  await next
  expect(at.said().at(-1)).toBe('no: Permission denied')
})
