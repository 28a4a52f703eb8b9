import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Rehearsals } from '../../../../../src/main/adapters/sandbox-linux/rehearsal/rehearsals'

let own: string
beforeEach(() => {
  own = mkdtempSync(join(tmpdir(), 'cs-rehearsal-begins-'))
})
afterEach(() => {
  rmSync(own, { recursive: true, force: true })
})

// A request is written to whoever is asked a turn of the loop after it was told: the processes of a rehearsal come after it.
test('a rehearsal begins after what its request was told with is written', async () => {
  const parts = {
    launcher: '/nowhere',
    runner: {} as never,
    shared: own,
    own,
    folders: [],
    engineHome: undefined,
  }
  const written = Promise.withResolvers<boolean>()
  setImmediate(() => {
    written.resolve(existsSync(join(own, 'view')))
  })
  const rehearsed = new Rehearsals(parts).rehearse({} as never, new AbortController().signal)
  expect(await written.promise).toBe(false)
  expect(await rehearsed).toMatchObject({ kind: 'unavailable' })
  expect(existsSync(join(own, 'view'))).toBe(true)
})
