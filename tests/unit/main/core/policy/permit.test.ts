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
    "core/acp-agents/acp-agent-permit.ts: 'person-widened'", // what a person let it do, from its next start on
    "core/acp-agents/acp-agent-permit.ts: 'policy-full-access'", // an agent of another maker, which runs as a whole
    "core/acp-agents/acp-agent-permit.ts: 'policy-sandboxed'",
    "core/checkpoints/keeping-runner.ts: 'policy-container'", // the same git, where no sandbox can be made
    "core/checkpoints/shadow-store.ts: 'policy-sandboxed'", // our own git over a folder, for undo
    "core/commands/command-like.ts: 'policy-sandboxed'", // asked about by doctor, never started
    "core/commands/first-decision.ts: 'policy-container'",
    "core/commands/first-decision.ts: unconfined ? 'policy-full-access' : 'policy-sandboxed'",
    "core/commands/run-typed.ts: open ? 'policy-full-access' : 'policy-sandboxed'",
    "core/execution/ask.ts: 'person-unsandboxed'",
    "core/execution/ask.ts: stage === 'first' ? 'person-first' : 'person-widened'",
    'core/execution/patch-action.ts: because[decision.confinement]',
    "core/execution/perform.ts: yes.kind === 'outside' ? 'grant-unsandboxed' : 'grant-sandboxed'",
    "core/mcp/server-permit.ts: 'person-widened'", // the same, for a server
    "core/mcp/server-permit.ts: 'policy-full-access'",
    "core/mcp/server-permit.ts: 'policy-sandboxed'",
    "core/rehearsal/rehearse-typed.ts: 'policy-sandboxed'", // on copies, which are thrown away
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
  ['policy-container', 'none'],
  ['person-first', 'sandbox'],
  ['person-widened', 'sandbox'],
  ['person-unsandboxed', 'none'],
  ['grant-sandboxed', 'sandbox'],
  ['grant-unsandboxed', 'none'],
])('%s means confinement %s', (because, confinement) => {
  expect(allow(because).confinement).toBe(confinement)
})
