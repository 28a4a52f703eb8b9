import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { z as Zod } from 'zod'
import { sparingZod } from '../../../scripts/reading-zod.mjs'

const root = join(import.meta.dirname, '../../..')
let folder: string
let z: typeof Zod

beforeAll(async () => {
  const outDir = (folder = mkdtempSync(join(tmpdir(), 'cs-zod-')))
  await build({
    ...{ root, configFile: false, logLevel: 'error', plugins: [sparingZod()] },
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'node_modules/zod/index.js'),
      outDir,
      rolldownOptions: { output: { entryFileNames: 'zod.mjs' } },
    },
  })
  const built: unknown = await import(pathToFileURL(join(outDir, 'zod.mjs')).href)
  z = (built as { z: typeof Zod }).z
}, 60_000)
afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('strict objects share what no key may hold, and refuse a key that they have not', () => {
  const [one, other] = [z.strictObject({ a: z.string() }), z.object({ b: z.string() }).strict()]
  expect(one._zod.def.catchall).toBe(other._zod.def.catchall)
  expect([one.safeParse({ a: '' }).success, one.safeParse({ a: '', b: '' }).success]).toEqual([true, false])
  expect(other.safeParse({ b: '', a: '' }).error?.issues).toMatchObject([{ code: 'unrecognized_keys' }])
})

test('an object that is parsed a few times has no parser written for it; one that is parsed often has, and reads the same', () => {
  const schema = z.strictObject({ a: z.string(), b: z.int().optional() })
  const read = () => [schema.parse({ a: 'x', b: 1 }), schema.safeParse({ a: 1, c: 2 }).error?.issues]
  const written = vi.spyOn(globalThis, 'Function')
  const first = [read(), read(), read()]
  expect(written.mock.calls.length).toBe(0)
  const later = [read(), read(), read()]
  expect(written.mock.calls.length).toBe(1)
  expect(later).toEqual(first)
  written.mockRestore()
})
