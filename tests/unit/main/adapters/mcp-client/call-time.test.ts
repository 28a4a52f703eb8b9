import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { expect, test } from 'vitest'
import { callTool } from '../../../../../src/main/adapters/mcp-client/call-tool'
import type { McpCallWorld, McpElicitation } from '../../../../../src/main/core/mcp/mcp-servers'

test('a tool’s time stands still over its questions, and a machine that slept a night took none of it', async () => {
  let now = 0
  const sleeps: number[] = []
  const clock = {
    now: () => now,
    sleep: (ms: number, signal?: AbortSignal) => {
      sleeps.push(ms)
      return new Promise<void>((_, reject) => {
        signal?.addEventListener('abort', () => {
          reject(new Error('it stands still'))
        })
      })
    },
  }
  let asking: McpCallWorld | undefined
  const question: McpElicitation = { mode: 'form', server: 'notes', message: 'Which?', schema: {} }
  /** So long after it was told to go on, the server asks. */
  const askAfter = async (ms: number): Promise<void> => {
    now += ms
    await asking?.elicit(question, new AbortController().signal)
  }
  const client = {
    request: async () => {
      await askAfter(10_000)
      await askAfter(9 * 3_600_000)
      await askAfter(-3_600_000)
      await askAfter(20_000)
      return { content: [{ type: 'text', text: 'done' }] }
    },
  } as unknown as Client
  const world: McpCallWorld = {
    signal: new AbortController().signal,
    askHost: undefined,
    elicit: () => {
      now += 600_000
      return Promise.resolve({ action: 'cancel' })
    },
    onProgress: () => undefined,
  }
  const result = await callTool(client, { name: 'look', arguments: {} }, world, {
    ...{ id: 'notes', limitSec: 60, clock, whyGone: () => '' },
    begin: (given) => {
      asking = given
    },
  })
  expect(sleeps).toEqual([60_000, 50_000, 50_000, 50_000, 30_000])
  expect(result).toMatchObject({ kind: 'answered', text: 'done' })
})
