import { expect, test } from 'vitest'
import { requestChannels } from '@shared/ipc/channels'
import { answerRequests } from '../../src/main/hosts/desktop/answer-requests'
import type { IpcSender } from '../../src/main/hosts/desktop/ipc'
import { createFakeElectron } from '../fakes/fake-electron'

const devServer = 'http://localhost:5173'
const frame = (url: string, parent: unknown = null) => ({ url, parent })
const own = { sender: { id: 1 }, senderFrame: frame('app://bundle/index.html') }

const strangers: Record<string, { event: IpcSender; dev?: string }> = {
  'no frame': { event: { ...own, senderFrame: null } },
  'a subframe of our page': { event: { ...own, senderFrame: frame('app://bundle/index.html', {}) } },
  'another window': { event: { ...own, sender: { id: 2 } } },
  'another host of our scheme': { event: { ...own, senderFrame: frame('app://bundle.evil/index.html') } },
  'a host that only begins like ours': { event: { ...own, senderFrame: frame('app://bundlex/') } },
  'our name as user info': { event: { ...own, senderFrame: frame('https://bundle@evil.example/') } },
  'a web page': { event: { ...own, senderFrame: frame('https://evil.example/app://bundle/') } },
  'a file': { event: { ...own, senderFrame: frame('file:///bundle/index.html') } },
  'a data URL': { event: { ...own, senderFrame: frame('data:text/html,x') } },
  'a blank page': { event: { ...own, senderFrame: frame('about:blank') } },
  'no URL at all': { event: { ...own, senderFrame: frame('') } },
  'the development server of a packaged build': { event: { ...own, senderFrame: frame(`${devServer}/`) } },
  'another port than the development server': {
    event: { ...own, senderFrame: frame('http://localhost:5174/') },
    dev: devServer,
  },
  'https where the development server speaks http': {
    event: { ...own, senderFrame: frame('https://localhost:5173/') },
    dev: devServer,
  },
}

function register(devServerUrl: string | undefined) {
  const { module, world } = createFakeElectron()
  const heard: unknown[] = []
  answerRequests(module.ipcMain, {
    devServerUrl,
    connectionOf: (id) =>
      id === 1
        ? {
            handle: (channel, payload) => {
              heard.push([channel, payload])
              return Promise.resolve({ ok: true, value: 'answered' })
            },
            show: () => undefined,
            command: () => undefined,
            lost: () => undefined,
            close: () => undefined,
          }
        : undefined,
  })
  return { handlers: world.handlers, heard }
}

test('there is a handler for every channel of the contract and for nothing else', () => {
  expect([...register(undefined).handlers.keys()]).toEqual([...requestChannels])
})

const cases = Object.entries(strangers).flatMap(([who, stranger]) =>
  requestChannels.map((channel) => ({ who, channel, ...stranger })),
)
test.each(cases)('$channel is forbidden to $who', async ({ channel, event, dev }) => {
  const { handlers, heard } = register(dev)
  expect(await handlers.get(channel)?.(event, {})).toEqual({
    ok: false,
    fault: { code: 'forbidden', message: 'This page may not use the bridge' },
  })
  expect(heard).toEqual([])
})

test.each([
  ['our own page', own, undefined],
  ['our page on the development server', { ...own, senderFrame: frame(`${devServer}/#/x`) }, devServer],
])('%s is answered', async (_who, event, dev) => {
  const { handlers, heard } = register(dev)
  expect(await handlers.get('app.hello')?.(event, {})).toEqual({ ok: true, value: 'answered' })
  expect(heard).toEqual([['app.hello', {}]])
})
