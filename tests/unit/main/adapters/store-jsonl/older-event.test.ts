import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventInWords } from '@shared/messages/event'
import { expect, test } from 'vitest'
import { decodeLine } from '../../../../../src/main/adapters/store-jsonl/decode-line'

/** Lines as a version wrote them that kept sentences: two requests of the demo, each with its answer. */
const lines = readFileSync(join(import.meta.dirname, '../../../../fakes/older-approvals.jsonl'), 'utf8')
  .trim()
  .split('\n')

/** What a line says by today's words, in the form that it was written in. */
function told(line: string): unknown {
  const read = decodeLine(line)
  return read?.kind === 'event' ? eventInWords(read.event) : undefined
}

test('a record from before effects were data opens, and says what it said', () => {
  expect(lines).toHaveLength(4)
  for (const line of lines) {
    const { payload } = JSON.parse(line) as { payload: unknown }
    expect(told(line)).toEqual(payload)
  }
})

test('what is neither of today nor of before is no event', () => {
  const [line = ''] = lines
  const { payload, ...rest } = JSON.parse(line) as { payload: { request: Record<string, unknown> } }
  for (const effect of [1, [], null, { act: 'x' }, { act: { kind: 'files' } }]) {
    const request = { ...payload.request, effect }
    expect(decodeLine(JSON.stringify({ ...rest, payload: { ...payload, request } }))).toBeUndefined()
  }
})
