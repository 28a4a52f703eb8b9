import { expect, test } from 'vitest'
import { createBridgeServer } from '../../../../../src/main/hosts/bridge/bridge-server'
import { createFakeEngine, createFakeLog } from '../../../../fakes/fake-engine'

const request = { sessionId: 's1', callId: 'c1', port: 3000 }

/** What a window is answered, and what its host's browser was handed. */
async function opening(host: 'desktop' | 'browser', url?: string): Promise<unknown> {
  const handed: string[] = []
  const bridge = createBridgeServer({
    engine: createFakeEngine(url === undefined ? {} : { openPort: () => Promise.resolve({ url }) }),
    log: createFakeLog(),
    host,
    version: '1.2.3',
    platform: 'linux',
    home: '/home/ada',
    searchFiles: () => Promise.resolve([]),
    pickFolder: () => Promise.resolve({ kind: 'unsupported' }),
    ...(host === 'desktop' && {
      openAddress: (each: string) => {
        handed.push(each)
        return Promise.resolve()
      },
    }),
  })
  const reply = await bridge.connect(() => Promise.resolve()).handle('port.open', request)
  return [reply.ok ? reply.value : 'refused', handed]
}

test('the desktop hands the address to the browser, and a window in a browser opens it itself', async () => {
  const url = 'http://127.0.0.1:49152/'
  expect(await opening('desktop')).toEqual([{}, [url]])
  expect(await opening('browser')).toEqual([{ url }, []])
})

test.each([
  'http://127.0.0.1/',
  'https://127.0.0.1:49152/',
  'http://127.0.0.1:49152/x',
  'http://127.0.0.1:49152/\n',
  'http://127.0.0.1:49152@example.org/',
  'http://localhost:49152/',
  'file:///etc/passwd',
])('nothing but a port of this machine is opened: %j', async (url) => {
  expect(await opening('desktop', url)).toEqual(['refused', []])
  expect(await opening('browser', url)).toEqual(['refused', []])
})
