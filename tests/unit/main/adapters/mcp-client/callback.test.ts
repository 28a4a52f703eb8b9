import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openCallback } from '../../../../../src/main/adapters/mcp-client/sign-in/callback'

/** The first line of what comes back for this request line, with a Host header of the callback's own. */
const ask = (at: URL, line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    const socket = connect({ port: Number(at.port), host: '127.0.0.1' }, () => {
      socket.write(`${line}\r\nHost: ${at.host}\r\nConnection: close\r\n\r\n`)
    })
    socket
      .on('data', (more) => (text += more.toString('latin1')))
      .on('error', reject)
      .on('close', () => {
        resolve(text.split('\r\n')[0] ?? '')
      })
  })

test('whatever a stranger asks the callback for ends nothing, and the one who was sent is still let in', async () => {
  const callback = await openCallback('the-state')
  const at = new URL(callback.redirectUrl)
  const strange = [
    '//',
    '///callback?state=the-state',
    'http://[',
    '/callback?state=%',
    '*',
    '/callback',
    '/%00',
  ]
  for (const target of strange)
    expect(await ask(at, `GET ${target} HTTP/1.1`)).toBe('HTTP/1.1 400 Bad Request')
  expect(await ask(at, 'GET /callback?state=the-state&code=c HTTP/1.1')).toBe('HTTP/1.1 200 OK')
  expect(await callback.back).toEqual({ code: 'c', iss: undefined })
})
