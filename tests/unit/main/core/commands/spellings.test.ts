import { resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { someBySeed } from '../../../../fakes/by-seed'
import { firstDecisions } from '../../../../fakes/first-decisions'
import { readCorpus } from '../../../../fakes/risk-corpus'

const rows = readCorpus('spellings.jsonl', resolve(import.meta.dirname, '../../../../corpus'))

const decisions = firstDecisions()
const { assess, decide } = decisions
afterAll(decisions.remove)

test('the table of spellings has its size, and no line twice', () => {
  expect(rows.length).toBeGreaterThanOrEqual(112)
  expect(new Set(rows.map((row) => JSON.stringify([row.argv, row.setup]))).size).toBe(rows.length)
})

const ofRun = someBySeed('spellings', rows, Math.ceil(rows.length / 3))

test.each(ofRun.map((row) => [JSON.stringify(row.argv), row] as const))(
  '%s is judged exactly as recorded, and asked about like the plain command',
  async (_, row) => {
    expect((await assess(row)).level).toBe(row.today ?? row.level)
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
