import fc from 'fast-check'
import OpenAI from 'openai'
import { Stream } from 'openai/core/streaming'
import { expect, test } from 'vitest'
import { ChatReader } from '../../../../../src/main/adapters/model-openai/chat-reader'
import { ResponsesReader } from '../../../../../src/main/adapters/model-openai/responses-reader'
import type { AnswerEnd, AnswerReader } from '../../../../../src/main/adapters/model-openai/wire-format'
import { chatFrames, responsesFrames, type Speech } from '../../../../fakes/model-frames'
import { runsBySeed, someBySeed } from '../../../../fakes/by-seed'

interface Wire {
  frames(speech: Speech): string[]
  reader(): AnswerReader
}

const wires: readonly [name: string, wire: Wire][] = [
  ['responses', { frames: (speech) => responsesFrames(speech, 1), reader: () => new ResponsesReader() }],
  ['chat', { frames: (speech) => chatFrames(speech, 1), reader: () => new ChatReader() }],
]

const speech: Speech = {
  reasoning: 'Zwei 世界.',
  text: 'Grüße 🙂\r\n\n: done',
  calls: [
    { name: 'shell', arguments: '{"command":["ls","ö\\n"]}', id: 'call_a' },
    { name: 'shell', arguments: '{"command":["rm"]}', id: 'call_b' },
  ],
}

/** The library writes to the console what it cannot decode, unless a client says otherwise. */
const silent = new OpenAI({ apiKey: 'none', logLevel: 'off' })

interface Outcome {
  readonly text: string
  readonly end: AnswerEnd | 'broken'
}

/** The chunks through the library's decoder and our reader, as in one attempt at an answer. */
async function read(wire: Wire, chunks: readonly Uint8Array[]): Promise<Outcome> {
  const reader = wire.reader()
  let text = ''
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  try {
    for await (const event of Stream.fromSSEResponse(response, new AbortController(), silent)) {
      for (const shown of reader.take(event)) if (shown.type === 'text-delta') text += shown.text
      if (reader.ended) break
    }
  } catch (error) {
    // What the adapter turns into a broken stream: an event that is not JSON, or not what the format says.
    if (error instanceof Error) return { text, end: 'broken' }
    throw error
  }
  return { text, end: reader.end() }
}

/** Items without their random ids. */
function plain({ text, end }: Outcome): object {
  if (end === 'broken' || end.kind !== 'complete') return { text, end }
  return { text, items: end.items.map(({ item }) => item), usage: end.usage }
}

const bytesOf = (wire: Wire): Buffer => Buffer.from(wire.frames(speech).join(''))
/** The places in it at which a run cuts: a sixth of all, by turns. */
const cutsIn = (bytes: Buffer, name: string): readonly number[] =>
  someBySeed(name, [...bytes.keys()], Math.ceil(bytes.length / 6))

test.each(wires)('%s: cut in two at every byte, the answer is the same', async (_, wire) => {
  const bytes = bytesOf(wire)
  const whole = plain(await read(wire, [bytes]))
  expect(whole).toMatchObject({ text: speech.text })
  for (const at of cutsIn(bytes, 'cuts in two'))
    expect(plain(await read(wire, [bytes.subarray(0, at), bytes.subarray(at)]))).toEqual(whole)
})

test.each(wires)('%s: cut anywhere, any number of times, the answer is the same', async (_, wire) => {
  const bytes = bytesOf(wire)
  const whole = plain(await read(wire, [bytes]))
  const cuts = fc.uniqueArray(fc.nat({ max: bytes.length }), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(cuts, async (places) => {
      const edges = [0, ...places.sort((a, b) => a - b), bytes.length]
      const chunks = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge))
      expect(plain(await read(wire, chunks))).toEqual(whole)
    }),
    { numRuns: runsBySeed(50) },
  )
})

test.each(wires)(
  '%s: broken off at every byte, it is whole or unfinished, and never half a call',
  async (_, wire) => {
    const bytes = bytesOf(wire)
    const whole = plain(await read(wire, [bytes]))
    let unfinished = 0
    const cuts = cutsIn(bytes, 'breaks')
    for (const at of cuts) {
      const got = await read(wire, [bytes.subarray(0, at)])
      if (got.end === 'broken' || got.end.kind === 'unfinished') {
        unfinished += 1
        continue
      }
      // Only what follows the end marker may be missing: the usage of a chat stream.
      expect({ ...plain(got), usage: undefined }).toEqual({ ...whole, usage: undefined })
    }
    expect(unfinished).toBeGreaterThan(cuts.length / 2)
  },
)
