import { expect, test } from 'vitest'
import { OpenPorts } from '../../../../../src/main/core/processes/process-table'

const port = (number: number, at = 50_000 + number) => ({ port: number, forward: () => Promise.resolve(at) })

test('a port is opened for the call that listens on it, as long as it does', async () => {
  const ports = new OpenPorts()
  ports.set('c1', [port(3000)])
  ports.set('c2', [port(8080)])
  expect(await ports.forward('c1', 3000)).toEqual({ url: 'http://127.0.0.1:53000/' })
  await expect(ports.forward('c1', 8080)).rejects.toThrow('Nothing listens on port 8080 any more.')
  await expect(ports.forward('c3', 3000)).rejects.toThrow('Nothing listens on port 3000 any more.')
  ports.set('c1', [])
  await expect(ports.forward('c1', 3000)).rejects.toThrow('Nothing listens on port 3000 any more.')
})

test('what is missing is said', async () => {
  const ports = new OpenPorts()
  ports.set('c1', [{ port: 3000, forward: () => Promise.reject(new Error('socat is missing')) }])
  await expect(ports.forward('c1', 3000)).rejects.toThrow('Port 3000 cannot be opened: socat is missing.')
})
