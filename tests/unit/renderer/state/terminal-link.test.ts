import type { TerminalNow } from '@shared/domain/session-terminal'
import { expect, test } from 'vitest'
import type { Bridge } from '../../../../src/renderer/lib/bridge'
import { readTerminal, typeInto, withoutCodes } from '../../../../src/renderer/state/terminal-link'

/** A bridge that answers in order, and keeps what it was asked. */
function scripted(answers: readonly unknown[]) {
  const asked: unknown[] = []
  const bridge = {
    request: (_: string, { sessionId: __, ...rest }: { sessionId: string }) => {
      asked.push(rest)
      const answer = answers[asked.length - 1]
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
    onPush: () => () => undefined,
  } as unknown as Bridge
  return { bridge, asked }
}

const now = (change: Partial<TerminalNow>): TerminalNow => ({
  ...{ run: 1, from: 0, text: '', mode: 'workspace-write', ...change },
})

test('what was said is drawn once and in order; where some of it is gone, or another run began, it is drawn anew', async () => {
  const { bridge, asked } = scripted([
    now({ from: 5, text: 'late' }),
    now({ from: 9, text: '' }),
    now({ from: 9, text: 'r' }),
    now({ from: 500, text: 'gap' }),
    now({ run: 2, text: 'new', exitCode: 0 }),
  ])
  const done: unknown[] = []
  await readTerminal(
    bridge,
    's1',
    {
      begin: ({ run }) => done.push(`begin ${String(run)}`),
      draw: (text, before) => Promise.resolve(void done.push([text, before])),
      stands: () => undefined,
    },
    new AbortController().signal,
  )
  expect(done).toEqual([
    ...['begin 1', ['late', true], ['r', false]],
    ...['begin 1', ['gap', false], 'begin 2', ['new', false]],
  ])
  expect(asked).toEqual([
    { run: 0, after: 0 },
    { run: 1, after: 9 },
    { run: 1, after: 9 },
    { run: 1, after: 10 },
    { run: 1, after: 503 },
  ])
})

test('none that was opened is read once, and nothing is drawn any more when nobody looks', async () => {
  const stood: number[] = []
  const reader = {
    begin: () => undefined,
    draw: () => Promise.reject(new Error('drawn')),
    stands: ({ run }: TerminalNow) => stood.push(run),
  }
  const none = scripted([now({ run: 0 })])
  await readTerminal(none.bridge, 's1', reader, new AbortController().signal)
  const gone = AbortSignal.abort()
  await readTerminal(scripted([now({ text: 'x' })]).bridge, 's1', reader, gone)
  expect([stood, none.asked.length]).toEqual([[0], 1])
})

test('what is typed goes out in order, no more at once than a request holds, and is let go where it cannot', async () => {
  const fault = new Error('no engine')
  const { bridge, asked } = scripted([{ taken: true }, { taken: true }, { taken: true }, fault])
  const failed: unknown[] = []
  const type = typeInto(
    bridge,
    's1',
    () => 1,
    (error) => failed.push(error),
  )
  type('a')
  type('b'.repeat(65_536))
  type('c')
  await expect.poll(() => asked.length).toBe(3)
  expect(asked).toEqual(['a', 'b'.repeat(65_536), 'c'].map((text) => ({ run: 1, text })))
  await new Promise(setImmediate)
  type('d')
  await expect.poll(() => failed).toEqual([fault])
})

test('what waits for one run goes with it, is not sent on where nothing runs, and is bounded', async () => {
  let shown = 0
  const answers: PromiseWithResolvers<{ taken: boolean }>[] = []
  const asked: unknown[] = []
  const bridge = {
    request: (_: string, { run, text }: { run: number; text: string }) => {
      asked.push([run, text.slice(0, 3), text.length])
      answers.push(Promise.withResolvers())
      return answers.at(-1)?.promise
    },
  } as unknown as Parameters<typeof typeInto>[0]
  const type = typeInto(
    bridge,
    's1',
    () => shown,
    () => undefined,
  )
  type('before any')
  shown = 1
  type('a')
  type('rm -rf .\r')
  shown = 2
  type('b')
  answers[0]?.resolve({ taken: false })
  await expect.poll(() => asked.length).toBe(2)
  // A program that asks without end and does not read gets no more answers.
  for (let each = 0; each < 40; each += 1) type('x'.repeat(65_536))
  answers[1]?.resolve({ taken: true })
  for (let each = 2; each < 18; each += 1) {
    await expect.poll(() => asked.length).toBe(each + 1)
    answers[each]?.resolve({ taken: true })
  }
  await new Promise(setImmediate)
  expect(asked).toEqual([[1, 'a', 1], [2, 'b', 1], ...Array.from({ length: 16 }, () => [2, 'xxx', 65_536])])
  type('c')
  type('never')
  answers.at(-1)?.resolve({ taken: false })
  await new Promise(setImmediate)
  expect(asked.length).toBe(19)
})

test('what is pasted brings lines and no codes: nothing in it ends the pasting or presses a key', () => {
  expect(withoutCodes('ls -l\tä\r\n\u{1F600}')).toBe('ls -l\tä\r\n\u{1F600}')
  const all = Array.from({ length: 0xa0 }, (_, at) => String.fromCharCode(at)).join('')
  const printed = Array.from({ length: 0x5f }, (_, at) => String.fromCharCode(0x20 + at)).join('')
  expect(withoutCodes(all)).toBe(`\t\n\r${printed}`)
  expect(withoutCodes('\u001b[201~rm -rf .\r')).toBe('[201~rm -rf .\r')
})
