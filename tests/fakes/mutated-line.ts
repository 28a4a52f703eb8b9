import type { Writable } from 'node:stream'
import fc from 'fast-check'
import type { Message } from './app-server-client'

type Mutation = (text: string, at: number, with_: string) => string
const mutations: Mutation[] = [
  (text, at) => text.slice(0, at % (text.length + 1)),
  (text, at, piece) => `${text.slice(0, at % text.length)}${piece}${text.slice(at % text.length)}`,
  (text, at) => `${text.slice(0, at % text.length)}${text.slice((at % text.length) + 1)}`,
  (text, at, piece) =>
    text.replace(/"[^"]*"/g, (word) => (word.length % 7 === at % 7 ? JSON.stringify(piece) : word)),
  (text, at, piece) =>
    text.replace(
      /:("[^"]*"|\d+)/,
      `:${[`[${JSON.stringify(piece)}]`, 'null', '{}', '-1e999', 'true'][at % 5] ?? 'null'}`,
    ),
  (text) => `${text}${text}`,
  (text, at) => `${'['.repeat(at % 5000)}${text}`,
  (text, at, piece) =>
    text.replaceAll(/"(decision|method|id|params|result)"/g, (word) =>
      at % 3 === 0 ? JSON.stringify(piece) : word,
    ),
]

/** Messages of these, mutated one to four times; each is one line, which need not be JSON any more. */
export const mutatedLine = (seeds: readonly Message[]): fc.Arbitrary<string> =>
  fc
    .record({
      seed: fc.constantFrom(...seeds.map((seed) => JSON.stringify(seed))),
      steps: fc.array(
        fc.record({
          how: fc.nat(mutations.length - 1),
          at: fc.nat(10_000),
          piece: fc.string({ unit: 'binary', maxLength: 12 }),
        }),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
    })
    .map(({ seed, steps }) =>
      steps.reduce(
        (text, { how, at, piece }) => (text === '' ? text : (mutations[how]?.(text, at, piece) ?? text)),
        seed,
      ),
    )
    .map((text) => text.replaceAll('\n', ' '))

/** Sends each as a line, as quickly as it is taken; one in fifty as bytes that are no text. */
export async function sendLines(into: Writable | null, lines: readonly string[]): Promise<void> {
  for (const [at, text] of lines.entries()) {
    const bytes = at % 50 === 0 ? Buffer.from(text, 'latin1') : Buffer.from(text)
    if (into?.write(Buffer.concat([bytes, Buffer.from('\n')])) === false)
      await new Promise((resolve) => into.once('drain', resolve))
  }
}

/** Whether a line answers the first request with a decision like this one: a line that really is a yes is one, even by chance. */
export function isYes(text: string, decision: RegExp): boolean {
  try {
    const { id, result, error } = JSON.parse(text) as {
      id?: unknown
      result?: { decision?: unknown }
      error?: unknown
    }
    return id === 0 && (error === undefined || error === null) && decision.test(String(result?.decision))
  } catch {
    return false
  }
}
