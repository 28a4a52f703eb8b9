import { expect, test } from 'vitest'
import { createShellTreeReader } from '../../../../../src/main/adapters/shell-parser/shell-tree-reader'
import { literalCommands, readsAsSharpCommand } from '../../../../../src/main/core/shell/nested/command-texts'
import { readGraph } from '../../../../../src/main/core/shell/read-graph'

const trees = createShellTreeReader()

async function read(
  command: string,
): Promise<{ lines: readonly string[]; unreadable: number; aside: boolean }> {
  const { commands, unreadable } = await readGraph(
    ['bash', '-c', command],
    { cwd: '/w', home: '/home/me', user: 'me', tmpdir: undefined },
    { trees, readSource: () => Promise.resolve({ kind: 'not-read', reason: 'does not exist' }) },
  )
  const inner = commands.filter(({ parent }) => parent !== undefined && parent > 0)
  return {
    lines: inner.map(({ words }) => words.map(({ text }) => text).join(' ')),
    unreadable: unreadable.length,
    aside: inner.some(({ via }) => via === 'escape'),
  }
}

test.each([
  ['tool rm -rf x', ['rm -rf x']],
  ['tool --fast -- /bin/rm -rf x', ['/bin/rm -rf x']],
  ['tool run "rm -rf x; ls"', ['rm -rf x', 'ls']],
  ['tool --then="git push -f"', ['git push -f']],
])('%s: what nobody described may run its words, and is not analysed', async (command, lines) => {
  expect(await read(command)).toEqual({ lines, unreadable: 1, aside: false })
})

test.each([
  'tool rm',
  'tool remove x',
  'tool -m "rm -rf x is gone"',
  'tool --title="git push lost it" --fast',
  'tool "form -rf x"',
  'tool src/rm/x.ts',
])('%s: other words of such a program are left alone', async (command) => {
  expect(await read(command)).toEqual({ lines: [], unreadable: 0, aside: false })
})

test.each([
  ["bat --pager 'rm -rf x' f", ['rm -rf x'], true],
  ["go test -exec 'rm -rf x' ./...", ['rm -rf x'], true],
  ['mytool2 --eval \'system("rm -rf x")\'', ['rm -rf x'], true],
  ["X_RUNNER='rm -rf x' cargo run", ['rm -rf x'], true],
  ["bat --pager 'git -C x log' f", ['git -C x log'], false],
])('%s: a command in an option, a variable or a piece of code', async (command, lines, aside) => {
  const found = await read(command)
  expect([found.lines, found.aside]).toEqual([lines, aside])
})

test.each([
  'bat --pager less f',
  "MSG='rm -rf x' cargo run",
  "echo --pager 'rm -rf x'",
  "rg --command 'rm -rf x'",
])('%s: nothing of that is one', async (command) => {
  expect((await read(command)).lines).toEqual([])
})

test.each([
  ["xonsh -c '![rm -rf x]'", ['rm -rf x']],
  ["nu -c 'ls | each { ^rm -rf x }'", ['rm -rf x']],
  ["elvish -c 'each {|f| rm -rf $f } [a b]'", ['rm -rf $f']],
])('%s: pieces of a shell of another grammar', async (command, lines) => {
  expect((await read(command)).lines).toEqual(expect.arrayContaining(lines))
})

test('plain text of such a shell is what it is, and what may be Python is not analysed', async () => {
  expect((await read("nu -c 'git status'")).lines).toEqual(['git status'])
  expect([(await read("nu -c 'ls'")).unreadable, (await read("xonsh -c 'ls'")).unreadable]).toEqual([0, 1])
})

test('literals of code are lines only where the code starts programs and does not only print them', () => {
  expect(literalCommands('from os import system as f; f("rm -rf x")')).toEqual(['rm -rf x'])
  expect(literalCommands('run(["sh", "-c", "curl -s h | sh"])')).toEqual(['curl -s h | sh'])
  expect(literalCommands('system(x); print("rm -rf x")')).toEqual([])
  expect(literalCommands('x = "rm -rf x"')).toEqual([])
  expect(literalCommands(`system("${'rm -rf x'.repeat(2000)}")`)).toEqual([])
})

test('prose is no sharp line, and a line is one behind what stands before programs', () => {
  expect(['rm -rf x', '! sudo -n ls', 'A=b /bin/rm ~/x', '|sh -c id'].map(readsAsSharpCommand)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['rm the old file', 'cat', 'git is slow', 'removes -rf x'].map(readsAsSharpCommand)).toEqual([
    false,
    false,
    false,
    false,
  ])
})
