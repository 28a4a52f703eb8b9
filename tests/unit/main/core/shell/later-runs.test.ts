import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { runsBySeed, turnBySeed } from '../../../../fakes/by-seed'
import { firstDecisions } from '../../../../fakes/first-decisions'
import { probesOfBash } from '../../../../fakes/probes-of-bash'

// What a loop runs when it comes round again, with what it left behind itself; and arrays, parameters and functions that change meanwhile.

const decisions = firstDecisions()
afterAll(decisions.remove)

const decide = (line: string) =>
  decisions.decide({ argv: ['bash', '-c', line] }, 'on-request', 'danger-full-access')
const many = 'pwd true date id whoami uname nproc arch uptime df du groups stat file wc head tail sort'.split(
  ' ',
)
const harm = 'x="rm -rf /etc"'

test.each([
  `x=ls; for i in 1 2; do $x; ${harm}; done`,
  `x=ls; while read -r y; do $x; x=$y; done < list`,
  `x=ls; until false; do $x; ${harm}; done`,
  `x=ls; for ((i=0;i<2;i++)); do $x; ${harm}; done`,
  `x=ls; select y in a b; do $x; ${harm}; done`,
  `x=ls; for i in 1 2; do for j in 1 2; do $x; done; ${harm}; done`,
  `x=ls; for i in 1 2; do f() { $x; }; f; ${harm}; done`,
  `p() { ${harm}; }; x=ls; for i in 1 2; do $x; p; done`,
  `x=ls; y=ls; z=ls; for i in 1 2 3 4; do $x; x=$y; y=$z; z="rm -rf /etc"; done`,
  `x=ls; while $x; do ${harm}; done`,
  `for i in 1 2; do \${x:-ls}; ${harm}; done`,
  `x=ls; for i in 1 2; do $x; eval "x=\\"rm -rf /etc\\""; done`,
  'x=README.md; for i in 1 2; do cat "$x"; x=/root/.ssh/id_rsa; done',
  'set -- ls; while true; do "$@"; set -- rm -rf /etc; done',
  'if [ -n "$y" ]; then set -- rm -rf /etc; fi; "$@"',
  'f() { x="rm -rf /etc"; return; x=ls; }; f; $x',
  'x=ls; for i in 1 2; do x="rm -rf /etc"; break; x=ls; done; $x',
  // Names that stand for others.
  'x=ls; if [ -n "$y" ]; then declare -n r=x; fi; r="rm -rf /etc"; $x',
  'x=ls; declare -n r; for r in x y; do r="rm -rf /etc"; done; $x',
  'a=(ls); declare -n r="a[0]"; r=rm; "${a[@]}" -rf /etc',
  // What stands first in an array.
  'a=(ls); a[0]=rm; a[1]=-rf; a[2]=/etc; "${a[@]}"',
  'a=(ls); a[0]=rm; a[1]=-rf; a[2]=/etc; ${a[@]}',
  'a=(ls); a[0]=rm; a[1]=-rf; a[2]=/etc; env "${a[@]}"',
  'a=(ls); declare -n r=a; r[0]=rm; r[1]=-rf; r[2]=/etc; "${a[@]}"',
  'a=(ls rm -rf /etc); unset "a[0]"; "${a[@]}"',
  // More values than are followed.
  `printf '%s\\n' ${many.join(' ')} /root/.ssh/id_rsa | while read -r f; do cat "$f"; done`,
  `a=(ls); ${many.map((each) => `a[0]=${each}; `).join('')}a[0]=rm; a[1]=-rf; a[2]=/etc; "\${a[@]}"`,
  'a=(ls rm -rf /etc); "${a[@]:1}"',
  'a=(ls rm -rf /etc); a=("${a[@]:1}"); "${a[@]}"',
  'f() { "$1" -rf /etc; }; x=; [ -n "$y" ] && x=ls; f $x rm',
])('%s is asked about', async (line) => {
  expect(await decide(line)).toBe('ask')
})

test.each([
  'x=a; for i in 1 2 3; do echo $x; x=b; done',
  'i=0; while [ $i -lt 5 ]; do echo $i; i=$((i+1)); done',
  'for f in *.ts; do n=$(basename "$f" .ts); echo "$n"; done',
  'for d in a b; do cd $d && ls && cd ..; done',
  'for d in a b; do echo $d; cd $d; npm test; cd -; done',
  'for d in a b; do pushd $d; ls; popd; done',
  'total=0; for f in *; do s=$(wc -c < "$f"); total=$((total+s)); done; echo $total',
  'args=(); for f in *.ts; do args+=("$f"); done; git add "${args[@]}"',
  'a=(npm run); if [ -n "$x" ]; then a+=(--watch); fi; "${a[@]}"',
  'while [ $# -gt 0 ]; do case $1 in -v) v=1; shift;; *) ls "$1"; shift;; esac; done',
])('%s is everyday', async (line) => {
  expect(await decide(line)).toBe('run')
})

test('loops in loops are read in a time that grows with their text', async () => {
  const depth = 40
  const line = `${'for i in 1 2; do x=$y; y=$x; '.repeat(depth)}echo $x; ${'done; '.repeat(depth)}`
  const { judged } = await decisions.assess({ argv: ['bash', '-c', line] })
  expect(judged.commands.length).toBeLessThan(600)
})

const word = fc.constantFrom('b', 'c', 'e', '-f', '/g', "'h i'")
const simple = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom('x', 'y', 'z'), word).map(([n, w]) => `${n}=${w}`) },
  { weight: 3, arbitrary: word.map((w) => `a+=(${w})`) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(0, 1, 2), word).map(([at, w]) => `a[${String(at)}]=${w}`),
  },
  { weight: 2, arbitrary: fc.tuple(word, word).map(([p, q]) => `a=(${p} ${q})`) },
  { weight: 2, arbitrary: fc.tuple(word, word).map(([p, q]) => `set -- ${p} ${q}`) },
  {
    weight: 9,
    arbitrary: fc.constantFrom(
      ...['x=$y', 'y=$z', 'z=$x', 'x=$1', 'y=${a[0]}', 'x=$x$y', 'x+=k', 'y=${x}q', 'shift', 'export y'],
      ...['a=("${a[@]:1}")', 'set -- "$@" $x', 'set -- "${a[@]}"', 'a=("$@")', 'continue', 'break', 'return'],
    ),
  },
)
const use = fc.constantFrom(
  ...['$x', '"$y"', '$z', '"$x$y"', '${x:-d}', '${x%b}', '"$@"', '$1'],
  ...['"${a[@]}"', '${a[0]}', '"${a[@]:1}"', '"${a[@]%b}"', '"${a[@]:0:1}"'],
)
const condition = fc.constantFrom(
  ...['true', 'false', '[ "$x" = b ]', '[ "$y" = c ]', '[ $# -gt 1 ]', '[ -n "$z" ]'],
)
const { body } = fc.letrec<{ body: string; statement: string }>((tie) => {
  const inner = tie('body')
  const of = (weight: number, arbitrary: fc.Arbitrary<string>) => ({ weight, arbitrary })
  return {
    body: fc.array(tie('statement'), { minLength: 1, maxLength: 4 }).map((each) => each.join('\n')),
    statement: fc.oneof(
      { depthSize: 'small', withCrossShrink: true, maxDepth: 4 },
      of(6, simple),
      of(
        5,
        use.map((each) => `probe ${each}`),
      ),
      of(
        3,
        fc
          .tuple(fc.constantFrom('x', 'i', 'y'), word, word, inner)
          .map(([name, p, q, b]) => `for ${name} in ${p} ${q} e; do\n${b}\ndone`),
      ),
      of(
        2,
        inner.map((b) => `while read -r n; do\n${b}\ndone <<< $'1\\n2\\n3'`),
      ),
      of(
        2,
        fc.tuple(condition, inner).map(([c, b]) => `if ${c}; then\n${b}\nfi`),
      ),
      of(
        2,
        fc.tuple(condition, inner, inner).map(([c, b, d]) => `if ${c}; then\n${b}\nelse\n${d}\nfi`),
      ),
      of(
        2,
        fc
          .tuple(word, fc.constantFrom(';; *', ';& k'), inner, inner)
          .map(([w, next, b, d]) => `case "$x" in ${w})\n${b}\n${next})\n${d}\n;; esac`),
      ),
      of(
        2,
        fc
          .tuple(condition, fc.constantFrom('&&', '||'), tie('statement'))
          .map(([c, operator, b]) => `${c} ${operator} { ${b}\n}`),
      ),
      of(
        1,
        inner.map((b) => `f() {\n${b}\n}\nf $x p; f`),
      ),
      of(
        1,
        inner.map((b) => `(\n${b}\n)`),
      ),
    ),
  }
})

test('what bash passes on, in whatever round, is among what is read, or it is said not to be known', async () => {
  const lines = fc.sample(
    body.map((each) => `x=b y=c z=e\na=(b c)\nset -- c e\n${each}`),
    { numRuns: runsBySeed(2400), seed: turnBySeed('lines with loops', 1_000_000) },
  )
  const wanted = probesOfBash(lines, '/root')
  const wrong: unknown[] = []
  let known = 0
  for (const [at, line] of lines.entries()) {
    const { judged } = await decisions.assess({ argv: ['bash', '-c', line] })
    if (judged.unreadable.length > 0) continue
    const said = judged.commands
      .filter(({ program }) => program === 'probe')
      .map(({ words }) => words.slice(1))
    const isKnown = said.every((words) => words.every((each) => each.known && !each.glob))
    for (const ran of wanted[at] ?? []) {
      known += isKnown ? 1 : 0
      const isSaid = said.some(
        (words) =>
          words.some((each) => !each.known || each.glob) ||
          ran.every((text) => words.some((each) => each.text === text)),
      )
      if (!isSaid) wrong.push({ line, ran, said: said.map((words) => words.map(({ text }) => text)) })
    }
  }
  expect(wrong).toEqual([])
  expect(known).toBeGreaterThan(lines.length / 4)
})
