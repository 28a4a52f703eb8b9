import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { HostAsk } from '@shared/domain/host-ask'
import type { HostTested } from '@shared/domain/host-listing'
import type { HostState } from '@shared/domain/host-state'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { cliEntry, runProgram, type Ran } from '../../fakes/run-cli'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'
import { passphrase, type Asking } from '../../fakes/ssh-host'

const password = 'battery staple'
const noPassword = process.getuid?.() === 0 ? false : 'a server that takes a password of its own needs root'

let world: HostWorld
let outside: string
beforeAll(async () => {
  const script: Parameters<typeof hostWorld>[0] = (request) => {
    const { input } = request.body as { input: readonly { type: string }[] }
    if (input.at(-1)?.type === 'function_call_output') return { text: 'Done there.' }
    const call = { command: ['touch', outside], timeout_ms: 60_000 }
    return { text: 'I will.', calls: [{ name: 'shell', arguments: JSON.stringify(call) }] }
  }
  world = await hostWorld(script, 'on-failure', cliEntry, noPassword === false ? password : undefined)
  outside = join(world.folder, 'outside.txt')
})
afterAll(() => world.close())

let window: ServeWindow | undefined
afterEach(async () => {
  await window?.stop()
  window = undefined
})

const home = (): string => world.env.COUNTERSIGN_HOME ?? ''

/** Has config.toml have these hosts alone. */
function configure(hosts: Readonly<Record<string, Asking>>): void {
  const tables = Object.entries(hosts).map(
    ([name, about]) =>
      `[hosts.${name}]\ncommand = ${JSON.stringify(world.ssh.asking(about))}\nengine = ${JSON.stringify(world.engine)}\n`,
  )
  writeFileSync(join(home(), 'config.toml'), tables.join(''))
}

const state = async (name = 'build1'): Promise<HostState | undefined> =>
  (await window?.hello())?.hosts?.find((each) => each.name === name)
const asked = async (): Promise<HostAsk | undefined> => (await window?.hello())?.hostAsk

/** What is asked, once something is. */
async function question(): Promise<HostAsk> {
  await expect.poll(asked, { timeout: 60_000 }).toBeDefined()
  const ask = await asked()
  if (!ask) throw new Error('nothing is asked')
  return ask
}

async function answer({ id }: Pick<HostAsk, 'id'>, text?: string): Promise<unknown> {
  const reply = await window?.request('host.answer', { ask: id, ...(text !== undefined && { answer: text }) })
  return reply?.ok === true && reply.value
}

const becomes = async (wanted: object, name = 'build1'): Promise<void> => {
  await expect.poll(() => state(name), { timeout: 60_000 }).toMatchObject(wanted)
}

const inHome = (text: string): readonly string[] =>
  readdirSync(home(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text))

test('the passphrase of a key is asked in the window by the name of the host, one host after the other, and is kept nowhere', async () => {
  configure({ build1: { by: 'locked-key' }, build2: { by: 'locked-key' } })
  window = await serveWindow(world.env)
  const first = await question()
  expect(first).toMatchObject({ kind: 'secret', program: 'ssh' })
  expect(first.prompt).toMatch(/^Enter passphrase for key '.*locked': $/)
  // The folder and the socket are this user's alone, and there is nothing else in it.
  const sockets = readdirSync(join(home(), 'askpass'))
  expect([statSync(join(home(), 'askpass')).mode & 0o777, sockets.length]).toEqual([0o700, 2])
  for (const name of sockets) expect(statSync(join(home(), 'askpass', name)).mode & 0o777).toBe(0o600)
  expect(await answer(first, passphrase)).toEqual({ counted: true })
  await becomes({ state: 'connected' }, first.host)
  const second = await question()
  expect([first.host, second.host].toSorted()).toEqual(['build1', 'build2'])
  // What was answered already is not answered once more, nor is another by its name.
  expect(await answer(first, passphrase)).toEqual({ counted: false })
  expect(await answer(second, passphrase)).toEqual({ counted: true })
  await becomes({ state: 'connected' }, second.host)
  expect(inHome(passphrase)).toEqual([])
  await window.stop()
  expect(readdirSync(join(home(), 'askpass'))).toEqual([])
})

test('who does not know the token of the command is let go without a word, and asks nobody', async () => {
  configure({ build1: { by: 'locked-key' } })
  window = await serveWindow(world.env)
  const first = await question()
  const [name = ''] = readdirSync(join(home(), 'askpass'))
  const said = await new Promise<string>((resolve) => {
    let text = ''
    const socket = createConnection(join(home(), 'askpass', name))
    socket.on('data', (piece) => (text += piece.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      resolve(text)
    })
    socket.write(`${JSON.stringify({ token: '0'.repeat(64), prompt: 'Password: ' })}\n`)
  })
  expect(said).toBe('')
  expect(await asked()).toEqual(first)
  // A sandboxed command does not even come so far, whatever it may write.
  const script = `require('node:net').connect(${JSON.stringify(join(home(), 'askpass', name))}).on('connect', () => console.log('in')).on('error', ({ code }) => console.log(code))`
  const ran = await world.run(['sandbox', '--cwd', world.project, '--', process.execPath, '-e', script])
  expect(ran.out).toMatch(/^E(?:PERM|ACCES|NOENT|CONNREFUSED|AFNOSUPPORT)\n$/)
})

test('a key of a host that is not known is shown whole and counts with a yes alone; after a no the host waits for Try again', async () => {
  configure({ build1: { host: 'unknown' } })
  window = await serveWindow(world.env)
  const first = await question()
  expect(first.kind).toBe('confirm')
  expect(first.prompt).toContain(world.ssh.fingerprint)
  await answer(first)
  await becomes({ state: 'over', why: { kind: 'unanswered' } })
  expect(await asked()).toBeUndefined()
  await window.request('host.retry', { name: 'build1' })
  await answer(await question(), 'yes')
  await becomes({ state: 'connected' })
})

test('a key of a host that has changed is no question: ssh refuses, and its words stand with the host', async () => {
  configure({ build1: { host: 'changed' } })
  window = await serveWindow(world.env)
  await becomes({ state: 'lost', why: { kind: 'early' } })
  expect((await state())?.said).toContain('Host key verification failed.')
  expect(await asked()).toBeUndefined()
})

test.skipIf(noPassword)(
  'a wrong password is not asked for again by itself, and a line that is lost asks once until somebody cancels',
  async () => {
    configure({ build1: { by: 'password' } })
    window = await serveWindow(world.env)
    for (let each = 0; each < 3; each += 1) await answer(await question(), 'wrong')
    await becomes({ state: 'over', why: { kind: 'early' } })
    expect((await state())?.said).toContain('Permission denied')
    expect(await asked()).toBeUndefined()
    await window.request('host.retry', { name: 'build1' })
    const again = await question()
    expect(again.prompt).toContain('password')
    await answer(again, password)
    await becomes({ state: 'connected' })
    for (const pid of world.ssh.connections()) process.kill(pid, 'SIGKILL')
    await answer(await question())
    await becomes({ state: 'over', why: { kind: 'unanswered' } })
    expect(await asked()).toBeUndefined()
    expect(inHome(password)).toEqual([])
  },
)

test('a window that is loaded anew asks what was asked, and a test of the host asks as well', async () => {
  configure({ build1: { by: 'locked-key' } })
  window = await serveWindow(world.env)
  const first = await question()
  await window.reload()
  expect(await asked()).toEqual(first)
  await answer(first)
  await becomes({ state: 'over', why: { kind: 'unanswered' } })
  const testing = window.request('host.test', { name: 'build1' })
  await answer(await question(), passphrase)
  const reply = await testing
  expect(reply.ok && (reply.value as HostTested).kind).toBe('answers')
})

/** Runs a command at a terminal and types these lines, each when its question stands there. */
function atTerminal(
  args: readonly string[],
  typed: readonly (readonly [string, string | (() => void)])[],
): Promise<Ran> {
  const command = [process.execPath, cliEntry, ...args].join(' ')
  const left = [...typed]
  return runProgram('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    env: world.env,
    keepInput: true,
    onChild: (child, soFar) => {
      let from = 0
      child.stdout?.on('data', () => {
        const [next] = left
        if (!next || !soFar().slice(from).includes(next[0])) return
        from = soFar().length
        left.shift()
        if (typeof next[1] === 'string') child.stdin?.write(next[1])
        else next[1]()
      })
    },
  })
}

test('at a terminal each question has the name of the host before every line, and a secret is not shown', async () => {
  configure({ build1: { by: 'locked-key', host: 'unknown' } })
  const ran = await atTerminal(
    ['hosts', 'test', 'build1'],
    [
      ['(yes/no/[fingerprint])? ', 'yes\n'],
      ['Enter passphrase for key', `${passphrase}\n`],
    ],
  )
  const lines = stripVTControlCharacters(ran.out).replaceAll('\r', '').split('\n')
  expect(ran.out).toContain(world.ssh.fingerprint)
  expect(ran.out).not.toContain(passphrase)
  expect(ran.out).toContain('build1: version')
  // The program is over before ssh is.
  expect(readdirSync(join(home(), 'askpass'))).toEqual([])
  const others = lines.filter((line) => line !== '' && !/^build1(?: \||: )/.test(line) && line !== 'yes')
  expect(others).toEqual([])
})

test('a question that is not answered at a terminal ends the command, and is not asked again', async () => {
  configure({ build1: { by: 'locked-key' } })
  const ran = await atTerminal(['hosts', 'test', 'build1'], [['Enter passphrase for key', '\n']])
  expect(ran.code).toBe(1)
  expect(ran.out).toContain('countersign: build1: what it asked was not answered')
  expect(ran.out.match(/Enter passphrase/g)?.length).toBe(1)
})

test('in a run what ssh asks comes after the question that stands there, and neither is answered by the other', async () => {
  configure({ build1: { by: 'locked-key' } })
  const lose = (): void => {
    for (const pid of world.ssh.connections()) process.kill(pid, 'SIGKILL')
  }
  const ran = await atTerminal(
    ['exec', '--host', 'build1', '--cd', world.project, 'go'],
    [
      ['Enter passphrase for key', `${passphrase}\n`],
      ['Your decision', lose],
      ['build1 is not connected', 'a\n'],
      ['Enter passphrase for key', `${passphrase}\n`],
    ],
  )
  expect(ran.out).toContain('Done there.')
  expect([ran.code, existsSync(outside), ran.out.includes(passphrase)]).toEqual([0, true, false])
})

test('whatever a prompt says, each of its lines stands behind the name of the host, and nothing in it moves or hides', async () => {
  const prompt =
    'x\u001b[2J\u001b]0;t\u0007\r\nbuild2 | Password for build2:\n\u202Ecountersign: build1: all is well: '
  const file = join(home(), 'hostile')
  writeFileSync(file, prompt)
  const command = ['sh', '-c', `"$SSH_ASKPASS" "$(cat ${file})" > ${file}.answer; exit 3`]
  writeFileSync(join(home(), 'config.toml'), `[hosts.build1]\ncommand = ${JSON.stringify(command)}\n`)
  const ran = await atTerminal(['hosts', 'test', 'build1'], [['all is well', 'an answer\n']])
  expect(readFileSync(`${file}.answer`, 'utf8')).toBe('an answer\n')
  const lines = ran.out.replaceAll('\r', '').split('\n')
  const shown = lines.filter((line) => /Password for|all is well|^build1 \| x/.test(line))
  expect(shown.length).toBe(3)
  expect(shown.filter((line) => !line.startsWith('build1 | '))).toEqual([])
  expect(shown.join('')).not.toMatch(/[\u001b\u0007\u202e]/)
  expect(ran.out).toContain('exit code 3')
})

test('without a terminal nobody is asked, and that is said', async () => {
  configure({ build1: { by: 'locked-key' } })
  const there = join(world.base, 'sessions')
  const sessions = () => (existsSync(there) ? readdirSync(there, { recursive: true }) : [])
  const before = sessions()
  const ran = await world.run(['exec', '--host', 'build1', '--cd', world.project, 'go'])
  expect(ran.code).toBe(1)
  expect(ran.err).toContain('countersign: build1: it asks something, and nobody can be asked here.')
  const json = await world.run(['hosts', 'test', 'build1', '--json'])
  expect(JSON.parse(json.out)).toMatchObject({
    ok: false,
    problem: 'it asks something, and nobody can be asked here',
  })
  expect(sessions()).toEqual(before)
})
