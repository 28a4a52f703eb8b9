import { expect, test, vi } from 'vitest'
import { createBrowserTransport } from '../../../../src/renderer/lib/browser-transport'
import type { BrowserTransport, WebSocketLike } from '../../../../src/renderer/lib/browser-transport'

/** A browser of which each part is moved by hand. */
interface Answer {
  readonly status: number
  text(): Promise<string>
}

/** `isLoading`: the page has not begun to follow its connection. */
function fakeBrowser(fragment: string, answer: () => Promise<Answer>, kept?: string, isLoading = false) {
  const sockets: (WebSocketLike & { url: string; protocols: readonly string[]; sent: string[] })[] = []
  let secret = kept
  const calls: string[] = []
  const waits: { ms: number; run: () => void }[] = []
  let wake = (): void => undefined
  let showFragment: (fragment: string) => void = () => undefined
  let keptElsewhere = (): void => undefined
  const transport = createBrowserTransport({
    origin: 'http://127.0.0.1:9',
    fragment,
    clearFragment: () => calls.push('clear'),
    fetch: (path, init) => {
      calls.push(`${init?.method ?? 'GET'} ${path} ${typeof init?.body === 'string' ? init.body : ''}`.trim())
      return answer()
    },
    secret: {
      kept: () => secret,
      keep: (given) => {
        secret = given
      },
    },
    openSocket: (url, protocols) => {
      const sent: string[] = []
      const socket = {
        url,
        protocols,
        sent,
        onopen: null,
        onmessage: null,
        onclose: null,
        send: (text: string) => sent.push(text),
        close: () => undefined,
      }
      sockets.push(socket)
      return socket
    },
    later: (ms, run) => {
      const wait = { ms, run }
      waits.push(wait)
      return () => {
        waits.splice(waits.indexOf(wait), 1)
      }
    },
    onWake: (awake) => {
      wake = awake
    },
    onFragment: (changed) => {
      showFragment = changed
    },
    onOtherSecret: (told) => {
      keptElsewhere = told
    },
  })
  if (!isLoading) transport.onStatus(() => undefined)
  const awake = (): void => {
    wake()
  }
  const paste = (pasted: string): void => {
    showFragment(pasted)
  }
  const keepElsewhere = (given: string): void => {
    secret = given
    keptElsewhere()
  }
  return { transport, sockets, calls, waits, awake, paste, keepElsewhere }
}

const answering = (status: number, body: string) => (): Promise<Answer> =>
  Promise.resolve({ status, text: () => Promise.resolve(body) })
const fine = answering(200, '{"secret":"new"}')
const down = (): Promise<never> => Promise.reject(new TypeError('refused'))

/** Opens it, and answers what that asks. */
function opens(socket: WebSocketLike | undefined): void {
  socket?.onopen?.()
  socket?.onmessage?.({ data: '{"id":0,"reply":"hello"}' })
}

async function reaches(transport: BrowserTransport, status: string): Promise<void> {
  await vi.waitFor(() => {
    expect(transport.status()).toBe(status)
  })
}

test('the token is traded before the socket opens, and leaves the address', async () => {
  const { sockets, calls } = fakeBrowser('#token=abc', fine)
  await vi.waitFor(() => {
    expect(sockets).toHaveLength(1)
  })
  expect(calls).toEqual(['POST /auth {"token":"abc"}', 'clear'])
  expect([sockets[0]?.url, sockets[0]?.protocols]).toEqual([
    'ws://127.0.0.1:9/bridge?hello',
    ['countersign', 'new'],
  ])
})

test('without a token the kept secret has to do: straight to the socket', () => {
  const { sockets, calls } = fakeBrowser('', fine, 'kept')
  expect([sockets.map((socket) => socket.protocols), calls]).toEqual([[['countersign', 'kept']], []])
})

test.each([
  ['a new link is pasted over the address', 'paste', ['POST /auth {"token":"next"}', 'clear']],
  ['another tab was given one', 'keepElsewhere', []],
] as const)('where the server knows this page no more, %s, and it connects', async (_what, how, traded) => {
  const page = fakeBrowser('', fine, 'old')
  page.sockets[0]?.onclose?.()
  await reaches(page.transport, 'refused')
  page.calls.splice(0)
  page.paste('#/inbox')
  expect([page.sockets.length, page.calls]).toEqual([1, []])
  if (how === 'paste') page.paste('#token=next')
  else page.keepElsewhere('new')
  await vi.waitFor(() => {
    expect(page.sockets).toHaveLength(2)
  })
  expect([page.calls, page.sockets[1]?.protocols]).toEqual([traded, ['countersign', 'new']])
  opens(page.sockets[1])
  await reaches(page.transport, 'open')
})

test.each([
  ['refused', answering(401, 'This address was used already or is wrong')],
  ['answered with no secret', answering(200, '{"secret":1}')],
  ['answered with no JSON', answering(200, 'hello')],
])('a token that is %s leaves the kept secret', async (_what, answer) => {
  const { sockets } = fakeBrowser('#token=abc', answer, 'kept')
  await vi.waitFor(() => {
    expect(sockets.map((socket) => socket.protocols)).toEqual([['countersign', 'kept']])
  })
})

test('requests and answers meet by their number, pushes reach the listeners', async () => {
  const { transport, sockets } = fakeBrowser('', fine)
  const pushes: unknown[] = []
  transport.on((push) => pushes.push(push))
  const [socket] = sockets
  opens(socket)
  expect(await transport.invoke('app.hello', {})).toBe('hello')
  const first = transport.invoke('model.list', {})
  const second = transport.invoke('doctor.run', {})
  socket?.onmessage?.({ data: '{"id":2,"reply":"b"}' })
  socket?.onmessage?.({ data: 'no json' })
  socket?.onmessage?.({ data: '{"push":{"seq":1}}' })
  socket?.onmessage?.({ data: '{"id":1,"reply":"a"}' })
  expect(await Promise.all([first, second])).toEqual(['a', 'b'])
  expect(pushes).toEqual([{ seq: 1 }])
  expect(socket?.sent).toEqual([
    '{"id":1,"channel":"model.list","payload":{}}',
    '{"id":2,"channel":"doctor.run","payload":{}}',
  ])
})

test('a closed socket answers what was in flight with a fault and connects again, later each time', async () => {
  const { transport, sockets, waits } = fakeBrowser('', down)
  opens(sockets[0])
  const asked = transport.invoke('doctor.run', {})
  sockets[0]?.onclose?.()
  expect(await asked).toMatchObject({ ok: false, fault: { code: 'connection-failed' } })
  expect(await transport.invoke('app.hello', {})).toMatchObject({ ok: false })
  await reaches(transport, 'lost')
  const [first] = waits
  first?.run()
  sockets[1]?.onclose?.()
  await vi.waitFor(() => {
    expect([first?.ms, ...waits.map((wait) => wait.ms)]).toEqual([500, 1000])
  })
})

test('a refused socket of a living server is refused for good; a dead server is tried again', async () => {
  const living = fakeBrowser('', fine)
  living.sockets[0]?.onclose?.()
  await reaches(living.transport, 'refused')
  expect(living.waits).toEqual([])
  const dead = fakeBrowser('', down)
  dead.sockets[0]?.onclose?.()
  await reaches(dead.transport, 'lost')
  expect(dead.waits).toHaveLength(1)
})

test('a token that could not be sent is kept for the next attempt', async () => {
  let answer: () => Promise<Answer> = down
  const { transport, calls, waits, sockets } = fakeBrowser('#token=abc', () => answer())
  await reaches(transport, 'lost')
  answer = fine
  waits[0]?.run()
  await vi.waitFor(() => {
    expect(sockets).toHaveLength(1)
  })
  expect(calls).toEqual(['POST /auth {"token":"abc"}', 'POST /auth {"token":"abc"}', 'clear'])
})

const knocks = (sent: readonly string[] = []) => sent.filter((each) => each.includes('settings.read'))

test('after a sleep it is asked whether anybody is there; whatever comes says so', () => {
  const { transport, sockets, waits, awake } = fakeBrowser('', fine)
  const [socket] = sockets
  opens(socket)
  awake()
  awake()
  expect([knocks(socket?.sent).length, waits.length]).toEqual([1, 1])
  socket?.onmessage?.({ data: '{"push":{"seq":1}}' })
  expect([waits, sockets.length, transport.status()]).toEqual([[], 1, 'open'])
})

test('a connection over which nothing comes back is made anew, and what was asked over it is answered with a fault', async () => {
  const { transport, sockets, waits, awake } = fakeBrowser('', fine)
  const seen: string[] = []
  transport.onStatus((status) => seen.push(status))
  opens(sockets[0])
  const asked = transport.invoke('doctor.run', {})
  awake()
  waits.at(-1)?.run()
  expect(await asked).toMatchObject({ ok: false, fault: { code: 'connection-failed' } })
  expect(sockets).toHaveLength(2)
  opens(sockets[1])
  // What the dead one still says counts for nothing.
  sockets[0]?.onclose?.()
  expect([seen, waits]).toEqual([['open', 'lost', 'connecting', 'open'], []])
})

test('an answer that takes long has it asked; one that comes then is the answer', async () => {
  const { transport, sockets, waits } = fakeBrowser('', fine)
  const [socket] = sockets
  opens(socket)
  const asked = transport.invoke('doctor.run', {})
  waits[0]?.run()
  expect(knocks(socket?.sent)).toHaveLength(1)
  socket?.onmessage?.({ data: '{"id":2,"reply":{}}' })
  socket?.onmessage?.({ data: '{"id":1,"reply":"late"}' })
  expect([await asked, sockets.length]).toEqual(['late', 1])
})

test('a sleep cuts the wait of a lost connection short, and asks nothing of a server that refused', async () => {
  const dead = fakeBrowser('', down)
  dead.sockets[0]?.onclose?.()
  await reaches(dead.transport, 'lost')
  dead.awake()
  expect(dead.sockets).toHaveLength(2)
  const refusing = fakeBrowser('', fine)
  refusing.sockets[0]?.onclose?.()
  await reaches(refusing.transport, 'refused')
  refusing.awake()
  expect(refusing.sockets).toHaveLength(1)
})

const helloOf = (sent: readonly string[]) =>
  sent.filter((text) => (JSON.parse(text) as { channel: string }).channel === 'app.hello')

test('opening a socket asks the first question of its page, which sends none, and gets what came since before the page was there', async () => {
  const { transport, sockets } = fakeBrowser('', fine, 'kept', true)
  const [socket] = sockets
  socket?.onopen?.()
  socket?.onmessage?.({ data: '{"id":0,"reply":{"ok":true,"value":7}}' })
  socket?.onmessage?.({ data: '{"push":{"seq":1}}' })
  const pushes: unknown[] = []
  transport.on((push) => pushes.push(push))
  expect(pushes).toEqual([])
  const reply = transport.invoke('app.hello', {})
  expect(pushes).toEqual([{ seq: 1 }])
  expect(await reply).toEqual({ ok: true, value: 7 })
  socket?.onmessage?.({ data: '{"push":{"seq":2}}' })
  expect(pushes).toEqual([{ seq: 1 }, { seq: 2 }])
  expect(socket?.sent).toEqual([])
  // The next one is a question of its own.
  void transport.invoke('app.hello', {})
  expect(helloOf(socket?.sent ?? [])).toHaveLength(1)
})

test('a page that asks when its socket opens gets the answer of that socket, and a fault when it closes before', async () => {
  const { transport, sockets, waits } = fakeBrowser('', fine, 'kept', true)
  const asked: Promise<unknown>[] = []
  transport.onStatus((status) => {
    if (status === 'open') asked.push(transport.invoke('app.hello', {}))
  })
  sockets[0]?.onopen?.()
  sockets[0]?.onclose?.()
  waits[0]?.run()
  opens(sockets[1])
  expect(await Promise.all(asked)).toMatchObject([{ fault: { code: 'connection-failed' } }, 'hello'])
  expect(sockets.flatMap(({ sent }) => sent)).toEqual([])
})

test('the first attempt has begun when the token is traded, and when nobody listens', async () => {
  const { transport, sockets } = fakeBrowser('#token=abc', fine)
  await transport.begun
  expect(sockets).toHaveLength(1)
  const { transport: alone, sockets: none } = fakeBrowser('#token=abc', down)
  await alone.begun
  expect(none).toHaveLength(0)
})
