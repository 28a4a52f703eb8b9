import { expect, test } from 'vitest'
import { withoutSecrets } from '../../../../../src/main/core/checkpoints/without-secrets'

const section = (before: string, after: string, text: string): string =>
  [
    `diff --git a/${after === 'dev/null' ? before : after} b/${after === 'dev/null' ? before : after}`,
    'index 1..2 100644',
    `--- ${before === 'dev/null' ? '/dev/null' : `a/${before}`}`,
    `+++ ${after === 'dev/null' ? '/dev/null' : `b/${after}`}`,
    '@@ -1 +1 @@',
    `-${text} one`,
    `+${text} two`,
    '',
  ].join('\n')
const place = { folder: '/work', home: '/home/me' }

test('files that may hold secrets are named, made, changed or gone, and none of their lines is', () => {
  const plain = section('src/a.ts', 'src/a.ts', 'plain')
  const shown = withoutSecrets(
    [
      plain,
      section('.env', '.env', 'hush'),
      section('dev/null', 'deploy/.env.local', 'hush'),
      section('.npmrc', 'dev/null', 'hush'),
      plain.replaceAll('a.ts', 'b.ts'),
    ].join(''),
    place,
  )
  expect(shown).not.toContain('hush')
  expect(shown.match(/^diff --git .*$/gm)).toHaveLength(5)
  expect(shown).toContain('diff --git a/.env b/.env\nindex 1..2 100644\nsecret-lines-left-out\n')
  expect(shown).toContain(plain)
  expect(shown.endsWith('+plain two\n')).toBe(true)
})

test('a line of a file that looks like a header is none, and what was cut stays cut', () => {
  const text = section('a.md', 'a.md', 'plain').replace('+plain two', '+++ b/.env')
  expect(withoutSecrets(text, place)).toBe(text)
  const cut = section('.env', '.env', 'hush').slice(0, -20)
  expect(withoutSecrets(cut, place)).not.toContain('hush')
  expect(withoutSecrets('', place)).toBe('')
})

test('a name in quotation marks is looked at as well', () => {
  const text = section('x', 'x', 'hush')
    .replaceAll('a/x', '"a/gr\\303\\274n/.env"')
    .replaceAll('b/x', '"b/gr\\303\\274n/.env"')
  expect(withoutSecrets(text, place)).not.toContain('hush')
})

test.each(['\r', '\u2028', '\u2029'])('a line that has %j in it is one line', (separator) => {
  const held = section('.env', '.env', `a${separator}diff --git a/x b/x${separator}hush`)
  expect(withoutSecrets(held, place)).not.toContain('hush')
  const early = section('.env', '.env', 'hush').replace('index 1', `x${separator}@@ index 1`)
  expect(withoutSecrets(early, place)).not.toContain('hush')
})
