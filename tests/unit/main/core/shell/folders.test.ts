import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { runsBySeed, turnBySeed } from '../../../../fakes/by-seed'
import { firstDecisions } from '../../../../fakes/first-decisions'
import { probesOfBash } from '../../../../fakes/probes-of-bash'

// Where a command runs is where bash runs it: behind `cd` that works or fails, in chains, branches, loops, functions and other shells.

const decisions = firstDecisions()
const top = mkdtempSync('/var/tmp/cs-folders-')
const base = join(top, 'work')
for (const folder of ['a/b/a', 'c/a', 'c/c', '../a', '../c'])
  mkdirSync(join(base, folder), { recursive: true })
afterAll(() => {
  decisions.remove()
  rmSync(top, { recursive: true })
})

const step = fc.constantFrom(
  ...['cd a', 'cd b', 'cd c', 'cd ..', 'cd m', 'cd -', `cd ${top}`, 'cd "$x"', 'cd $y', 'cd a/b', 'cd ../c'],
  ...['cd ./a', 'cd a/..', 'cd "$PWD/a"', 'cd $OLDPWD', 'cd ~-', 'builtin cd a', 'command cd c', 'cd -- a'],
  ...['cd -P a', 'cd a b', 'cd ""', 'pushd a', 'pushd c', 'pushd', 'popd', 'x=a', 'x=c', 'x=..', 'x=m'],
  ...['y=$PWD', 'set -e', 'true', 'false', 'continue', 'break'],
)
const condition = fc.constantFrom(
  ...[
    'true',
    'false',
    '[ -d a ]',
    '[ "$x" = a ]',
    'cd a',
    'cd m',
    'cd c',
    '! cd a',
    '! cd m',
    'cd a && cd b',
  ],
)
const { body } = fc.letrec<{ body: string; statement: string }>((tie) => {
  const inner = tie('body')
  const around = (before: string, after: string) => inner.map((each) => `${before}${each}\n${after}`)
  return {
    body: fc.array(tie('statement'), { minLength: 1, maxLength: 4 }).map((each) => each.join('\n')),
    statement: fc.oneof(
      { depthSize: 'small', withCrossShrink: true, maxDepth: 4 },
      { weight: 7, arbitrary: step },
      { weight: 6, arbitrary: fc.constant('probe "$PWD"') },
      { weight: 3, arbitrary: around('for x in a c ..; do\n', 'done') },
      { weight: 2, arbitrary: around('while read -r n; do\n', `done <<< $'1\\n2\\n3'`) },
      {
        weight: 2,
        arbitrary: fc.tuple(condition, inner).map(([c, b]) => `if ${c}; then\n${b}\nfi`),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(condition, inner, fc.constantFrom('else', 'elif cd c; then'), inner)
          .map(([c, b, other, d]) => `if ${c}; then\n${b}\n${other}\n${d}\nfi`),
      },
      {
        weight: 8,
        arbitrary: fc
          .tuple(
            fc.constantFrom('', 'true && ', 'false || ', 'cd c && ', 'cd m || '),
            condition,
            fc.constantFrom('&&', '||'),
            tie('statement'),
          )
          .map(([before, c, operator, b]) => `${before}${c} ${operator} { ${b}\n}`),
      },
      { weight: 1, arbitrary: around('case $x in a)\n', ';; esac') },
      { weight: 1, arbitrary: around('f() {\n', '}\nf; f') },
      { weight: 1, arbitrary: around('f() (\n', ')\nf; f') },
      { weight: 1, arbitrary: around('(\n', ')') },
      { weight: 1, arbitrary: around('{ ', '} | cat') },
      { weight: 1, arbitrary: around('{ ', '} 4> /dev/null') },
      { weight: 1, arbitrary: around('{ ', '} &\nwait') },
    ),
  }
})

test('a command runs in one of the folders that are said, or none is', async () => {
  const lines = fc.sample(
    body.map((each) => `x=a y=c\ncd ${base}/c\ncd ${base}\n${each}\nprobe "$PWD"`),
    { numRuns: runsBySeed(1600), seed: turnBySeed('lines that change folders', 1_000_000) },
  )
  const wanted = probesOfBash(lines, '/root')
  const wrong: unknown[] = []
  let known = 0
  for (const [at, line] of lines.entries()) {
    const { judged } = await decisions.assess({ argv: ['bash', '-c', line] })
    if (judged.unreadable.length > 0) continue
    const said = judged.commands.filter(({ program }) => program === 'probe').map(({ cwd }) => cwd)
    for (const [ran = ''] of wanted[at] ?? []) {
      known += said.every((folders) => folders.length > 0) ? 1 : 0
      // What other programs print stands before it.
      if (!said.some((folders) => folders.length === 0 || folders.some((folder) => ran.endsWith(folder))))
        wrong.push({ line, ran, said })
    }
  }
  expect(wrong).toEqual([])
  expect(known).toBeGreaterThan(lines.length / 4)
})
