import type * as Files from 'node:fs/promises'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWholeFiles } from '../../../../../src/main/adapters/facts-fs/whole-files'
import { createReadLimits } from '../../../../../src/main/adapters/sandbox-linux/protection/read-limits'

const exchange = vi.hoisted(() => ({ before: (): void => undefined, after: (): void => undefined }))
// Whoever asks where a name leads is told of a moment in which it led elsewhere.
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof Files>()
  return {
    ...real,
    realpath: async (path: string) => {
      exchange.before()
      const found = await real.realpath(path)
      exchange.after()
      return found
    },
  }
})

let base: string
const at = (name: string): string => join(base, name)
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'whole-files-')))
  for (const folder of ['home/.ssh', 'work', 'outside', 'state']) mkdirSync(at(folder), { recursive: true })
  for (const file of ['home/.ssh/key', 'outside/d']) writeFileSync(at(file), `text of ${file}\n`)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

test.each(['outside/d', 'home/.ssh/key'])(
  'a link to %s is judged by what was read of it, whatever stands there meanwhile',
  async (target) => {
    const link = (): void => {
      rmSync(at('work/a'), { force: true })
      symlinkSync(at(target), at('work/a'))
    }
    link()
    exchange.after = link
    exchange.before = () => {
      rmSync(at('work/a'))
      writeFileSync(at('work/a'), 'text of work/a')
    }
    const limits = createReadLimits(
      { home: at('home'), engineHome: at('state'), unreadable: [], readable: [] },
      () => false,
    )
    const found = await createWholeFiles(limits).read(at('work/a'), [at('work')])
    expect(found).toEqual({ kind: 'none', why: target === 'outside/d' ? 'outside' : 'closed' })
  },
)
