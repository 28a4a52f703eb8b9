import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { longestPrompt, type HostQuestion } from '@shared/domain/host-ask'
import { listenForAsks } from '../../../../../src/main/adapters/askpass/askpass'
import type { AskForHost, AskLine, HostAnswer } from '../../../../../src/main/core/host-link/host-asks'

let base: string
let line: AskLine | undefined
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'cs-askpass-'))
  mkdirSync(join(base, 'home'), { mode: 0o700 })
  writeFileSync(join(base, 'program'), '')
})
afterEach(() => {
  line?.close()
  rmSync(base, { recursive: true })
})

const listen = async (ask: AskForHost): Promise<AskLine> => {
  line = await listenForAsks({ home: join(base, 'home'), program: join(base, 'program') }, ask)
  if (!line) throw new Error('nothing listens')
  return line
}

/** Says this at the socket and resolves with what came back before it was closed. */
const says = ({ env }: AskLine, text: string): Promise<string> =>
  new Promise((resolve) => {
    let said = ''
    const socket = connect(env['COUNTERSIGN_ASKPASS'] ?? '')
    socket.setEncoding('utf8').on('data', (piece: string) => (said += piece))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      resolve(said)
    })
    socket.write(text)
  })
const question = ({ env }: AskLine, more: object): string =>
  `${JSON.stringify({ token: env['COUNTERSIGN_ASKPASS_TOKEN'], prompt: 'Password: ', ...more })}\n`

test.each<[string, object, HostQuestion['kind']]>([
  ['a password', {}, 'secret'],
  ['a key of a host', { prompt: 'x\nAre you sure (yes/no/[fingerprint])? ' }, 'confirm'],
  ['a yes or no', { prompt: 'Accept updated hostkeys? (yes/no)? ' }, 'confirm'],
  ['what an agent asks for', { prompt: 'Allow use of key x?', hint: 'confirm' }, 'confirm'],
  ['a touch of a key', { prompt: 'Confirm user presence', hint: 'none' }, 'note'],
  ['a password that names a yes or no', { prompt: '(yes/no)? Password: ' }, 'secret'],
])('%s is asked as what it is, and the answer goes back', async (_, more, kind) => {
  const asked: HostQuestion[] = []
  const made = await listen((each) => {
    asked.push(each)
    return Promise.resolve({ kind: 'answer', text: 'an answer' })
  })
  expect(await says(made, question(made, more))).toBe('an answer\n')
  expect(asked).toEqual(
    [{ kind, prompt: 'Password: ', ...more, hint: undefined }].map(({ hint: _h, ...is }) => is),
  )
  expect(made.state()).toEqual({ changes: 2, asking: false, outcome: 'answer' })
})

test.each<[string, (made: AskLine) => string]>([
  ['nothing of JSON', () => 'hello\n'],
  ['no token', () => '{"prompt":"Password: "}\n'],
  ['another token', (made) => question(made, { token: '0'.repeat(64) })],
  ['a token of another length', (made) => question(made, { token: '' })],
  [
    'a prompt that is too long to be shown',
    (made) => question(made, { prompt: 'x'.repeat(longestPrompt + 1) }),
  ],
  ['a line without an end', () => 'x'.repeat(100_000)],
  ['a member nobody knows', (made) => question(made, { answer: 'yes' })],
])('who says %s is let go, and nobody is asked', async (_, text) => {
  const made = await listen(() => Promise.reject(new Error('asked')))
  expect(await says(made, text(made))).toBe('')
  expect(made.state()).toEqual({ changes: 0, asking: false, outcome: 'none' })
})

test.each<HostAnswer>([
  { kind: 'answer', text: 'one\ntwo' },
  { kind: 'answer', text: 'x'.repeat(1_001) },
  { kind: 'nobody' },
])('%o is no answer', async (answer) => {
  const made = await listen(() => Promise.resolve(answer))
  expect(await says(made, question(made, {}))).toBe('')
})

test('after a no the command is to end, and is asked nothing more', async () => {
  let asked = 0
  const made = await listen(() => {
    asked += 1
    return Promise.resolve({ kind: 'cancelled' })
  })
  expect(await says(made, question(made, {}))).toBe('')
  await made.refused
  expect(await says(made, question(made, {}))).toBe('')
  expect([asked, made.state().outcome]).toEqual([1, 'cancelled'])
})

test('a command that is gone is asked for no more, which is no answer of a person', async () => {
  let over: AbortSignal | undefined
  const made = await listen(
    (_, signal) =>
      new Promise((resolve) => {
        over = signal
        signal.addEventListener('abort', () => {
          resolve({ kind: 'cancelled' })
        })
      }),
  )
  const socket = connect(made.env['COUNTERSIGN_ASKPASS'] ?? '')
  socket.write(question(made, {}))
  await expect.poll(() => made.state().asking).toBe(true)
  socket.destroy()
  await expect.poll(() => over?.aborted).toBe(true)
  await expect.poll(() => made.state()).toEqual({ changes: 2, asking: false, outcome: 'none' })
})

test('what listened is gone with the line, and where there is no home or no program nothing listens', async () => {
  const made = await listen(() => Promise.resolve({ kind: 'nobody' }))
  expect(readdirSync(join(base, 'home/askpass')).length).toBe(1)
  made.close()
  expect(readdirSync(join(base, 'home/askpass'))).toEqual([])
  const nobody: AskForHost = () => Promise.resolve({ kind: 'nobody' })
  const place = { home: join(base, 'home'), program: join(base, 'program') }
  expect(await listenForAsks({ ...place, home: join(base, 'none') }, nobody)).toBeUndefined()
  expect(await listenForAsks({ ...place, program: join(base, 'none') }, nobody)).toBeUndefined()
})
