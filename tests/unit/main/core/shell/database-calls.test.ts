import { expect, test } from 'vitest'
import { plainWord } from '../../../../../src/main/core/shell/graph'
import { isDatabaseClient, readDatabaseCall } from '../../../../../src/main/core/shell/nested/database-calls'

const read = (line: readonly string[], input?: string, home?: string) => {
  const call = readDatabaseCall({ program: line[0] ?? '', words: line.map(plainWord) }, () => input, home)
  return (
    call && {
      runs: call.runs.map(({ text }) => text),
      loads: call.loads,
      files: call.files.map(({ access, word }) => `${access} ${word.known ? word.text : '?'}`),
    }
  )
}

const nothing = { runs: [], loads: [], files: [] }

test.each([
  [['sqlite3', 'a.db', ".once '|a b'"], { runs: ['a b'] }],
  [['sqlite3', 'a.db', '.output |a b'], { runs: ['a b'] }],
  [['sqlite3', '.once x', 'select 1'], {}],
  [['sqlite3', 'a.db', '.once x'], { files: ['write x'] }],
  [['sqlite3', 'a.db', '.output stdout'], {}],
  [['sqlite3', 'a.db', '.import --csv --skip 1 a.csv t'], { files: ['read a.csv'] }],
  [['sqlite3', 'a.db', "select writefile('it''s', 1)"], { files: ["write it's"] }],
  [['sqlite3', 'a.db', 'select writefile(n, 1)'], { files: ['write ?'] }],
  [['sqlite3', '-cmd', '.backup main b.db', 'a.db'], { files: ['write b.db'] }],
  [['duckdb', '-c', "copy t to 'a.csv'"], { files: ['write a.csv'] }],
  [['psql', '-c', '\\o |a'], { runs: ['a'] }],
  [['psql', '-Atc', "\\copy t from program 'a b'"], { runs: ['a b'] }],
  [['psql', '-ofile', '-c', 'select 1'], { files: ['write file'] }],
  [['psql', '-c', '\\dt'], {}],
  [['mysql', '-e', 'select 1; system a b'], { runs: ['a b'] }],
  [['mysql', '-e', 'pager less -S'], {}],
  [['mysql', '--tee=a', '-e', 'select 1'], { files: ['write a'] }],
] as const)('%j does %j', (line, wanted) => {
  expect(read(line)).toEqual({ ...nothing, ...wanted })
})

test('what it reads on its standard input counts as its words do, and ~ is the home folder of psql', () => {
  expect(read(['sqlite3', 'a.db'], '.mode csv\n.shell a\n')).toEqual({ ...nothing, runs: ['a'] })
  expect(read(['psql'], '\\o ~/a', '/home/me')).toEqual({ ...nothing, files: ['write /home/me/a'] })
})

test('other programs are none', () => {
  expect(isDatabaseClient('psql')).toBe(true)
  expect(isDatabaseClient('constructor')).toBe(false)
  expect(read(['cat', '.shell a'])).toBeUndefined()
})

test.each([
  ...[' ', '\n', "'", '"', '\\o', 'copy ', 'attach', 'a', '/**/', '--\n', '.s\n', '; ', "'||", 'writefile('],
])('a long text of %j is read at once', (part) => {
  const text = `attach ${part.repeat(20_000 / part.length)}`
  const started = performance.now()
  for (const [program = '', option = ''] of [
    ['sqlite3', 'a.db'],
    ['psql', '-c'],
    ['mysql', '-e'],
    ['clickhouse', '-q'],
  ])
    read([program, option, text])
  expect(performance.now() - started).toBeLessThan(5000)
})
