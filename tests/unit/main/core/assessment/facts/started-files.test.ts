import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { expect, test } from 'vitest'
import { assessCommand } from '../../../../../../src/main/core/assessment/assess-command'
import type { Workspace } from '../../../../../../src/main/core/ports/workspace'
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
    {
      '.yarnrc.yml': 'missing',
      '.env.yarn': 'missing',
      '.pnp.cjs': 'missing',
      'node_modules/.bin/lint': 'missing',
    },
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
  ['LD_LIBRARY_PATH=lib ls', {}, { lib: 'missing' }],
  ['make', { Makefile: 'SHELL := ./sh\nall:\n\tls\n', sh: 'ls\n' }, { sh: 'there' }],
  ['make', { Makefile: 'override SHELL = ./sh\nall:\n\tls\n' }, { sh: 'missing' }],
  ['make', { Makefile: 'LD_PRELOAD = ./x.so\nexport LD_PRELOAD\nall:\n\tls\n' }, { 'x.so': 'missing' }],
  ['make', { Makefile: 'OF = a b\nall: $(OF)\n\tls\nb:\n\t./x.sh\n', 'x.sh': 'ls' }, { 'x.sh': 'there' }],
  ['make', { Makefile: 'all: run\n\t./run\n', run: 'ls' }, { 'run.sh': 'missing', 'Makefile.sh': 'missing' }],
  ['MAKEFILES=x.mk make', { Makefile: 'all:\n\tls\n' }, { 'x.mk': 'missing' }],
  ['git -C sub commit -m x', { 'sub/.git/config': '[core]\n' }, { 'sub/.git/hooks/pre-commit': 'missing' }],
  [
    'git -C sub commit -m x',
    { 'sub/.git': 'gitdir: ../.git/modules/sub\n', '.git/modules/sub/config': '[core]\n' },
    { 'sub/.git': 'there', '.git/modules/sub/hooks/pre-commit': 'missing' },
  ],
  [
    'cd side && git commit -m x',
    {
      'side/.git': 'gitdir: ../.git/worktrees/side\n',
      '.git/worktrees/side/commondir': '../..\n',
      '.git/config': '[core]\n',
    },
    { '.git/worktrees/side/commondir': 'there', '.git/hooks/pre-commit': 'missing' },
  ],
  ['xargs rm < list', { list: 'a\n' }, { list: 'there' }],
  ['git apply x.patch', { 'x.patch': 'a\n' }, { 'x.patch': 'there' }],
  ['tar cf x.tar -T list', { list: 'a\n' }, { list: 'there' }],
  ['crontab jobs', { jobs: '* * * * * ls\n' }, { jobs: 'there' }],
  ['cat jobs | crontab -', { jobs: '* * * * * ls\n' }, { jobs: 'there' }],
  ['cp rc ~/.bashrc', { rc: 'ls\n' }, { rc: 'there' }],
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
  ['NODE_OPTIONS="--require ./x.cjs" ls', ['ls', 'node', 'NODE_OPTIONS'], { 'x.cjs': '1' }],
  ['LD_PRELOAD=$X ls', ['LD_PRELOAD']],
  ['LD_PRELOAD=./x.so ls', ['LD_PRELOAD'], { 'x.so': 'x' }],
  ['export PATH=$X/bin:$PATH; ls', ['PATH']],
  ['PATH=bin:$PATH ls', ['ls'], { 'bin/ls': '#!/bin/sh\n' }],
  ['read PATH < p; ls', ['read', 'PATH'], { p: 'bin' }],
  ['printf -v PATH %s $PWD/bin:$PATH; ls', ['PATH'], { 'bin/ls': '#!/bin/sh\n' }],
  ['export "PATH=$PWD/bin:$PATH"; ls', ['ls'], { 'bin/ls': '#!/bin/sh\n' }],
  ['x=PATH; declare "$x=$PWD/bin:$PATH"; ls', ['PATH', 'ls'], { 'bin/ls': '#!/bin/sh\n' }],
  ['declare "$1=$PWD/bin:$PATH"; ls', ['PATH']],
  ['cd bin; PATH=$PWD:$PATH; ls', ['ls'], { 'bin/ls': '#!/bin/sh\n' }],
  ['exec {PATH}</dev/null; ls', ['PATH']],
  ['getopts x PATH -x; ls', ['PATH']],
  ['export "GIT_CONFIG_GLOBAL=$PWD/bin/g"; git status', ['GIT_CONFIG_GLOBAL'], { 'bin/g': '[core]\n' }],
  ['export "HOME=$PWD/bin"; git status', ['HOME'], { 'bin/.gitconfig': '[core]\n' }],
  ['HOME=. git log', ['HOME'], { '.gitconfig': '[core]\n\tpager = ./x\n' }],
  ['AWS_SHARED_CREDENTIALS_FILE=./c aws s3 ls', ['AWS_SHARED_CREDENTIALS_FILE'], { c: 'x' }],
  ['VIMINIT="source ./x.vim" vim a', ['VIMINIT'], { 'x.vim': 'x' }],
  ['GH_EDITOR=./x gh pr list', ['GH_EDITOR'], { x: 'x' }],
  ["MAKEFLAGS='--eval=$(shell ./x)' make", ['x', 'MAKEFLAGS'], { Makefile: 'all:\n\tls\n' }],
  ['HOME=$PWD; git log', ['HOME'], { '.gitconfig': 'x' }],
  ['npm test --userconfig=rc', ['npm'], { 'package.json': manifest('ls'), rc: 'x' }],
  ['npm --globalconfig rc test', ['npm'], { 'package.json': manifest('ls'), rc: 'x' }],
  ['npm test --node-options=--require=./x', ['npm', 'node'], { 'package.json': manifest('ls'), x: 'x' }],
  ['yarn test', ['.env.yarn'], { 'package.json': manifest('ls'), '.env.yarn': 'NODE_OPTIONS=-r ./x\n' }],
  ['yarn test', ['.pnp.cjs'], { 'package.json': manifest('ls'), '.pnp.cjs': '1' }],
  ['pnpm test', ['.pnpmfile.mjs'], { 'package.json': manifest('ls'), '.pnpmfile.mjs': '1' }],
  ['bun start', ['.env'], { 'package.json': '{"scripts":{"start":"ls"}}', '.env': 'X=1' }],
  ['npm audit fix', ['npm']],
  ['npx id', ['npx']],
  ['npm --prefix pk exec -- id', ['npm']],
  ['./x', ['./x'], { x: '#!/bin/sh ./y\nls\n', y: 'ls' }],
  ['./x', ['./x'], { x: '#!/usr/bin/env -S bash ./y\nls\n', y: 'ls' }],
  ['KUBECONFIG=./k kubectl get pods', ['KUBECONFIG'], { k: 'x' }],
  ['XDG_CONFIG_HOME=c git log', ['XDG_CONFIG_HOME'], { 'c/git/config': 'x' }],
  // Of what no table knows it is not known what it loads.
  ['some-tool --flag', ['some-tool']],
  ['just', ['just'], { justfile: 'default:\n\t./run.sh\n', 'run.sh': 'ls' }],
  ['sphinx-build . out', ['sphinx-build'], { 'conf.py': '1' }],
  ['mypy .', ['mypy']],
  ['pip install -e .', ['pip'], { 'setup.py': '1' }],
  ['npm install', ['npm'], { 'package.json': manifest('ls') }],
  ['npm publish', ['npm'], { 'package.json': manifest('ls') }],
  ['gdb -x x.gdb a', ['gdb']],
  ['direnv exec . ls', ['direnv'], { '.envrc': 'ls' }],
  ['cargo fmt', ['cargo']],
  ['git -c core.hooksPath=h commit -m x', ['git', 'h'], { 'h/pre-commit': 'ls' }],
  ['git --exec-path=./x status', ['git']],
  ['git some-alias', ['git']],
  ['ssh -F x.cfg host', ['ssh'], { 'x.cfg': 'ProxyCommand ./y' }],
  ['gcc -fplugin=./x.so a.c', ['gcc']],
  ['psql -f x.sql', ['psql', 'y'], { 'x.sql': '\\! ./y' }],
  ['sqlite3 db < x.sql', ['sqlite3', 'y'], { 'x.sql': '.shell ./y' }],
  ['apt install ./x.deb', ['apt'], { 'x.deb': 'x' }],
  ['bash -i x.sh', ['bash'], { 'x.sh': 'ls' }],
  ['exec 3< x; sh <&3', ['sh'], { x: './y' }],
  ['node --experimental-config-file=x.json y.js', ['node'], { 'x.json': '{}', 'y.js': 'console.log(1)' }],
  ['enable -f ./x.so x', ['enable']],
  ['hash -p ./y ls; ls', ['hash'], { y: 'ls' }],
  ['cp -r units ~/.config/systemd/user/', [`${cwd}/units`], { 'units/a': 'x' }],
  ['make', ['PATH'], { Makefile: 'export PATH := $(CURDIR)/bin:$(PATH)\nall:\n\tls\n' }],
  ['cat $(find logs -name "*.log")', ['$(find logs -name "*.log")'], { 'logs/a.log': '1' }],
  ['for f in $(ls logs); do cat logs/$f; done', ['logs/$(ls logs)'], { 'logs/a.log': '1' }],
  ['ls logs | while read f; do cat logs/$f; done', ['logs/$f'], { 'logs/a.log': '1' }],
  ['cd logs; cat $(ls)', ['$(ls)'], { 'logs/a.log': '1' }],
  ['cat $(date +%F).log', ['$(date +%F).log']],
  ['git diff $(git ls-files)', ['$(git ls-files)']],
  ['git diff $(git rev-parse --git-path x)', ['$(git rev-parse --git-path x)']],
  ['xargs cat < list', ['$(lines)'], { list: 'a\n' }],
  ['find logs | sort --files0-from=-', ['sort'], { 'logs/a.log': '1' }],
  ['diff logs x', ['diff'], { 'logs/a.log': '1' }],
  ['diff -ruN x y', ['diff']],
  ['diff --rec x y', ['diff']],
  ['tar chf - logs', ['tar'], { 'logs/a.log': '1' }],
  ['tar --deref -cf - logs', ['tar'], { 'logs/a.log': '1' }],
  ['rsync -ak logs x', ['x', 'rsync'], { 'logs/a.log': '1' }],
])(
  '%s may load what was not read, so that a yes without the sandbox is for one run: %j',
  async (line, by = [], files) => {
    const { seenThrough, complete, by: told } = await given(line, files)
    expect([seenThrough, complete]).toEqual([by.length === 0, by.length === 0])
    expect(told).toEqual(by)
  },
)

test.each<[what: string, makefile: string]>([
  ['a rule for a kind', 'all: a.o\n%.o: %.c\n\t./cc.sh $<\n'],
  ["one of make's own with a program of the project", 'CC = ./cc.sh\nall: a.o\n\tls\n'],
  ['a variable for one target', 'all: PATH = bin\nall:\n\tls\n'],
  ['all its variables', 'NODE_OPTIONS = -r ./x\nexport\nall:\n\tls\n'],
  ['words for its shell', ".SHELLFLAGS = -c './x; $$0'\nall:\n\tls\n"],
  ['recipes that begin otherwise', '.RECIPEPREFIX = >\nall:\n> ./x\n'],
  ['an extension', 'load ./x.so\nall:\n\tls\n'],
])('a makefile with %s is not seen through', async (_, Makefile) => {
  expect((await given('make', { Makefile })).seenThrough).toBe(false)
})

test.each<[line: string, files?: Readonly<Record<string, FakeEntry>>]>([
  ['ls -la'],
  ['python3 x.py', { 'x.py': "print('first')\n" }],
  ['make', { Makefile: 'all:\n\techo hi\n' }],
  ['npm test', { 'package.json': manifest('ls') }],
  ['./x.sh', { 'x.sh': '#!/bin/sh\nls\n' }],
  ['./x.sh', { 'x.sh': '#!/usr/bin/env -S bash -euo pipefail\nls\n' }],
  ['npm --prefix pk --silent test -- --coverage', { 'pk/package.json': manifest('ls') }],
  ['MAKEFLAGS=-j4 make -s', { Makefile: 'all:\n\tls\n' }],
  ['cat x.txt > y.txt', { 'x.txt': '1' }],
  ['EDITOR=true GIT_AUTHOR_NAME="A/B" git commit -m x'],
  ['npm_config_registry=https://registry.example/x ls'],
  ['CARGO_TERM_COLOR=always cargo --version'],
  ['docker ps'],
  [
    'make',
    {
      Makefile:
        'SHELL := /bin/bash\n.SHELLFLAGS := -eu -o pipefail -c\nexport A = 1\nall: b\n\tls\nb:\n\tls\n',
    },
  ],
  ['f() { ls; }; f'],
  ['sudo apt-get install -y jq'],
  ['git push origin main'],
  ['gh pr list'],
  ['kubectl get pods -n x'],
  ['curl -sS https://registry.example/x -o y'],
  ['psql -c "select 1"'],
  ['npm view x'],
  ['cat a b', { a: '1', b: '2' }],
  ['diff -u a b', { a: '1', b: '2' }],
  ['tar cf - src', { 'src/a': '1' }],
  ['ls src', { 'src/a': '1' }],
  ['grep -r x src', { 'src/a': '1' }],
  ['git log'],
  ['git diff $(git merge-base main HEAD)'],
  ['make -j$(nproc)', { Makefile: 'all:\n\tls\n' }],
  ['head -n $(wc -l < a) b', { a: '1', b: '2' }],
  ['test -n "$(git status --porcelain)" && echo "$(ls)"'],
  ['for f in src/*; do cat "$f"; done', { 'src/a': '1' }],
  ['curl -s https://registry.example/$(date +%F)'],
  ['echo x >> ~/.bashrc', { '/home/dev/.bashrc': 'y' }],
])('of %s everything was read', async (line, files) => {
  const { seenThrough, complete, by } = await given(line, files)
  expect([seenThrough, complete, by]).toEqual([true, true, []])
})
