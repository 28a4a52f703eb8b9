import { expect, test } from 'vitest'
import { applyChunks } from '../../../../../src/main/core/patch/apply-chunks'
import type { Chunk } from '../../../../../src/main/core/patch/parse-update'
import { LineSeeker } from '../../../../../src/main/core/patch/seek-lines'

test('repeating lines do not make one search quadratic', () => {
  const lines = Array.from({ length: 400_000 }, () => '')
  const seeker = new LineSeeker(lines)
  const wanted = [...Array.from({ length: 200_000 }, () => ''), 'x']
  expect([seeker.seek(wanted, 0, false), seeker.exhausted]).toEqual([undefined, false])
})

test('a patch that takes too much searching is refused', () => {
  const file = Array.from({ length: 200_000 }, (_, at) => `${at} `).join('\n')
  // Each chunk fits only when white space is ignored, so that every one is looked for exactly through the whole file first.
  const chunks = Array.from({ length: 2000 }, (_, at): Chunk => {
    const text = `${at}`
    return { anchors: [], lines: [{ kind: 'context', text }], atEnd: false, line: at + 3 }
  })
  expect(applyChunks(file, chunks)).toEqual({
    kind: 'misfit',
    line: expect.any(Number) as number,
    problem: 'the patch takes too much searching; use more exact context',
  })
})
