import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { fewStrangers } from '../../../../src/main/hosts/few-strangers'

test('the oldest of those who have not shown who they are makes room; whoever was admitted stays', async () => {
  const server = createServer()
  const admit = fewStrangers(server, 2)
  const taken: Socket[] = []
  server.on('connection', (socket) => {
    socket.on('error', () => undefined)
    taken.push(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ends: Socket[] = []
  const come = async (): Promise<void> => {
    const arrived = once(server, 'connection')
    ends.push(connect(port, '127.0.0.1').on('error', () => undefined))
    await arrived
  }
  const gone = (): readonly boolean[] => taken.map((socket) => socket.destroyed)
  await come()
  const [first] = taken
  if (first) admit(first)
  await come()
  await come()
  expect(gone()).toEqual([false, false, false])
  await come()
  expect(gone()).toEqual([false, true, false, false])
  // One that leaves makes room itself.
  taken[2]?.destroy()
  await expect.poll(() => ends[2]?.closed).toBe(true)
  await come()
  expect(gone()).toEqual([false, true, true, false, false])
  for (const socket of [...ends, ...taken]) socket.destroy()
  server.close()
})
