import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allow, type AllowedBecause } from '../../../../../src/main/core/policy/permit'

const src = join(import.meta.dirname, '../../../../../src/main')
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(src, name), 'utf8') }))

test('every path to an allow is one of these', () => {
  const paths = sources
    .flatMap(({ name, text }) =>
      [...text.matchAll(/\ballow\(([^)]*)\)/g)].map(
        ([, args = '']) => `${name}: ${args.split(',')[0] ?? ''}`,
      ),
    )
    .filter((path) => !path.includes('because: AllowedBecause'))
  expect(paths.sort()).toEqual([
    "core/asking/ask-person.ts: 'person-unsandboxed'",
    "core/asking/ask-person.ts: stage === 'first' ? 'person-first' : 'person-widened'",
    "core/asking/permit-by-grant.ts: held.kind === 'outside' ? 'grant-unsandboxed' : 'grant-sandboxed'",
    "core/commands/first-decision.ts: unconfined ? 'policy-full-access' : 'policy-sandboxed'",
    "core/commands/run-typed.ts: open ? 'policy-full-access' : 'policy-sandboxed'",
    "core/tools/apply-patch-call.ts: unconfined ? 'policy-full-access' : 'policy-sandboxed'",
  ])
})

test('a permit is made nowhere but in allow', () => {
  expect(
    sources.filter(({ text }) => /as (unknown as )?Permit\b/.test(text)).map(({ name }) => name),
  ).toEqual(['core/policy/permit.ts'])
})

test.each<[AllowedBecause, string]>([
  ['policy-sandboxed', 'sandbox'],
  ['policy-full-access', 'none'],
  ['person-first', 'sandbox'],
  ['person-widened', 'sandbox'],
  ['person-unsandboxed', 'none'],
  ['grant-sandboxed', 'sandbox'],
  ['grant-unsandboxed', 'none'],
])('%s means confinement %s', (because, confinement) => {
  expect(allow(because).confinement).toBe(confinement)
})
