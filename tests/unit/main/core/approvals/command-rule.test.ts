import { quoteCommand } from '@shared/domain/quote-shell'
import { expect, test } from 'vitest'
import { bashParser } from '../../../../fakes/bash-parser'
import { tooBroad } from '../../../../../src/main/core/approvals/broad-pattern'
import { readCommandRule } from '../../../../../src/main/core/approvals/command-rule'

const parser = bashParser()
const read = (text: string, asked: readonly string[]) => readCommandRule(text, { command: asked }, parser)

test.each([
  ['npm test', ['npm', 'test'], false, ['npm', 'test']],
  ['  npm test  ', ['npm', 'test'], false, ['npm', 'test']],
  ['npm test *', ['npm', 'test'], true, ['npm', 'test']],
  ['npm test *', ['npm', 'test', '--', 'a'], true, ['npm', 'test']],
  [
    "git commit -m 'two words' *",
    ['git', 'commit', '-m', 'two words'],
    true,
    ['git', 'commit', '-m', 'two words'],
  ],
  ["ls '*'", ['ls', '*'], false, ['ls', '*']],
])('%s covers %j', async (text, asked, open, words) => {
  expect(await read(text, asked)).toEqual({ words, open })
})

test.each([
  ['', ['npm', 'test'], 'expected one plain command'],
  ['*', ['npm', 'test'], 'does not cover'],
  ['npm test; rm x', ['npm', 'test'], 'expected one plain command'],
  ['npm test && npm run x', ['npm', 'test'], 'expected one plain command'],
  ['npm $(id) *', ['npm', 'test'], 'expected one plain command'],
  ['npm test > /srv/x', ['npm', 'test'], 'expected one plain command'],
  ['A=1 npm test', ['npm', 'test'], 'expected one plain command'],
  ["npm 'test", ['npm', 'test'], 'expected one plain command'],
  ['npm run lint', ['npm', 'test'], 'does not cover the command that is asked about, npm test'],
  ['npm test --watch *', ['npm', 'test'], 'does not cover'],
  ['npm test', ['npm', 'test', '-w'], 'end it with “ *”'],
  ['npm te*', ['npm', 'test'], 'does not cover'],
  ['npm *', ['npm', 'test'], 'leaves open what npm does'],
  ['npm run *', ['npm', 'run', 'build'], 'leaves open what npm does'],
  [`npm ${'a'.repeat(11_000)}`, ['npm', 'test'], 'longer than 10000 characters'],
])('%s is refused for %j', async (text, asked, problem) => {
  await expect(read(text, asked)).rejects.toThrow(problem)
})

test.each([
  ['bash'],
  ['/bin/sh'],
  ['bash', '-c'],
  ['bash', '-lc', 'npm test'],
  ['python'],
  ['python3.12', '-c'],
  ['python3', '-m'],
  ['python', '-W', 'ignore'],
  ['node', '-e'],
  ['node'],
  ['deno', 'run'],
  ['ruby', '-e'],
  ['perl'],
  ['awk'],
  ['git'],
  ['git', '-C'],
  ['env'],
  ['env', 'A=1', 'npm'],
  ['A=1', 'npm'],
  ['sudo'],
  ['sudo', 'apt', 'install'],
  ['timeout', '5'],
  ['xargs', '-n1'],
  ['rm'],
  ['rm', '-rf', 'build'],
  ['find', '.'],
  ['npm'],
  ['npm', 'run'],
  ['pnpm', 'run'],
  ['yarn', 'run'],
  ['bun', 'run'],
  ['npm', 'exec'],
  ['npm', '--prefix'],
  ['npx'],
  ['npx', '-y'],
  ['uv', 'run'],
  ['pwsh', '-Command'],
  ['powershell.exe'],
  ['cmd', '/c'],
  [],
])('%j is too broad to end with a star', (...words) => {
  expect(tooBroad(words)).toEqual(expect.any(String))
})

test.each([
  ['npm', 'test'],
  ['npm', 'run', 'build'],
  ['npx', 'vitest'],
  ['git', 'commit'],
  ['git', 'push', 'origin'],
  ['python', 'manage.py'],
  ['python3', '-m', 'pytest'],
  ['node', 'scripts/build.mjs'],
  ['cargo', 'test'],
  ['go', 'test'],
  ['make', 'check'],
  ['pytest'],
  ['ls'],
])('%j says what would run', (...words) => {
  expect(tooBroad(words)).toBeUndefined()
})

test.each([
  [['npm', 'test']],
  [['echo', "it's", 'a b', '$HOME', '`id`', '*', '']],
  [['printf', '%s\\n', 'x;y', '{a,b}', '~', '#no']],
  [['touch', 'a\nb']],
])('the text of %j reads back as those words', async (words) => {
  expect(await read(quoteCommand(words), words)).toEqual({ words, open: false })
})
