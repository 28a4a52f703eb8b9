import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextRound } from 'node:timers/promises'
import { FaultError } from '@shared/domain/fault'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineCutter, tooLong } from '../../../../../src/main/core/text/line-cutter'
import { AcpConnection } from '../../../../../src/main/adapters/acp-client/acp-connection'
import { ReportedCall, KnownCalls } from '../../../../../src/main/adapters/acp-client/read-update'
import type { AcpAgentQuestion, AcpAgentUpdate } from '../../../../../src/main/core/acp-agents/acp-agent'
import type { OutputListener, RunResult } from '../../../../../src/main/core/ports/sandbox'
import type { Message } from '../../../../fakes/app-server-client'
import { mutatedLine } from '../../../../fakes/mutated-line'
import { runsBySeed } from '../../../../fakes/by-seed'

/** What Codex, Claude Code, Gemini CLI and Qwen Code said in a turn with a command, in the conversation "s-1". */
const recorded = readFileSync(join(import.meta.dirname, '../../../../fakes/acp-agents.jsonl'), 'utf8')
const recordedLines = recorded.trim().split('\n')
const seeds = recordedLines.map((line) => JSON.parse(line) as Message)
const ended: RunResult = {
  ...{ kind: 'cancelled', durationMs: 0, evidence: [] },
  output: { stdout: '', stderr: '', truncated: false } as never,
}

interface Sent {
  readonly id?: unknown
  readonly method?: string
  readonly result?: { readonly outcome?: { readonly outcome?: string; readonly optionId?: string } }
}

/** A prompt at an agent that says these lines while it is worked on, and ends it then. Each question is answered with `answer`. */
async function hear(said: readonly string[], answer: string | undefined) {
  const sent: Sent[] = []
  const questions: AcpAgentQuestion[] = []
  const updates: AcpAgentUpdate[] = []
  const acpAgent = new AcpConnection({
    ...{ name: 'Recorded', cwd: '/home/dev/project', version: '0', startupMs: 1000, ask: [] },
    clock: {
      now: () => 0,
      sleep: (_, over) =>
        new Promise<void>((_resolve, reject) => {
          over?.addEventListener('abort', () => {
            reject(new Error('over'))
          })
        }),
    },
    resume: undefined,
    sentences: () => [],
    start: () => (signal, input, onOutput) => {
      const listener = onOutput as OutputListener & { bytes(of: 'stdout', chunk: Uint8Array): Promise<void> }
      let told = Promise.resolve()
      const say = (text: string): void => {
        told = told.then(() => listener.bytes('stdout', Buffer.from(`${text}\n`)))
      }
      const reply = (id: unknown, result: object): void => {
        say(JSON.stringify({ jsonrpc: '2.0', id, result }))
      }
      const take = (message: Sent): void => {
        sent.push(message)
        if (message.method === 'initialize') reply(message.id, { protocolVersion: 1, agentCapabilities: {} })
        if (message.method === 'session/new') reply(message.id, { sessionId: 's-1' })
        if (message.method !== 'session/prompt') return
        for (const line of said) say(line)
        // What was asked is answered first.
        told = told.then(() => nextRound()).then(() => nextRound())
        reply(message.id, { stopReason: 'end_turn' })
      }
      input.attach({
        write: (text) => {
          take(JSON.parse(text.toString()) as Sent)
          return 'sent'
        },
        drained: () => Promise.resolve(),
        end: () => undefined,
        interrupt: () => false,
        resize: () => undefined,
      })
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          resolve(ended)
        })
      })
    },
  })
  let fault: unknown
  try {
    await acpAgent.prompt(
      { text: 'do it', images: [] },
      {
        signal: new AbortController().signal,
        askHost: undefined,
        onStops: () => undefined,
        onUpdate: (update) => updates.push(update),
        ask: (question) => {
          questions.push(question)
          return Promise.resolve(answer)
        },
      },
    )
  } catch (error) {
    fault = error
  }
  await acpAgent.close()
  const chosen = sent.flatMap(({ result }) =>
    result?.outcome?.outcome === 'selected' ? [result.outcome] : [],
  )
  return { questions, updates, chosen, fault }
}

test('as recorded, each agent’s question is heard with its command, and a yes is told to it', async () => {
  const { questions, updates, chosen, fault } = await hear(recordedLines, 'yes')
  expect(fault).toBeUndefined()
  expect(questions.map(({ call }) => call.command)).toEqual([
    expect.stringContaining('touch /home/dev/zz'),
    expect.stringContaining('touch'),
    'touch made /home/dev/outside',
    'touch made',
  ])
  expect(chosen.map(({ optionId }) => optionId)).toEqual(['yes', 'yes', 'yes', 'yes'])
  expect(updates.length).toBeGreaterThan(10)
})

test('20,000 mutated lines: nothing is thrown but a fault, no yes is told that nobody gave, and what is kept is bounded', async () => {
  let heard = 0
  await fc.assert(
    fc.asyncProperty(fc.array(mutatedLine(seeds), { minLength: 100, maxLength: 100 }), async (said) => {
      const { questions, updates, chosen, fault } = await hear(said, undefined)
      if (fault !== undefined) expect(fault).toBeInstanceOf(FaultError)
      expect(chosen).toEqual([])
      heard += questions.length
      expect(questions.length).toBeLessThanOrEqual(said.length)
      expect(updates.length).toBeLessThanOrEqual(said.length)
    }),
    { numRuns: runsBySeed(200) },
  )
  // Some of them are questions all the same: one a run and a little more, of which a seed may have a third less.
  expect(heard).toBeGreaterThan(runsBySeed(200) / 4)
}, 120_000)

test('20,000 mutated lines in pieces of any size come out as they would whole, and are read within their bounds', () => {
  const calls = new KnownCalls()
  fc.assert(
    fc.property(mutatedLine(seeds), fc.integer({ min: 1, max: 700 }), (line, size) => {
      const lines = new LineCutter(100_000)
      const bytes = Buffer.from(`${line}\n`)
      const found: (string | typeof tooLong)[] = []
      for (let at = 0; at < bytes.length; at += size)
        for (const each of lines.push(bytes.subarray(at, at + size)))
          found.push(each === tooLong ? each : each.toString())
      expect(found).toEqual([bytes.length > 100_001 ? tooLong : Buffer.from(line).toString()])
      if (found[0] === tooLong) return
      let message: { params?: { update?: unknown; toolCall?: unknown } } | null
      try {
        message = JSON.parse(line) as typeof message
      } catch {
        return
      }
      const update = calls.read(message?.params?.update)
      const told = ReportedCall.safeParse(message?.params?.toolCall)
      const asked = told.success ? calls.takeAsked(told.data) : undefined
      for (const call of [update?.kind === 'call' ? update.call : undefined, asked]) {
        expect((call?.title ?? '').length).toBeLessThanOrEqual(2000)
        expect((call?.command ?? '').length + (call?.output ?? '').length).toBeLessThan(401_000)
        expect((call?.diffs ?? []).length).toBeLessThanOrEqual(50)
      }
    }),
    { numRuns: runsBySeed(20_000) },
  )
}, 120_000)

test('what is asked under a title has that as its command, until it says more; not what was cut, and not what runs nothing', () => {
  const calls = new KnownCalls()
  const told = { toolCallId: 'c', title: 'rm -rf sub', kind: 'execute' }
  expect(calls.take(told).command).toBeUndefined()
  expect(calls.takeAsked(told).command).toBe('rm -rf sub')
  expect(calls.take({ toolCallId: 'c', status: 'completed' }).command).toBe('rm -rf sub')
  expect(calls.takeAsked({ ...told, title: 'ls' }).command).toBe('ls')
  expect(calls.takeAsked({ ...told, title: 'x'.repeat(2000) }).command).toBeUndefined()
  expect(calls.takeAsked({ ...told, rawInput: { command: 'rm -rf other' } }).command).toBe('rm -rf other')
  expect(calls.takeAsked({ toolCallId: 'd', title: 'Delete', kind: 'edit' }).command).toBeUndefined()
})

test.each([150, 1000, 1_000_000])(
  'an input nested %i deep is a call, or ends the agent with the reason',
  async (deep) => {
    const input = `{"command":"ls ]}\\"","x":${'['.repeat(deep)}${']'.repeat(deep)}}`
    const call = `"toolCallId":"c","title":"ls","kind":"execute","rawInput":${input}`
    const options = '[{"optionId":"yes","name":"Yes","kind":"allow_once"}]'
    const told = (method: string, params: string): string =>
      `{"jsonrpc":"2.0",${method},"params":{"sessionId":"s-1",${params}}}`
    const update = told('"method":"session/update"', `"update":{"sessionUpdate":"tool_call",${call}}`)
    const question = told(
      '"id":0,"method":"session/request_permission"',
      `"options":${options},"toolCall":{${call}}`,
    )
    for (const line of [update, question]) {
      const { chosen, fault, questions } = await hear([line], undefined)
      if (deep < 200) expect([fault, questions.length]).toEqual([undefined, line === question ? 1 : 0])
      else expect(fault).toMatchObject({ message: expect.stringContaining('more than 200 deep') as string })
      expect(chosen).toEqual([])
    }
  },
)
