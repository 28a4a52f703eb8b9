import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainWord, type SimpleCommand } from '../../../../../src/main/core/shell/graph'
import { knownOutput } from '../../../../../src/main/core/shell/known-output'
import { decodeEscapes } from '../../../../../src/main/core/shell/ansi-c'

const digits = fc.constantFrom(...Array.from('0123456789abcdefABCDEF'))
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...Array.from('/aZ09é€😀 %x-.{}"?')) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '\\n',
      '\\a',
      '\\e',
      '\\E',
      '\\\\',
      '\\"',
      '\\?',
      '\\z',
      '\\é',
      '\\8',
      '\\X41',
    ),
  },
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.constantFrom('\\x', '\\x{', '\\u', '\\U', '\\', '\\0', '\\c'),
        fc.array(digits, { maxLength: 5 }),
      )
      .map(([kind, found]) => kind + found.join('') + (kind === '\\x{' ? '}' : '')),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '\\xc3\\xa9',
      '\\303\\251',
      '\\xe2\\x82\\xac',
      '\\xc3',
      '\\0',
      '\\x00',
      '\\c?',
      '\\c\\\\',
      '\\ca',
    ),
  },
)
const bodies = fc
  .sample(
    fc.array(piece, { maxLength: 6 }).map((parts) => `x${parts.join('')}`),
    3000,
  )
  .filter((body) => !/(^|[^\\])(\\\\)*\\$/.test(body))

/** What bash prints of each of these, one command line for each. */
function asBash(lines: readonly string[]): readonly Buffer[] {
  const script = lines.map((line) => `{ ${line}\n} 2> /dev/null; printf '\\n<end>\\n'`).join('\n')
  const out = execFileSync('bash', ['-s'], {
    input: script,
    env: { LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] },
    maxBuffer: 1e8,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const found: Buffer[] = []
  for (let at = 0; at < out.length;) {
    const end = out.indexOf('\n<end>\n', at)
    found.push(out.subarray(at, end))
    at = end + 7
  }
  return found
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const isText = (bytes: Buffer): boolean => Buffer.from(bytes.toString('utf8')).equals(bytes)

test.each([
  ['quoted', (body: string) => `printf %s $'${body}'`],
  ['format', (body: string) => `printf ${quoted(body.replaceAll('%', '%%'))}`],
  ['argument', (body: string) => `printf %b ${quoted(body)}`],
  ['echo', (body: string) => `echo -ne ${quoted(body)}`],
] as const)('escapes of %s are what bash has, or not known where that is no text', (manner, line) => {
  const lines = bodies.map(line)
  const wrong = asBash(lines).flatMap((bytes, at) => {
    const body = bodies[at] ?? ''
    const ours = decodeEscapes(body, manner)
    if (!isText(bytes)) return ours === undefined ? [] : [{ line: lines[at], ours }]
    return ours === bytes.toString('utf8') || ours === undefined
      ? []
      : [{ line: lines[at], ours, bash: bytes.toString('utf8') }]
  })
  expect(wrong.slice(0, 12)).toEqual([])
  expect(bodies.filter((body) => decodeEscapes(body, manner) !== undefined).length).toBeGreaterThan(
    bodies.length / 3,
  )
})

const directives = fc.constantFrom(
  '%s',
  '%b',
  '%d',
  '%i',
  '%%',
  '%c',
  '%5s',
  '%-3s',
  '%.2s',
  '%q',
  '%x',
  '%*s',
  '%(%Y)T',
  '%ld',
  '%',
)
const given = fc.constantFrom(
  '',
  'a',
  '/etc',
  '-5',
  '010',
  '0x2f',
  '7',
  "'A",
  'a\\tb',
  'a\\cb',
  '\\0101',
  'x y',
  '%s',
)
const runs = fc.sample(
  fc.tuple(
    fc
      .array(fc.oneof({ weight: 3, arbitrary: directives }, piece), { minLength: 1, maxLength: 4 })
      .map((parts) => `y${parts.join('')}`),
    fc.array(given, { maxLength: 4 }),
  ),
  2000,
)

const commandOf = (words: readonly string[]) =>
  ({
    program: words[0],
    words: words.map((word) => plainWord(word)),
    cwd: ['/w'],
  }) as unknown as SimpleCommand

test('what printf prints is what bash prints, or not known', () => {
  const lines = runs.map(([format, args]) => `printf ${[format, ...args].map(quoted).join(' ')}`)
  const known = runs.map(([format, args]) => knownOutput(commandOf(['printf', format, ...args]), []))
  const wrong = asBash(lines).flatMap((bytes, at) =>
    known[at] === undefined || known[at] === bytes.toString('utf8')
      ? []
      : [{ line: lines[at], ours: known[at], bash: bytes.toString('utf8') }],
  )
  expect(wrong.slice(0, 12)).toEqual([])
  expect(known.filter((each) => each !== undefined).length).toBeGreaterThan(runs.length / 10)
})

test.each([
  [['echo', '-e', '-E', 'a\\tb'], 'a\\tb\n'],
  [['echo', '-E', '-ne', 'a\\tb'], 'a\tb'],
  [['echo', '-e', 'a\\cb'], 'a'],
  [['printf', '%%\\n', 'x', 'y'], '%\n'],
  [['pwd'], '/w\n'],
  [['pwd', '-P'], undefined],
])('%j prints %j', (words, printed) => {
  expect(knownOutput(commandOf(words), [])).toBe(printed)
})

test.each([
  [['tr', '-d', 'x'], 'rxm', undefined],
  [['tr', 'a', 'é'], 'a', undefined],
  [['tr', 'a', 'b'], 'a', 'b'],
  [['base64', '-d', 'file'], 'cm0=', undefined],
  [['base64', '-d'], 'cm0=', 'rm'],
  [['base64', '-d'], '/w==', undefined],
  [['rev', 'file'], 'mr', undefined],
  [['rev'], 'mr', 'rm'],
  [['xxd', '-r', '-p', 'file'], '726d', undefined],
  [['xxd', '-rp'], '726d', undefined],
  [['xxd', '-r', '-p'], '726d', 'rm'],
])('%j makes of %j what it does, and what a file says is not known: %j', (words, input, printed) => {
  const command = {
    ...commandOf(words),
    stdin: { kind: 'text', word: plainWord(input) },
  } as unknown as SimpleCommand
  expect(knownOutput(command, [])).toBe(printed)
})
