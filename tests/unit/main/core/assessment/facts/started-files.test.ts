import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { expect, test } from 'vitest'
import { assessCommand } from '../../../../../../src/main/core/assessment/assess-command'
import type { Workspace } from '../../../../../../src/main/core/workspace'
import { bashTrees } from '../../../../../fakes/bash-trees'
import { fakeFactsReader, type FakeEntry } from '../../../../../fakes/fake-facts-reader'

const cwd = '/home/dev/project'
const manifest = (script: string): string => JSON.stringify({ scripts: { test: script } })

/** Every program is the system's, but for what is named by a path. */
const workspace: Pick<Workspace, 'program'> = {
  program: (name, folder) => {
    if (!name.includes('/')) return Promise.resolve({ path: `/usr/bin/${name}`, system: true })
    const path = name.startsWith('/') ? name : `${folder}/${name.replace(/^\.\//, '')}`
    return Promise.resolve({ path, system: /^\/(usr\/)?bin\//.test(path) })
  },
}

/** What a yes is given on, by path; and whether one without the sandbox may hold for longer than a run. */
async function given(line: string, files: Readonly<Record<string, FakeEntry>> = {}) {
  const there = Object.fromEntries(
    Object.entries(files).map(([name, entry]) => [name.startsWith('/') ? name : `${cwd}/${name}`, entry]),
  )
  const { read, seenThrough, facts } = await assessCommand(
    {
      argv: ['bash', '-lc', line],
      cwd,
      policy: sandboxPolicyForMode('workspace-write'),
      binds: true,
    },
    {
      ...{ reader: fakeFactsReader(there), trees: bashTrees, home: '/home/dev', now: () => 0 },
      ...{ user: 'dev', workspace },
    },
  )
  const short = (path: string): string => (path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path)
  return {
    read: Object.fromEntries(
      read.map(({ path, digest }) => [short(path), digest === 'missing' ? 'missing' : 'there']),
    ),
    seenThrough,
    complete: facts.complete,
    by: facts.rows.flatMap((row) => (row.kind === 'loads-unread' ? [row.by] : [])),
  }
}

test.each<
  [line: string, files: Readonly<Record<string, FakeEntry>>, bound: Readonly<Record<string, string>>]
>([
  [
    'npm test',
    { 'package.json': manifest('lint src') },
    {
      'node_modules/.bin/lint': 'missing',
      '/home/dev/node_modules/.bin/lint': 'missing',
      '.npmrc': 'missing',
    },
  ],
  [
    'cd pk && npm test',
    { 'pk/package.json': manifest('lint') },
    { 'pk/node_modules/.bin/lint': 'missing', '.npmrc': 'missing' },
  ],
  [
    'npm --prefix pk test',
    { 'pk/package.json': manifest('lint'), 'pk/.npmrc': 'x=y\n' },
    { 'pk/node_modules/.bin/lint': 'missing', 'pk/.npmrc': 'there', '.npmrc': 'missing' },
  ],
  ['npm test', { 'package.json': manifest('env X=1 lint') }, { 'node_modules/.bin/lint': 'missing' }],
  [
    'yarn test',
    { 'package.json': manifest('lint') },
    { '.yarnrc.yml': 'missing', 'node_modules/.bin/lint': 'missing' },
  ],
  ['export PATH=$PWD/bin:$PATH; ls', {}, { 'bin/ls': 'missing' }],
  ['PATH=./bin:./sbin:$PATH; ls', { 'sbin/ls': 'x' }, { 'bin/ls': 'missing', 'sbin/ls': 'there' }],
  ['env PATH=bin:$PATH ls', {}, { 'bin/ls': 'missing' }],
  ['source ./env.sh; ls', { 'env.sh': 'export PATH=bin:$PATH\n' }, { 'bin/ls': 'missing' }],
  ['./x.sh', { 'x.sh': '#!./sh2\necho\n', sh2: 'x' }, { 'x.sh': 'there', sh2: 'there' }],
  ['./x.sh', { 'x.sh': '#!/usr/bin/env -S PATH=bin tool\n' }, { 'x.sh': 'there' }],
  ['PATH=bin:$PATH ./x.sh', { 'x.sh': '#!/usr/bin/env tool\necho\n' }, { 'bin/tool': 'missing' }],
  ['NODE_OPTIONS=--require=./x.cjs ls', { 'x.cjs': '1' }, { 'x.cjs': 'there' }],
  ['NODE_OPTIONS="--max-old-space-size=99 -r ./x.cjs" ls', {}, { 'x.cjs': 'missing' }],
  ['LD_PRELOAD=./x.so ls', {}, { 'x.so': 'missing' }],
  ['export BASH_ENV=env.sh; ls', { 'env.sh': 'ls' }, { 'env.sh': 'there' }],
])('%s is also given on what it starts', async (line, files, bound) => {
  expect((await given(line, files)).read).toMatchObject(bound)
})

test.each<[line: string, by: readonly string[], files?: Readonly<Record<string, FakeEntry>>]>([
  ['python3 x.py', ['python3'], { 'x.py': 'import y\n' }],
  // A file beside it would go before the library.
  ['python3 x.py', ['python3'], { 'x.py': 'import json\n' }],
  ['node x.mjs', ['node'], { 'x.mjs': "import './y.mjs'\n" }],
  ['node -e \'require("./x")\'', ['node']],
  ['node --test', ['node']],
  ['python3 -m mine', ['python3'], { 'mine.py': '1' }],
  ['pytest -q', ['pytest'], { 'conftest.py': '1' }],
  ['jest', ['jest']],
  ['cargo test', ['cargo']],
  ['run-parts ./d', ['run-parts'], { 'd/one': '#!/bin/sh\n' }],
  ['npm test', ['jest'], { 'package.json': manifest('jest') }],
  [
    'npm test',
    ['lint'],
    { 'package.json': manifest('lint'), 'node_modules/.bin/lint': '#!/usr/bin/env node\n' },
  ],
  ['npm test', ['.npmrc'], { 'package.json': manifest('ls'), '/home/dev/.npmrc': 'script-shell=/tmp/x\n' }],
  ['PYTHONPATH=. ls', ['PYTHONPATH'], { 'x.py': '1' }],
  ['NODE_OPTIONS="--require ./x.cjs" ls', ['NODE_OPTIONS'], { 'x.cjs': '1' }],
  ['LD_PRELOAD=$X ls', ['LD_PRELOAD']],
  ['LD_PRELOAD=./x.so ls', ['LD_PRELOAD'], { 'x.so': 'x' }],
  ['export PATH=$X/bin:$PATH; ls', ['PATH']],
  ['PATH=bin:$PATH ls', ['ls'], { 'bin/ls': '#!/bin/sh\n' }],
])(
  '%s may load what was not read, so that a yes without the sandbox is for one run: %j',
  async (line, by = [], files) => {
    const { seenThrough, complete, by: told } = await given(line, files)
    expect([seenThrough, complete]).toEqual([by.length === 0, by.length === 0])
    expect(told).toEqual(by)
  },
)

test.each<[line: string, files?: Readonly<Record<string, FakeEntry>>]>([
  ['ls -la'],
  ['python3 x.py', { 'x.py': "print('first')\n" }],
  ['make', { Makefile: 'all:\n\techo hi\n' }],
  ['npm test', { 'package.json': manifest('ls') }],
  ['./x.sh', { 'x.sh': '#!/bin/sh\nls\n' }],
  ['EDITOR=true GIT_AUTHOR_NAME="A/B" git commit -m x'],
  ['npm_config_registry=https://registry.example/x ls'],
  ['CARGO_TERM_COLOR=always cargo --version'],
  ['cargo fmt'],
  ['docker ps'],
])('of %s everything was read', async (line, files) => {
  const { seenThrough, complete, by } = await given(line, files)
  expect([seenThrough, complete, by]).toEqual([true, true, []])
})
