import { resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { quoteCommand } from '@shared/domain/quote-shell'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { createFactsReader } from '../../../../../src/main/adapters/facts-fs/facts-reader'
import { createShellTreeReader } from '../../../../../src/main/adapters/shell-parser/shell-tree-reader'
import { assessCommand } from '../../../../../src/main/core/assessment/assess-command'
import { judgeCommand } from '../../../../../src/main/core/commands/judge-command'
import { runnerWords, wrappers } from '../../../../../src/main/core/shell/openings/wrappers'
import { readsShellText } from '../../../../../src/main/core/shell/shell-script'
import { createShellParser } from '../../../../../src/main/core/shell/shell-parser'
import { fakeProgram } from '../../../../fakes/fake-world'
import { fakeReadLimits } from '../../../../fakes/read-limits'
import { readCorpus } from '../../../../fakes/risk-corpus'
import { createWorlds } from '../../../../fakes/risk-world'

const worlds = createWorlds()
afterAll(() => worlds.remove())
const { home, cwd } = worlds.worldFor(undefined)
const trees = createShellTreeReader()
const look = { reader: createFactsReader(fakeReadLimits()), trees, home, user: 'dev', now: () => Date.now() }
const parser = createShellParser(trees)
const sandboxPolicy = sandboxPolicyForMode('workspace-write')
const ranks = { low: 0, 'not-assessed': 1, medium: 1, high: 2 } as const

/** How strictly a command is met: whether it is asked about, whether it may connect, and its level. */
async function strictness(argv: readonly string[]): Promise<readonly number[]> {
  const judge = () =>
    assessCommand({ argv, cwd, policy: sandboxPolicy }, { ...look, budget: { ms: 20_000, entries: 20_000 } })
  const programs = (word: string) => Promise.resolve(fakeProgram(word))
  const turn = { cwd, sandboxPolicy, approvalPolicy: 'on-request' } as const
  const given = { parser, programs, assessments: { judge } }
  const { safe, danger, mayConnect } = await judgeCommand({ command: argv, cwd }, turn, given)
  return [Number(!safe), Number(danger !== undefined), Number(mayConnect), ranks[(await judge()).level]]
}

/** One way of putting a command behind another program. */
type Wrap = (command: readonly string[]) => readonly string[]

const options: Readonly<Record<string, readonly string[]>> = { perf: ['stat'], bwrap: ['--bind', '/', '/'] }
const wraps: readonly (readonly [string, Wrap])[] = [
  ...Object.entries(wrappers).map(([name, { operands = 0 }]): readonly [string, Wrap] => [
    name,
    (command) => [name, ...Array<string>(operands).fill('1'), ...command],
  ]),
  ...['env', 'perf', 'bwrap'].map((name): readonly [string, Wrap] => [
    name,
    (command) => [name, ...(options[name] ?? []), ...command],
  ]),
  ...Object.entries(runnerWords).map(([name, word]): readonly [string, Wrap] => [
    `${name} ${word}`,
    (command) => [name, word, ...command],
  ]),
  ...[...readsShellText].map((name): readonly [string, Wrap] => [
    `${name} -c`,
    (command) => [name, '-c', quoteCommand(command)],
  ]),
  ['env -S', (command) => ['env', '-S', quoteCommand(command)]],
  ['su -c', (command) => ['su', '-c', quoteCommand(command)]],
  ['script -c', (command) => ['script', '-c', quoteCommand(command), '/dev/null']],
  ['flock -c', (command) => ['flock', 'lock', '-c', quoteCommand(command)]],
  ['watch', (command) => ['watch', quoteCommand(command)]],
  ['eval', (command) => ['bash', '-c', `eval ${quoteCommand(['x', quoteCommand(command)]).slice(2)}`]],
  ['a here-document', (command) => ['bash', '-c', `bash <<'EOF'\n${quoteCommand(command)}\nEOF`]],
  [
    'a pipe into sh',
    (command) => ['bash', '-c', `echo ${quoteCommand(['x', quoteCommand(command)]).slice(2)} | sh`],
  ],
  ['a function', (command) => ['bash', '-c', `f() { ${quoteCommand(command)}; }; f`]],
  ['a subshell', (command) => ['bash', '-c', `(${quoteCommand(command)})`]],
  ['xargs', (command) => ['bash', '-c', `true | xargs ${quoteCommand(command)}`]],
  ['find -exec', (command) => ['find', '.', '-exec', ...command, ';']],
  ['parallel', (command) => ['parallel', ...command, ':::', '']],
]

const commands: readonly (readonly string[])[] = [
  ['rm', '-rf', 'src'],
  ['git', 'push', '--force', 'origin', 'main'],
  ['cat', '/home/dev/.ssh/id_ed25519'],
  ['sudo', 'systemctl', 'stop', 'sshd'],
  ['curl', 'https://example.com/x', '-o', 'x'],
  ['npm', 'install', 'left-pad'],
  ['touch', '/etc/passwd'],
  ['./unknown', '--now'],
]

test.each(wraps)(
  '%s never makes a command look weaker than it is',
  async (_, wrap) => {
    const weaker: string[] = []
    for (const command of commands) {
      const plain = await strictness(command)
      const wrapped = await strictness(wrap(command))
      if (wrapped.some((each, at) => each < (plain[at] ?? 0)))
        weaker.push(`${JSON.stringify(wrap(command))}: ${plain.join('')} -> ${wrapped.join('')}`)
    }
    expect(weaker).toEqual([])
  },
  60_000,
)

test('two wrappers round any high line of the corpus leave it high', async () => {
  const lines = readCorpus('risk.jsonl', resolve(import.meta.dirname, '../../../../corpus')).filter(
    ({ level, today, setup, argv }) =>
      level === 'high' && today === undefined && setup === undefined && argv.length > 2 && argv[0] === 'bash',
  )
  const weaker: string[] = []
  for (const { argv } of lines.filter((__, at) => at % 4 === 0)) {
    const wrapped = ['timeout', '5', 'nice', ...argv]
    const { level } = await assessCommand({ argv: wrapped, cwd, policy: sandboxPolicy }, look)
    if (level !== 'high') weaker.push(`${level}: ${JSON.stringify(wrapped)}`)
  }
  expect(weaker).toEqual([])
}, 60_000)
