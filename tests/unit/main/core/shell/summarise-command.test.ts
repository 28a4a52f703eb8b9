import { expect, test } from 'vitest'
import { bashParser } from '../../../../fakes/bash-parser'
import { summariseCommand } from '../../../../../src/main/core/shell/summarise-command'

const parser = bashParser()
const unknown = (cmd: string) => ({ type: 'unknown', cmd })
const search = (cmd: string, query: string | null, path: string | null = null) => ({
  type: 'search',
  cmd,
  query,
  path,
})
const read = (cmd: string, path: string, name = path.split('/').at(-1)) => ({ type: 'read', cmd, name, path })

test.each<[script: string, expected: unknown[]]>([
  ['git status', [unknown('git status')]],
  ['git status | wc -l', [unknown('git status')]],
  ['echo foo > bar', [unknown('echo foo > bar')]],
  ['rg -n "A|B" -S | head -n 200', [search("rg -n 'A|B' -S", 'A|B'), unknown('head -n 200')]],
  ['rg --files webview/src | sed -n', [search('rg --files webview/src', null, 'webview')]],
  ['cd foo && cat foo.txt', [read('cat foo.txt', 'foo/foo.txt')]],
  ["ls -la | sed -n '1,120p'", [{ type: 'list_files', cmd: 'ls -la', path: null }]],
  ["nl -ba f.rs | sed -n '1,20p'", [read("nl -ba f.rs | sed -n '1,20p'", 'f.rs')]],
  ['printf "--"; cat -- a/Cargo.toml', [read('cat -- a/Cargo.toml', 'a/Cargo.toml')]],
  ['yes | rg --files', [search('rg --files', null)]],
  ['grep -R src/main.rs -n .', [search('grep -R src/main.rs -n .', 'src/main.rs', '.')]],
  ['rg foo ; echo done', [search('rg foo', 'foo'), unknown('echo done')]],
  ['true && rg --files', [search('rg --files', null)]],
  ['cat a.txt && cat a.txt', [read('cat a.txt', 'a.txt')]],
  ['head -n 5 a.txt', [read('head -n 5 a.txt', 'a.txt')]],
  ['head -n5 a.txt', [read('head -n5 a.txt', 'a.txt')]],
  ['tail -n +5 a.txt', [read('tail -n +5 a.txt', 'a.txt')]],
  ["sed -n '3,9p' src/a.ts", [read('sed -n 3,9p src/a.ts', 'src/a.ts')]],
  ["find src -name '*.rs'", [search("find src -name '*.rs'", '*.rs', 'src')]],
  ['rg -e pat -g *.ts lib', [search("rg -e pat -g '*.ts' lib", 'pat', 'lib')]],
  ['ls packages/app/src', [{ type: 'list_files', cmd: 'ls packages/app/src', path: 'app' }]],
  ['wc -l a.txt', [unknown('wc -l a.txt')]],
  ['cat a.txt b.txt', [unknown('cat a.txt b.txt')]],
  ['cat $(rm -rf x)', [unknown('cat $(rm -rf x)')]],
  ['if then', [unknown('if then')]],
])('bash -lc %j', async (script, expected) => {
  expect(await summariseCommand(['bash', '-lc', script], parser)).toEqual(expected)
})

test.each<[argv: string[], expected: unknown[]]>([
  [['touch', '/opt/denied'], [unknown('touch /opt/denied')]],
  [['sleep', '10'], [unknown('sleep 10')]],
  [['apply_patch'], [unknown('apply_patch')]],
  [['cat', 'it is.txt'], [read("cat 'it is.txt'", 'it is.txt')]],
  [['/usr/bin/ls', '-l'], [{ type: 'list_files', cmd: '/usr/bin/ls -l', path: null }]],
])('argv %j', async (argv, expected) => {
  expect(await summariseCommand(argv, parser)).toEqual(expected)
})

test('a script too long to look into is shown whole', async () => {
  const script = `cat ${'a'.repeat(40_000)}`
  expect(await summariseCommand(['sh', '-c', script], parser)).toEqual([unknown(script)])
})
