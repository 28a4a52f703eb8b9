import { expect, test } from 'vitest'
import { absoluteFolder, splitAtPaths, withTilde } from '../../../../src/renderer/lib/shown-paths'
import { commandWithText, shellTokens, shownCommand } from '../../../../src/renderer/lib/shell-text'
import {
  formatAge,
  formatAgo,
  formatDuration,
  formatLasting,
  formatMinute,
} from '../../../../src/renderer/lib/time'
import {
  directionParts,
  visibleProse,
  visibleSegments,
  visibleString,
  withoutColour,
} from '../../../../src/renderer/lib/visible-text'

test.each([
  ['plain text stays', 'rm -rf ./x\n\ty', 'rm -rf ./x\n\ty'],
  ['right-to-left override', 'a\u202eb', 'a[U+202E]b'],
  ['zero-width space', 'a\u200bb', 'a[U+200B]b'],
  ['escape', '\u001b]0;x\u0007', '[U+001B]]0;x[U+0007]'],
  ['carriage return', 'safe\rrm', 'safe[U+000D]rm'],
  ['a space that is not one', 'rm\u00a0x', 'rm[U+00A0]x'],
  ['line separator', 'a\u2028b', 'a[U+2028]b'],
  ['tag characters', 'a\u{e0041}', 'a[U+E0041]'],
  ['a lone surrogate', 'a\ud800b', 'a[U+D800]b'],
  ['a blank letter', 'a\u3164b', 'a[U+3164]b'],
  ['letters of other scripts stay', 'é і 漢', 'é і 漢'],
  ['an emoji keeps its selector', '✔\ufe0f', '✔\ufe0f'],
  ['a selector without emoji', 'a\ufe0f', 'a[U+FE0F]'],
])('%s', (_title, text, visible) => {
  expect(visibleString(text)).toBe(visible)
})

test('segments name each hidden character apart', () => {
  expect(visibleSegments('a\u202e\u202eb')).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'escape', name: 'U+202E' },
    { kind: 'escape', name: 'U+202E' },
    { kind: 'text', text: 'b' },
  ])
})

test('prose keeps unusual spaces and emoji sequences, and names what reorders it', () => {
  expect(visibleProse('50\u202fms 👩\u200d💻 a\u202eb')).toBe('50\u202fms 👩\u200d💻 a[U+202E]b')
})

test.each([
  ['abc 1', ['abc 1']],
  ['~/\u05d0\u05d1/\u05d2 3/x', ['~/', '\u05d0\u05d1', '/', '\u05d2', ' 3/x']],
  ['\u0634\u0631 \u0628, 12 of \u0634', ['', '\u0634\u0631 \u0628', ', 12 of ', '\u0634', '']],
  ['“\u05d0”, “\u05d1”', ['“', '\u05d0', '”, “', '\u05d1', '”']],
  ['\u05d0, 3 \u05d1.', ['', '\u05d0, 3 \u05d1', '.']],
])('%j falls into its directions', (text, parts) => {
  expect(directionParts(text)).toEqual(parts)
})

test.each(['\u05d0'.repeat(8_000_000), `\u05d0${'!'.repeat(8_000_000)}`])(
  'a line of megabytes that is written from right to left falls into parts, whole',
  (text) => {
    expect(directionParts(text).join('') === text).toBe(true)
  },
)

test('colour codes go, other escape sequences stay', () => {
  expect(withoutColour('\u001b[1;32mok\u001b[0m\u001b[K \u001b[2J')).toBe('ok \u001b[2J')
})

test.each(['./bash', '/tmp/sh', 'bin/zsh'])(
  '%s is no shell of the system, and nothing of its line is folded away',
  (program) => {
    const argv = [program, '-c', 'ls /']
    expect(shownCommand(argv)).toEqual({ text: `${program} -c 'ls /'`, wrapper: undefined })
  },
)

test.each([
  [['bash', '-lc', 'npm ci'], { text: 'npm ci', wrapper: 'bash -lc' }],
  [['/bin/sh', '-c', 'a | b'], { text: 'a | b', wrapper: '/bin/sh -c' }],
  [['bash', '-lc', 'a', 'b'], { text: 'bash -lc a b', wrapper: undefined }],
  [['git', 'commit', '-m', "it's"], { text: "git commit -m 'it'\\''s'", wrapper: undefined }],
  [['evil-bash', '-lc', 'x y'], { text: "evil-bash -lc 'x y'", wrapper: undefined }],
])('%j is shown as %j', (argv, shown) => {
  expect(shownCommand(argv)).toEqual(shown)
})

test('tokens colour a command without losing a character', () => {
  const script = 'cd "$HOME/x" && FOO=1 npm run clean:all --if-present > out.txt\necho \'unterminated'
  const tokens = shellTokens(script)
  expect(tokens.map((token) => token.text).join('')).toBe(script)
  expect(tokens.filter((token) => token.kind === 'program').map((token) => token.text)).toEqual([
    'cd',
    'npm',
    'echo',
  ])
  expect(tokens.filter((token) => token.kind === 'flag').map((token) => token.text)).toEqual(['--if-present'])
})

test.each(['', '\\', '$', '${', "'", '"\\', '`x`', 'a\u202e&&&|', '\u{1f600} > 2>&1'])(
  'tokens of %j are the whole text',
  (script) => {
    expect(
      shellTokens(script)
        .map((token) => token.text)
        .join(''),
    ).toBe(script)
  },
)

test.each([
  ['/home/me', '~'],
  ['/home/me/x', '~/x'],
  ['/home/meadow', '/home/meadow'],
])('%s is written %s', (path, shown) => {
  expect(withTilde(path, '/home/me')).toBe(shown)
})

test.each([
  ['~/src', '/home/me/src'],
  [' /srv ', '/srv'],
  ['C:\\x', 'C:\\x'],
  ['src', undefined],
  ['../x', undefined],
])('the folder %s is %s', (typed, folder) => {
  expect(absoluteFolder(typed, '/home/me')).toBe(folder)
})

test('a sentence is split at its paths, the full stop outside', () => {
  expect(splitAtPaths('Writes ~/.pi/a, then ../b/c and either/or.')).toEqual([
    { text: 'Writes ', path: false },
    { text: '~/.pi/a', path: true },
    { text: ', then ', path: false },
    { text: '../b/c', path: true },
    { text: ' and either/or.', path: false },
  ])
})

test.each([
  [0, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_600_000, '1 h'],
  [-5000, '0 s'],
])('an age of %i ms is %s', (ms, text) => {
  expect(formatAge(new Date(1_700_000_000_000 - ms).toISOString(), 1_700_000_000_000)).toBe(text)
})

test.each([
  [0, '0 s ago', '0 s'],
  [3_600_000, '1 h ago', '1 h'],
  [86_399_999, '23 h ago', '23 h'],
  [86_400_000, 'on Mon', '1 d'],
  [30 * 86_400_000, 'on 15 Oct', '30 d'],
  [Number.NaN, '', ''],
])('%i ms ago is said as %s, and lasts %s', (ms, ago, lasting) => {
  const iso = Number.isNaN(ms) ? 'yesterday' : new Date(1_700_000_000_000 - ms).toISOString()
  expect([formatAgo(iso, 1_700_000_000_000), formatLasting(iso, 1_700_000_000_000)]).toEqual([ago, lasting])
})

test.each([
  [0, '0 ms'],
  [38.6, '39 ms'],
  [120, '0.1 s'],
  [12_400, '12 s'],
  [125_000, '2 min 5 s'],
  [120_000, '2 min'],
])('a duration of %i ms is %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test.each([
  [
    ['bash', '-lc', 'rm a'],
    ['bash', '-lc', 'rm b'],
  ],
  [
    ['rm', 'a'],
    ['bash', '-c', 'rm b'],
  ],
])('%j with another text is %j', (argv, changed) => {
  expect(commandWithText(argv, 'rm b')).toEqual(changed)
})

test('what was decided is told to the minute, with its day where that was not today', () => {
  const at = (day: number, hour: number): Date => new Date(2026, 10, day, hour, 5)
  const now = at(30, 9).getTime()
  expect([at(30, 8), at(29, 23)].map((date) => formatMinute(date.toISOString(), now))).toEqual([
    '08:05',
    '29 Nov, 23:05',
  ])
  expect(formatMinute('?', now)).toBe('')
})
