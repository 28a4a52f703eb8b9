import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RemoteRun } from '@shared/domain/remote-run'
import { createWindowSocket } from '../../../src/main/adapters/window-socket/window-socket'
import type { LineEnd, WindowTransport } from '../../../src/main/core/remote-approvals/window-transport'
import { runProgram } from '../../fakes/run-cli'
import { openWindows, speak } from '../../fakes/window-sockets'

const nobody = 65_534
const from: RemoteRun = { program: 'exec', folder: '/work', pid: 7 }
let base = ''
let folder = ''
let ends: (() => unknown)[] = []
beforeEach(() => {
  base = mkdtempSync('/var/tmp/cs-door-')
  chmodSync(base, 0o755)
  folder = join(base, 'windows')
  ends = []
})
afterEach(() => {
  for (const end of ends) end()
  rmSync(base, { recursive: true, force: true })
})

const quiet: LineEnd = { take: () => undefined, over: () => undefined }

/** A window that lets others in, and who came. */
async function openWindow(version = '1') {
  const came: RemoteRun[] = []
  const transport = createWindowSocket(base, version)
  const open = await transport.listen((remoteRun) => {
    came.push(remoteRun)
    return quiet
  })
  ends.push(() => {
    open.close()
  })
  return { came, transport, open }
}

/** Which windows a run meets, and why it refused the others. */
async function look(transport: WindowTransport): Promise<{ found: string[]; refused: readonly string[] }> {
  const found: string[] = []
  const refused = await transport.find(from, new Set(), (name, line) => {
    found.push(name)
    ends.push(() => {
      line.end()
    })
    return quiet
  })
  return { found, refused }
}

/** What a process of another user gets; the stranger is compiled by nobody: Node runs it as it is. */
const asNobody = async (socket: string, words: string): Promise<unknown> => {
  const ran = await runProgram(
    process.execPath,
    ['--no-warnings', join(import.meta.dirname, 'stranger.ts'), folder, basename(socket), words],
    { env: {}, uid: nobody, gid: nobody, cwd: '/' },
  )
  return ran.err === '' ? JSON.parse(ran.out) : ran.err
}

const hello = (proof: string, secret: string): string =>
  `${JSON.stringify({ kind: 'hello', version: '1', proof, secret, nonce: 'b'.repeat(64), from })}\n`

test.runIf(process.getuid?.() === 0)(
  'another user cannot list the folder or connect; where they could, they get no word',
  async () => {
    const { came, transport } = await openWindow()
    const [socket = ''] = openWindows(base)
    const words = hello(`proof-${'a'.repeat(32)}`, 'a'.repeat(64))
    expect(await asNobody(socket, words)).toEqual({ listed: 'EACCES', reached: 'EACCES' })
    // The control: opened by force, they can connect, and still are told nothing.
    chmodSync(folder, 0o777)
    chmodSync(socket, 0o777)
    expect(await asNobody(socket, words)).toEqual({ listed: basename(socket), reached: 'said ""' })
    // A file of theirs proves nothing.
    const proof = `proof-${'c'.repeat(32)}`
    writeFileSync(join(folder, proof), 'd'.repeat(64), { mode: 0o600 })
    chownSync(join(folder, proof), nobody, nobody)
    expect(await asNobody(socket, hello(proof, 'd'.repeat(64)))).toMatchObject({ reached: 'said ""' })
    expect(came).toEqual([])
    // Nor does a run ask in a folder that others can enter.
    expect(await look(transport)).toEqual({
      found: [],
      refused: [`${folder} is not this user's alone; expected its owner to be this user and its mode 0700.`],
    })
    chmodSync(folder, 0o700)
    chmodSync(socket, 0o600)
    expect((await look(transport)).found).toEqual([basename(socket)])
    expect(came).toEqual([from])
  },
)

test.each([
  ['nothing', ''],
  ['no JSON', 'open up\n'],
  ['a proof that is not there', hello(`proof-${'a'.repeat(32)}`, 'a'.repeat(64))],
  ['a name that leads elsewhere', hello('../config.toml', 'a'.repeat(64))],
  ['a greeting without an end of 50 MB', 'a'.repeat(50 * 1024 * 1024)],
  ['a binary one', randomBytes(4096)],
])('who says %s is let go without a word', async (_, words) => {
  const { came } = await openWindow()
  const [socket = ''] = openWindows(base)
  expect(await speak(socket, words, { end: words.length < 5000 })).toBe('')
  expect(came).toEqual([])
})

test('a proof counts once, and is none when others can read it, or it is another’s or a link', async () => {
  const { came } = await openWindow()
  const [socket = ''] = openWindows(base)
  /** A proof as it is made: its name is that of its text. */
  const proof = (digit: string): { readonly name: string; readonly secret: string } => {
    const secret = digit.repeat(64)
    return { secret, name: `proof-${createHash('sha256').update(secret).digest('hex').slice(0, 32)}` }
  }
  const put = (digit: string, mode = 0o600): ReturnType<typeof proof> => {
    const made = proof(digit)
    writeFileSync(join(folder, made.name), made.secret, { mode })
    chmodSync(join(folder, made.name), mode)
    return made
  }
  const say = ({ name, secret }: ReturnType<typeof proof>) =>
    speak(socket, hello(name, secret), { end: true })
  const good = put('1')
  expect(await say(good)).toContain('"welcome"')
  expect(came).toHaveLength(1)
  expect(await say(good)).toBe('')
  expect(await say(put('2', 0o644))).toBe('')
  const elsewhere = join(folder, '../a-proof')
  writeFileSync(elsewhere, proof('3').secret, { mode: 0o600 })
  symlinkSync(elsewhere, join(folder, proof('3').name))
  expect(await say(proof('3'))).toBe('')
  // Under the name of another text it is none, and neither is one that was cut short.
  const { name } = put('4')
  expect(await say({ ...proof('5'), name })).toBe('')
  writeFileSync(join(folder, proof('6').name), '66', { mode: 0o600 })
  expect(await say(proof('6'))).toBe('')
  expect(came).toHaveLength(1)
})

/** What somebody planted in the folder. */
async function plant(
  name: string,
  speaks?: (back: (text: string) => void, text: string) => void,
): Promise<string[]> {
  const heard: string[] = []
  const server: Server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard.push(text)
      speaks?.((back) => socket.write(back), text)
    })
  })
  ends.push(() => server.close())
  const place = join(folder, name)
  await new Promise<void>((resolve) => {
    server.listen(place, resolve)
  })
  chmodSync(place, 0o600)
  return heard
}

test('a socket that was planted is not taken for a window', async () => {
  mkdirSync(folder, { mode: 0o700 })
  const transport = createWindowSocket(base, '1')
  const open = await plant('open.sock')
  chmodSync(join(folder, 'open.sock'), 0o666)
  const polite = await plant('polite.sock', (back) => {
    back(`${JSON.stringify({ kind: 'welcome', proof: `proof-${'f'.repeat(32)}` })}\n`)
  })
  await plant('rude.sock', (back) => {
    back('{"kind":"decide","call":1}\n')
  })
  symlinkSync(join(folder, 'polite.sock'), join(folder, 'link.sock'))
  writeFileSync(join(folder, 'file.sock'), '')
  const { found, refused } = await look(transport)
  expect(found).toEqual([])
  expect(refused.toSorted()).toEqual([
    expect.stringMatching(/file\.sock was not asked: expected a socket of this user alone\.$/),
    expect.stringMatching(/link\.sock was not asked: expected a socket of this user alone\.$/),
    expect.stringMatching(/open\.sock was not asked: expected a socket of this user alone\.$/),
    expect.stringMatching(/polite\.sock was not asked: it did not show that it is of this user\.$/),
    expect.stringMatching(/rude\.sock was not asked: it is no window of this program\.$/),
  ])
  expect([open, polite.length]).toEqual([[], 1])
})

test.runIf(process.getuid?.() === 0)('a socket of another user is not connected to', async () => {
  mkdirSync(folder, { mode: 0o700 })
  const heard = await plant('theirs.sock', (back) => {
    back('{}')
  })
  chownSync(join(folder, 'theirs.sock'), nobody, nobody)
  const { found, refused } = await look(createWindowSocket(base, '1'))
  expect([found, heard]).toEqual([[], []])
  expect(refused).toEqual([expect.stringContaining('expected a socket of this user alone')])
})

test.each([
  ['others can enter', (): void => mkdirSync(folder, { mode: 0o755 })],
  [
    'is a link',
    (): void => {
      mkdirSync(join(base, 'real'), { mode: 0o700 })
      symlinkSync('real', folder)
    },
  ],
  ['is a file', (): void => writeFileSync(folder, '')],
])('a window does not listen in a folder that %s', async (_, make) => {
  make()
  if (process.getuid?.() === 0) chmodSync(base, 0o755)
  await expect(createWindowSocket(base, '1').listen(() => quiet)).rejects.toThrow(/expected/)
  expect((await look(createWindowSocket(base, '1'))).refused).toEqual([expect.stringContaining('expected')])
})

test('another version is refused by name, and a socket that nobody listens at is taken away', async () => {
  await openWindow('2')
  const { found, refused } = await look(createWindowSocket(base, '1'))
  expect([found, refused]).toEqual([[], [expect.stringContaining('it is of version 2; expected 1')]])
})
