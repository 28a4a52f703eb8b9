import { afterAll, expect, test } from 'vitest'
import { firstDecisions } from '../../../../fakes/first-decisions'

// What stands behind many harmless things of its kind is looked at as if it stood alone.

const decisions = firstDecisions()
afterAll(decisions.remove)

const some = (count: number, one: (at: number) => string, by = ' '): string =>
  Array.from({ length: count }, (_, at) => one(at)).join(by)
const files = (count: number): string => some(count, (at) => `f${String(at)}`)
const shellLines = (count: number): string =>
  some(count, (at) => `A${String(at)} := $(shell echo ${String(at)})\n`, '')
const started = (count: number): string =>
  some(count, (at) => `execute_process(COMMAND echo ${String(at)})\n`, '')

const setup = {
  'last.mk': `${shellLines(40)}B := $(shell rm -rf /etc)\nall:\n\techo x\n`,
  'all.mk': `${shellLines(60)}all:\n\techo x\n`,
  'last.cmake': `${started(40)}execute_process(COMMAND rm -rf /etc)\n`,
  'plain.sed': 's/a/b/\n',
  'last.sed': '1e rm -rf /etc\n',
}

const decide = (line: string) =>
  decisions.decide({ argv: ['bash', '-c', line], setup }, 'on-request', 'danger-full-access')

test.each([
  `printf '%s\\n' ${files(16)} ~/.ssh/id_rsa | xargs -I{} cat {}`,
  `printf '%s\\n' ${files(60)} ~/.ssh/id_rsa | xargs -I{} cat {}`,
  `sed ${some(20, () => '-f plain.sed')} -f last.sed README.md`,
  `sqlite3 x.db ${some(18, (at) => `'.shell ls ${String(at)}'`)} '.shell rm -rf /etc'`,
  `gnuplot -e '${some(18, (at) => `system("ls ${String(at)}")`, ';')};system("rm -rf /etc")'`,
  `python3 -c 'import os;${some(18, (at) => `os.system("ls ${String(at)}")`, ';')};os.system("rm -rf /etc")'`,
  `frobnicate '${some(18, (at) => `system("ls ${String(at)}")`, ';')};system("rm -rf /etc")'`,
  `nu -c '${some(40, (at) => `ls x${String(at)}`, ';')}; ^rm -rf /etc'`,
  'make -f last.mk',
  'cmake -P last.cmake',
])('%s is asked about', async (line) => {
  expect(await decide(line)).toBe('ask')
})

test.each([
  `printf '%s\\n' ${files(60)} | xargs -I{} grep x {}`,
  `sed ${some(20, () => '-f plain.sed')} README.md`,
  `python3 -c 'import os;${some(30, (at) => `os.system("ls ${String(at)}")`, ';')}'`,
  'make -f all.mk',
])('%s runs', async (line) => {
  expect(await decide(line)).toBe('run')
})
