import { resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { quoteCommand } from '@shared/domain/quote-shell'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { createFactsReader } from '../../../../../src/main/adapters/facts-fs/facts-reader'
import { assessCommand } from '../../../../../src/main/core/assessment/assess-command'
import { judgeCommand } from '../../../../../src/main/core/commands/judge-command'
import { builtInRecords } from '../../../../../src/main/core/programs/built-in'
import { readsShellText } from '../../../../../src/main/core/shell/shell-script'
import { createShellParser } from '../../../../../src/main/core/shell/shell-parser'
import { fakeProgram } from '../../../../fakes/fake-world'
import { fakeReadLimits } from '../../../../fakes/read-limits'
import { someBySeed } from '../../../../fakes/by-seed'
import { readCorpus } from '../../../../fakes/risk-corpus'
import { createWorlds } from '../../../../fakes/risk-world'
import { bashTrees } from '../../../../fakes/bash-trees'

const worlds = createWorlds()
afterAll(() => worlds.remove())
const { home, cwd } = worlds.worldFor(undefined)
const look = {
  reader: createFactsReader(fakeReadLimits()),
  trees: bashTrees,
  home,
  user: 'dev',
  now: () => Date.now(),
}
const parser = createShellParser(bashTrees)
const sandboxPolicy = sandboxPolicyForMode('workspace-write')
const ranks = { low: 0, 'not-assessed': 1, medium: 1, high: 2 } as const

/** How strictly a command is met: whether it is asked about, whether it may connect, and its level. */
async function strictness(argv: readonly string[]): Promise<readonly number[]> {
  const question = { argv, cwd, policy: sandboxPolicy }
  // Looked at once: the decision and the level are about the same.
  const assessed = assessCommand(question, { ...look, budget: { ms: 20_000, entries: 1000 } })
  const programs = (word: string) => Promise.resolve(fakeProgram(word))
  const turn = { cwd, sandboxPolicy, approvalPolicy: 'on-request' } as const
  const given = { parser, programs, assessments: { judge: () => assessed } }
  const { safe, danger, mayConnect } = await judgeCommand({ command: argv, cwd }, turn, given)
  return [Number(!safe), Number(danger !== undefined), Number(mayConnect), ranks[(await assessed).level]]
}

/** One way of putting a command behind another program. */
type Wrap = (command: readonly string[]) => readonly string[]

/** A call of the program that an example of its record shows, with another command in the place of the one that it runs. */
function asShown(name: string, example: string): Wrap | undefined {
  const [call = '', inner = ''] = example.split(' => ')
  const at = call.lastIndexOf(inner)
  if (at < 0) return undefined
  const [, ...rest] = call.slice(0, at).split(' ')
  const behind = call.slice(at + inner.length)
  const text = (command: readonly string[]): string => {
    const line = quoteCommand(command)
    const isWord = behind.startsWith("'")
    return ` ${name} ${rest.join(' ')}${isWord ? quoteCommand(['x', line]).slice(3) : line}${isWord ? behind.slice(1) : behind}`
  }
  return (command) => ['bash', '-c', text(command)]
}

const wraps: readonly (readonly [string, Wrap])[] = [
  ...builtInRecords.flatMap(({ names, runs }) =>
    runs.flatMap((run) =>
      run.starts || run.as === 'escape'
        ? []
        : names
            .filter((name) => !name.includes('*'))
            .flatMap((name): readonly (readonly [string, Wrap])[] =>
              run.examples.flatMap((example) => {
                const wrap = asShown(name, example)
                return wrap ? [[`${name}: ${example}`, wrap] as const] : []
              }),
            ),
    ),
  ),
  ['env', (command) => ['env', ...command]],
  ['bwrap', (command) => ['bwrap', '--bind', '/', '/', ...command]],
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

/** How the commands themselves are met, each looked at once for all wraps. */
const plainly = commands.map((command) => ({ command, strict: strictness(command) }))

test.each(someBySeed('wraps', wraps, Math.ceil(wraps.length / 3)))(
  '%s never makes a command look weaker than it is',
  async (_, wrap) => {
    const weaker: string[] = []
    for (const { command, strict } of plainly) {
      const plain = await strict
      const wrapped = await strictness(wrap(command))
      if (wrapped.some((each, at) => each < (plain[at] ?? 0)))
        weaker.push(`${JSON.stringify(wrap(command))}: ${plain.join('')} -> ${wrapped.join('')}`)
    }
    expect(weaker).toEqual([])
  },
)

test('two wrappers round any high line of the corpus leave it high', async () => {
  const lines = readCorpus('risk.jsonl', resolve(import.meta.dirname, '../../../../corpus')).filter(
    ({ level, today, setup, argv }) =>
      level === 'high' && today === undefined && setup === undefined && argv.length > 2 && argv[0] === 'bash',
  )
  const weaker: string[] = []
  for (const { argv } of someBySeed('lines in two wrappers', lines, Math.ceil(lines.length / 8))) {
    const wrapped = ['timeout', '5', 'nice', ...argv]
    const { level } = await assessCommand({ argv: wrapped, cwd, policy: sandboxPolicy }, look)
    if (level !== 'high') weaker.push(`${level}: ${JSON.stringify(wrapped)}`)
  }
  expect(weaker).toEqual([])
})
