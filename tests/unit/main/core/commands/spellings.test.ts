import { resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sandboxPolicyForMode, type SandboxMode } from '@shared/domain/sandbox-policy'
import type { NamedApprovalPolicy } from '@shared/domain/approval-policy'
import { createFactsReader } from '../../../../../src/main/adapters/facts-fs/facts-reader'
import { createShellTreeReader } from '../../../../../src/main/adapters/shell-parser/shell-tree-reader'
import { bashParser } from '../../../../fakes/bash-parser'
import { assessCommand } from '../../../../../src/main/core/assessment/assess-command'
import { decideFirst } from '../../../../../src/main/core/commands/first-decision'
import { judgeCommand } from '../../../../../src/main/core/commands/judge-command'
import { fakeProgram } from '../../../../fakes/fake-world'
import { fakeReadLimits } from '../../../../fakes/read-limits'
import { readCorpus, type CorpusLine } from '../../../../fakes/risk-corpus'
import { createWorlds } from '../../../../fakes/risk-world'

/** One way of writing a command that deletes without asking. Their levels are for the gate of the corpora. */
type Spelling = Pick<CorpusLine, 'argv' | 'setup'>

const rows = readCorpus('spellings.jsonl', resolve(import.meta.dirname, '../../../../corpus'))

const worlds = createWorlds()
afterAll(() => worlds.remove())
const look = {
  reader: createFactsReader(fakeReadLimits()),
  trees: createShellTreeReader(),
  user: 'dev',
  now: () => Date.now(),
}
const parser = bashParser()

/** What is decided on a command before its first run. */
async function decide(
  { argv, setup }: Spelling,
  approvalPolicy: NamedApprovalPolicy,
  mode: SandboxMode,
): Promise<string> {
  const world = worlds.worldFor(setup)
  const { cwd, home } = world
  const sandboxPolicy = sandboxPolicyForMode(mode)
  const classification = await judgeCommand(
    { command: argv, cwd },
    { cwd, sandboxPolicy, approvalPolicy },
    {
      parser,
      programs: (word) => Promise.resolve(fakeProgram(word)),
      assessments: {
        judge: ({ command }) =>
          assessCommand(
            { argv: command, cwd, policy: sandboxPolicy },
            { ...look, home, budget: { ms: 5000, entries: 20_000 } },
          ),
      },
    },
  )
  world.remove()
  const sandbox = { kind: 'available', backend: 'bubblewrap', version: '0.8.0' } as const
  return decideFirst({ approvalPolicy, sandboxPolicy, sandbox, classification, escalated: false }).kind
}

test('the table of spellings has its size, and no line twice', () => {
  expect(rows.length).toBeGreaterThanOrEqual(112)
  expect(new Set(rows.map((row) => JSON.stringify([row.argv, row.setup]))).size).toBe(rows.length)
})

test.each(rows.map((row) => [JSON.stringify(row.argv), row] as const))(
  '%s is asked about like the plain command',
  async (_, row) => {
    expect([
      await decide(row, 'on-request', 'workspace-write'),
      await decide(row, 'on-request', 'danger-full-access'),
      await decide(row, 'on-failure', 'danger-full-access'),
      await decide(row, 'never', 'workspace-write'),
    ]).toEqual(['ask', 'ask', 'ask', 'refuse'])
  },
)

const harmless: readonly (readonly string[])[] = [
  ['timeout', '--signal', 'KILL', '5', 'npm', 'test'],
  ['env', '-S', 'ls -l'],
  ['bash', '-o', 'pipefail', '-c', 'npm test | tail -5'],
  ['bash', '-lc', 'echo a | xargs -0I{} echo {}'],
  ['flock', 'lock', '-c', 'npm test'],
  ['strace', '-f', 'ls'],
  ['bash', '-lc', "cat > notes.md <<'X'\nrm -rf src\nX"],
  ['bash', '-lc', 'echo "rm -rf src"'],
  ['python3', '-c', "print('rm -rf src')"],
  ['git', 'commit', '-m', 'rm -rf src is gone'],
  ['rg', '-n', 'rm -rf'],
  ['npm', 'run', 'build'],
  ['make', '-n', 'build'],
  ['bash', '-lc', 'find . -name "*.ts" -exec grep -l foo {} +'],
  ['watch', '-n', '1', 'ls'],
]

test.each(harmless.map((argv) => [argv] as const))('%j runs unasked', async (argv) => {
  expect(await decide({ argv: [...argv] }, 'on-request', 'workspace-write')).toBe('run')
})
