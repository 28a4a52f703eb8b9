import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { expect, test } from 'vitest'
import { callTool } from '../../../../../src/main/adapters/mcp-client/call-tool'
import { protocol } from '../../../../../src/main/adapters/mcp-client/protocol'
import { readResult } from '../../../../../src/main/adapters/mcp-client/read-result'
import { readTools } from '../../../../../src/main/adapters/mcp-client/read-tools'

const object = { type: 'object', properties: {} }
const read = (...tools: object[]) => readTools('s', tools, {})

/** As deep as it is said to be. */
function nested(levels: number): object {
  let deep = {}
  for (let at = 0; at < levels; at++) deep = { a: deep }
  return deep
}

/** A client whose server answers each request with the next of these. */
const clientOf = (answer: (nth: number) => object) => {
  let asked = 0
  const request = () => Promise.resolve(answer((asked += 1)))
  return { client: { request } as unknown as Client, asked: () => asked }
}

test('of what is too large for a tool nothing is kept but that it is, and what is looked at is looked at once', async () => {
  let looks = 0
  const huge = () => ({
    name: 'huge',
    inputSchema: {
      get a() {
        looks += 1
        return 'x'.repeat(70_000)
      },
    },
  })
  const { client } = clientOf((nth) => ({
    tools: [huge()],
    ...(nth < 20 && { nextCursor: String(nth) }),
  }))
  const listed = await protocol.listAll(client, {})
  expect(looks).toBe(20)
  expect(JSON.stringify(listed).length).toBeLessThan(20 * 200)
  expect(readTools('s', listed, {}).notes[0]).toBe('Not offered: "huge", described in more than 64 KB.')
})

test('no more pages of a list are asked for than are read', async () => {
  const tools = Array.from({ length: 400 }, (_, at) => ({ name: `t${String(at)}`, inputSchema: object }))
  const { client, asked } = clientOf((nth) => ({ tools, nextCursor: String(nth) }))
  expect((await protocol.listAll(client, {})).length).toBe(513)
  expect(asked()).toBe(2)
})

test('a tool of 100,000 levels takes the others of its list not with it', () => {
  const { tools, notes } = read(
    { name: 'look', inputSchema: object },
    { name: 'deep', inputSchema: nested(100_000) },
  )
  expect(tools.map(({ name }) => name)).toEqual(['look'])
  expect(notes).toEqual(['Not offered: "deep", whose schema is too deep.'])
})

test.each([
  ['half a character in a name of its schema', { properties: { '\uD800': {} } }],
  ['half a character in words of its schema', { properties: { a: { description: 'x\\\uDC00' } } }],
  ['properties that are none', { properties: 7 }],
  ['a list of properties', { properties: [] }],
])('a tool with %s is not offered: a server of models would refuse every request', (_, inputSchema) => {
  expect(read({ name: 'a', inputSchema }).tools).toEqual([])
})

test('a schema that speaks of half a character is one', () => {
  expect(
    read({ name: 'a', inputSchema: { properties: { a: { pattern: String.raw`\ud800` } } } }).tools,
  ).toHaveLength(1)
})

test('no cut leaves half a character', () => {
  const [tool] = read({
    name: 'a',
    title: `${'x'.repeat(199)}😀`,
    description: `${'x'.repeat(4095)}😀`,
    inputSchema: object,
  }).tools
  expect(tool?.description.isWellFormed()).toBe(true)
  expect(tool?.annotations.title?.isWellFormed()).toBe(true)
  const answer = readResult({ content: [{ type: 'text', text: `${'x'.repeat(1024 * 1024 - 1)}😀` }] }, 0)
  expect(answer?.kind === 'answered' && answer.text.isWellFormed()).toBe(true)
})

test('structured content is not looked at where a text stands for it, and is told where it is too deep', () => {
  const structuredContent = {
    get a(): never {
      throw new Error('looked at')
    },
  }
  const content = [{ type: 'text', text: 'seen' }]
  expect(readResult({ content, structuredContent }, 0)).toMatchObject({ text: 'seen' })
  expect(readResult({ content: [], structuredContent: nested(100_000) }, 0)).toMatchObject({
    text: expect.stringContaining('too deep') as string,
  })
})

test('a server that tells without end how far it is is heard now and then', async () => {
  let now = 0
  const told: string[] = []
  const request = (_: object, __: object, options: { onprogress(progress: object): void }) => {
    for (let at = 0; at < 1000; at++) {
      now += 1
      options.onprogress({ progress: at, message: `step ${String(at)} \uD800` })
    }
    return Promise.resolve({ content: [] })
  }
  await callTool(
    { request } as unknown as Client,
    { name: 'a', arguments: {} },
    {
      signal: new AbortController().signal,
      askHost: undefined,
      elicit: () => Promise.resolve({ action: 'decline' }),
      onProgress: (text) => told.push(text),
    },
    {
      id: 's',
      limitSec: 60,
      clock: { now: () => now, sleep: () => new Promise(() => undefined) },
      begin: () => undefined,
      whyGone: String,
    },
  )
  expect(told).toEqual([0, 200, 400, 600, 800].map((at) => `step ${String(at)} \uFFFD`))
})
