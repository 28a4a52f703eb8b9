import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z as Zod } from 'zod'
import { lazySchemas } from '../../../scripts/lazy-schemas.mjs'

const root = join(import.meta.dirname, '../../..')

/** A module as ours are; `count` says in `built` that a schema was built. */
const source = `
import { z } from 'zod'
export { z }
export const built: string[] = []
const count = <T>(name: string, value: T): T => { built.push(name); return value }
export const Leaf = z.strictObject({ a: count('Leaf', z.string()) })
export const Tree = z.object({ leaf: Leaf, more: count('Tree', z.array(Leaf)) })
export const Wider = Tree.extend({ b: count('Wider', z.int()) })
export const Either = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal(count('Either', 'x')), leaf: Leaf }),
  z.object({ kind: z.literal('y') }),
])
export const Maybe = z.object({ one: Leaf.nullable(), other: Leaf.optional().nullable() })
export const requests = { one: { params: z.object({ a: count('one', Leaf) }) } }
export const read = z.int().parse(count('read', 1))
const named = z.registry<{ id: string }>()
export const registry = () => named.add(Leaf, { id: 'Leaf' }).add(Tree, { id: 'Tree' })
`

let folder = ''
let made: {
  readonly z: typeof Zod
  readonly built: readonly string[]
  readonly Leaf: Zod.ZodObject
  readonly Tree: Zod.ZodObject
  readonly Wider: Zod.ZodType
  readonly Either: Zod.ZodType
  readonly Maybe: Zod.ZodType
  readonly requests: { readonly one: { readonly params: Zod.ZodType } }
  readonly read: number
  readonly registry: () => ReturnType<typeof Zod.registry<{ id: string }>>
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cs-lazy-'))
  mkdirSync(join(folder, 'src/shared'), { recursive: true })
  const entry = join(folder, 'src/shared/schemas.ts')
  writeFileSync(entry, source)
  await build({
    ...{ root: folder, configFile: false, logLevel: 'error', plugins: [lazySchemas()] },
    ssr: { noExternal: true },
    resolve: { alias: { zod: join(root, 'node_modules/zod/index.js') } },
    build: { ssr: entry, outDir: folder, rolldownOptions: { output: { entryFileNames: 'out.mjs' } } },
  })
  made = (await import(pathToFileURL(join(folder, 'out.mjs')).href)) as typeof made
}, 60_000)
afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('a schema is built when it is first used, with what it then needs and no more', () => {
  expect([made.built, made.read]).toEqual([['read'], 1])
  expect(made.Leaf.safeParse({ a: 'x', b: 1 }).error?.issues).toMatchObject([{ code: 'unrecognized_keys' }])
  expect(made.built).toEqual(['read', 'Leaf'])
  expect(made.Either.parse({ kind: 'y' })).toEqual({ kind: 'y' })
  expect(made.built).toEqual(['read', 'Leaf', 'Either'])
})

test('one that is made of others, or stands in a record, reads as it does when all are built at once', () => {
  const leaf = { a: 'x' }
  expect(made.Wider.parse({ leaf, more: [leaf], b: 1, c: 2 })).toEqual({ leaf, more: [leaf], b: 1 })
  expect(made.Wider.safeParse({ leaf, more: [{}], b: '' }).error?.issues.map(({ path }) => path)).toEqual([
    ['more', 0, 'a'],
    ['b'],
  ])
  expect(made.requests.one.params.parse({ a: leaf })).toEqual({ a: leaf })
  expect(made.Tree).toBeInstanceOf(made.z.ZodObject)
  expect(Object.keys(made.Tree.shape)).toEqual(['leaf', 'more'])
})

test('JSON Schema finds those of a registry by their names, and each once', () => {
  const { schemas } = made.z.toJSONSchema(made.registry())
  expect(schemas['Tree']).toMatchObject({ properties: { leaf: { $ref: 'Leaf' } } })
  const either = { anyOf: [{ $ref: '#/$defs/Leaf' }, { type: 'null' }] }
  const json = made.z.toJSONSchema(made.Maybe, { metadata: made.registry() })
  expect(json).toMatchObject({ properties: { one: either, other: either } })
})
