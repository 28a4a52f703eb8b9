import { ProgramRun, type ProgramRecord } from '@shared/domain/program-record'
import { expect, test } from 'vitest'
import { createShellTreeReader } from '../../../../../src/main/adapters/shell-parser/shell-tree-reader'
import { RecordTable } from '../../../../../src/main/core/programs/record-table'
import { readGraph } from '../../../../../src/main/core/shell/read-graph'

const trees = createShellTreeReader()
const makefiles: Readonly<Record<string, string>> = {
  '/w/Makefile': 'all: sub\n\techo built\n\t+rm -rf out\nsub:\n\t@$(MAKE) -C x; rm -rf sub\n',
  '/w/other.mk': 'MAKE = rm -rf\nall:\n\t$(MAKE) out\n',
}

async function nested(
  command: string,
  own?: RecordTable,
  files: Readonly<Record<string, string>> = makefiles,
): Promise<readonly string[]> {
  const { commands, unreadable } = await readGraph(
    ['bash', '-c', command],
    { cwd: '/w', home: '/home/me', user: 'me', tmpdir: undefined },
    {
      trees,
      own,
      readSource: (path) =>
        Promise.resolve(
          files[path] === undefined
            ? { kind: 'not-read', reason: 'does not exist' }
            : { kind: 'text', text: files[path] },
        ),
    },
  )
  const lines = commands
    .filter(({ parent }) => parent !== undefined && parent > 0)
    .map(({ words }) => words.map(({ text }) => text).join(' '))
  return [...lines, ...unreadable.map(({ reason }) => `? ${reason}`)]
}

const own = (names: string[], run: Partial<ProgramRun>): RecordTable => {
  const record: ProgramRecord = {
    names,
    values: ['-n', '--queue'],
    effects: [],
    touches: [],
    stars: [],
    dangers: [],
    safe: [],
    runs: [ProgramRun.parse({ examples: ['x rm => rm'], ...run })],
  }
  return new RecordTable([record])
}

test.each([
  ['words', {}, 'onqueue -n 5 --queue q rm x', ['rm x']],
  [
    'words behind a verb and a further one',
    { verbs: ['run'], skip: 1 },
    'onqueue -n 5 run box rm x',
    ['rm x'],
  ],
  ['nothing without the verb', { verbs: ['run'] }, 'onqueue list rm x', []],
  ['an option', { options: ['--then'], as: 'line' as const }, "onqueue --then='rm x; ls'", ['rm x', 'ls']],
  ['behind a mark', { behind: ['--'] }, 'onqueue box -- rm x', ['rm x']],
])('a person’s own record says what a program runs: %s', async (_, run, command, expected) => {
  // Of what nobody described it is only known that it may run this.
  expect((await nested(command)).at(-1)).toMatch(/^\? nothing is known of onqueue, which may run /)
  expect(await nested(command, own(['onqueue'], run))).toEqual(expected)
})

test('it never takes away what the built-in ones say', async () => {
  const silent = own(['timeout', 'tar'], { verbs: ['never'] })
  expect(await nested('timeout 5 rm x', silent)).toEqual(['rm x'])
  expect(await nested("tar -xf a --to-command='rm x'", silent)).toEqual(['rm x'])
})

test('a script of the same name is read as what it is', async () => {
  const files = { '/w/onqueue': 'rm -r y\n', '/w/nice': '#!/bin/sh\nrm -r z\n' }
  expect(await nested('./onqueue run rm x', own(['onqueue'], { verbs: ['run'] }), files)).toEqual([
    'rm -r y',
    'rm x',
  ])
  expect(await nested('./nice ls', undefined, files)).toEqual(['rm -r z', 'ls'])
})

test.each([
  ['an option of the inner command is none of the wrapper', 'command rm -rf -v src', ['rm -rf -v src']],
  ['a value that is attached', "flock l -c'rm x'", ['rm x']],
  [
    'a cluster that ends in the option',
    "rsync -ave 'ssh -o ProxyCommand=evil' a h:b",
    ['ssh -o ProxyCommand=evil', 'evil'],
  ],
  ['an option that is cut short', 'tar -xf a --to-com=evil', ['evil']],
  ['a value in two words', 'tar -cf a --checkpoint-action exec=evil x', ['evil']],
  ['one that is cut as short as it goes', "su --c='rm x' bob", ['rm x']],
  ['one that only looks alike', 'rg --pretty x', []],
  ['every option of ssh that names a program', 'ssh -o KnownHostsCommand=./evil h', ['./evil']],
  ['code before a verb', 'bun -e \'system("rm x")\'', ['rm x']],
  ['what make -n runs nevertheless', 'make -n', ['make -n -C x', 'rm -rf sub', 'rm -rf out']],
  ['what a makefile has MAKE stand for', 'make -f other.mk', ['rm -rf out']],
])('%s', async (_, command, expected) => {
  expect((await nested(command)).filter((line) => !line.startsWith('?'))).toEqual(expected)
})

test('a value that could stand for many things is told in no time', async () => {
  const value = `gzip -${'a'.repeat(30_000)}!`
  expect((await nested(`tar -I '${value}' -cf a b`))[0]?.length).toBe(value.length)
}, 2000)

test('a program that is named by its path is looked into, whatever a person says that it runs', async () => {
  expect(await nested('./onqueue rm x', own(['onqueue'], {}))).toEqual([
    'rm x',
    '? ./onqueue: does not exist',
  ])
})

test.each(['gawk -e \'@load "x"\'', 'gawk \'@include "x"\'', 'gawk -l ./x 1', 'gawk --include x 1'])(
  '%s loads what is not read',
  async (command) => {
    expect(await nested(command)).toEqual(['? the awk program loads another file'])
  },
)
