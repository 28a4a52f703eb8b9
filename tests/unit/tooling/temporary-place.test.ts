import { expect, test } from 'vitest'
import { temporaryTrouble } from '../../../scripts/setup/temporary-place.mjs'

const fine = { isWritable: true, freeBytes: 4 * 1024 ** 3, hasRepository: false }
const rows: [string, Partial<typeof fine>, string | undefined][] = [
  ['nothing', {}, undefined],
  ['a read-only place', { isWritable: false }, 'cannot be written'],
  ['a full one', { freeBytes: 10_000_000 }, 'is full'],
  ['a repository in it', { hasRepository: true }, 'there is a /tmp/.git'],
]

test.each(rows)('%s in the way of the tests in /tmp is named', (_, change, said) => {
  const trouble = temporaryTrouble({ ...fine, ...change })
  if (said === undefined) expect(trouble).toBeUndefined()
  else expect(trouble).toContain(said)
})
