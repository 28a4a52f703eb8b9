import { expect, test } from 'vitest'
import { BoundedText } from '../../../../../src/main/adapters/process-execa/bounded-text'

const limit = 256 * 1024

/** Bytes of which no two stretches are alike, in ASCII. */
const printed = (length: number): Buffer =>
  Buffer.from(
    Array.from({ length: Math.ceil(length / 8) }, (_, at) => String(at).padStart(8)).join(''),
  ).subarray(0, length)

/** What is kept of it, taken in chunks of this size, all of which lie in one buffer. */
function kept(all: Buffer, size: number): BoundedText {
  const text = new BoundedText()
  const shared = Buffer.alloc(size)
  for (let at = 0; at < all.length; at += size) {
    text.push(shared.subarray(0, all.copy(shared, 0, at, at + size)))
    shared.fill('x')
  }
  return text
}

for (const length of [
  0,
  1,
  limit - 1,
  limit,
  limit + 1,
  2 * limit - 1,
  2 * limit,
  2 * limit + 1,
  5 * limit + 77,
])
  for (const size of [4_096, 65_536, 100_003, 3 * limit])
    test(`of ${String(length)} bytes in chunks of ${String(size)} both ends are kept, and the rest is counted`, () => {
      const all = printed(length)
      const omitted = Math.max(0, length - 2 * limit)
      const text = kept(all, size)
      expect(text.omittedBytes).toBe(omitted)
      const ends = [all.subarray(0, limit).toString(), all.subarray(limit + omitted).toString()] as const
      const whole =
        omitted === 0 ? ends.join('') : ends.join(`\n[... ${String(omitted)} bytes omitted ...]\n`)
      expect(text.text() === whole).toBe(true)
    })
