import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { turnBySeed } from '../../../../fakes/by-seed'
import { firstDecisions } from '../../../../fakes/first-decisions'
import { probesOfBash } from '../../../../fakes/probes-of-bash'

// What a word is said to be is what bash makes of it: values, defaults, patterns, splitting, functions and branches before it.

const decisions = firstDecisions()
afterAll(decisions.remove)

const value = fc.constantFrom(
  "'/etc'",
  "'a b'",
  "''",
  "'/x/y/z.tar.gz'",
  'a',
  "'~'",
  '"*"',
  "$'q\\tz'",
  '\'ab\'"cd"',
  '5',
  "'-rf'",
  "'x:y'",
  'A',
  '\\~',
  "'{1,2}'",
  '~',
  '$y',
  '"$y"',
  '${y}k',
  "'é'",
)
const setter = fc.oneof(
  value.map((v) => `x=${v}`),
  value.map((v) => `y=${v}`),
  value.map((v) => `x+=${v}`),
  fc.constantFrom(
    'x=(p q r)',
    'x[1]=z',
    'declare -u x',
    'declare -l x=ABC',
    'declare -i x=3+4',
    'local x=1',
    'unset x',
    'readonly y=7',
    'IFS=:',
    'IFS=',
    'unset IFS',
    'export x',
    'x=$((3*4))',
    'let x=5+6',
    '((x=9))',
    'x=$(echo hi)',
    'x=`echo ho`',
    "read x <<< 'r1 r2'",
    'read x y <<< "r1 r2"',
    'printf -v x %s zz',
    'set -- u v w',
    'shift',
    'x=${x:-dd}',
    ': ${x:=df}',
    'set -f',
    'mapfile -t x <<< "l1"',
    'x=$x/x',
    'eval x=ev',
    "eval 'y=$x'",
    '[ -n "$x" ] && x=yes',
    'false || y=or',
    'true && y=and',
    'if true; then x=if; fi',
    'for x in 1 2; do :; done',
    '{ x=brace; }',
    '(x=sub)',
    'x=1 y=2 true',
    'x=tmp :',
    'f() { x=fn; }; f',
    'f() { local x=lo; y=$x; }; f',
    'while false; do x=n; done',
    'case a in a) x=cs;; esac',
    'export x=ex y=ey',
    'shopt -s nullglob',
    'set -- "$x" "$y"',
    'typeset x=ty',
    'x= y=',
    'x=y; y=x',
  ),
)
const use = fc.constantFrom(
  '$x',
  '"$x"',
  '${x}',
  '"${x}"',
  '$x$y',
  '"$x/$y"',
  '${x:-d}',
  '${x-d}',
  '"${x:+alt}"',
  '${x:+a b}',
  '${x#*/}',
  '${x##*/}',
  '${x%/*}',
  '${x%%/*}',
  '${x%.*}',
  '${x/a/b}',
  '${x//\\//_}',
  '${x/#\\//r}',
  '${x/%z/e}',
  '${x:1}',
  '${x:1:2}',
  '${x: -2}',
  '${x^}',
  '${x^^}',
  '${x,,}',
  '${#x}',
  '${!x}',
  '$((1+2))',
  '$((x+1))',
  '~',
  '~/a',
  '{a,b}$x',
  '{1..3}',
  'a{b,c}d',
  '$1',
  '"$@"',
  '$*',
  '"$*"',
  '$#',
  '$2',
  '${@:2}',
  '${x[0]}',
  '${x[1]}',
  '${x[@]}',
  '"${x[*]}"',
  '${#x[@]}',
  "'$x'",
  '\\$x',
  '"a\\$x"',
  "$'a\\x41'",
  '${x@U}',
  '${x@Q}',
  'x=$x',
  'k=~',
  '--p=~/a',
  '"~"',
  '${x:-~}',
  "${x:-'a b'}",
  '"${x:-a b}"',
  '${y:-$x}',
  '$(echo $x)',
  '"$(echo "$x")"',
  '`echo $y`',
  '$x*',
  '[x]',
  '$_',
  '$0x',
  '${x/$y/z}',
  '${x%$y}',
  '$xy',
  '${xy}',
  '$-',
  '$?',
  'a\\ b',
  '$"m"',
  "a$'b'c",
  '{x,y}',
  '${x:0:${#y}}',
)

/** Every run has others, and a seed always the same. */
const lines = fc.sample(
  fc
    .tuple(fc.array(setter, { maxLength: 3 }), fc.array(use, { minLength: 1, maxLength: 2 }))
    .map(([before, uses]) => [...before, `probe ${uses.join(' ')}`].join('\n')),
  { numRuns: 1500, seed: turnBySeed('lines with known words', 1_000_000) },
)

test(
  'what is said of a word is among what bash makes of it, or nothing is said',
  { timeout: 240_000 },
  async () => {
    const { landmarks } = await decisions.assess({ argv: ['bash', '-c', 'ls'] })
    const wanted = probesOfBash(lines, landmarks.home)
    const wrong: unknown[] = []
    let known = 0
    for (const [at, line] of lines.entries()) {
      const words = wanted[at]?.[0]
      const { judged } = await decisions.assess({ argv: ['bash', '-c', line] })
      const said = judged.commands
        .filter(({ program }) => program === 'probe')
        .flatMap(({ words }) => words.slice(1))
      if (
        words === undefined ||
        judged.unreadable.length > 0 ||
        said.some((word) => !word.known || word.glob)
      )
        continue
      known += 1
      if (!words.every((word) => said.some(({ text }) => text === word)))
        wrong.push({ line, words, said: said.map(({ text }) => text) })
    }
    expect(wrong).toEqual([])
    expect(known).toBeGreaterThan(lines.length / 5)
  },
)
