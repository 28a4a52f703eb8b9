import { afterAll, describe, expect, test } from 'vitest'
import { firstDecisions } from '../../../../fakes/first-decisions'

// What the grammar of shells has in a place where no reader looked for a command.

const decisions = firstDecisions()
afterAll(decisions.remove)

const bash = (line: string) => ({ argv: ['bash', '-c', line] })
const run = 'echo x >> ~/.bashrc'

describe('what runs in a place where nobody looks for it is read', () => {
  test.each([
    `time (${run})`,
    `! time (${run})`,
    `true && time (${run})`,
    `if time (${run}); then :; fi`,
    `eval 'time (${run})'`,
    `f() { time (${run}); }; f`,
    `time -p (${run})`,
    ...['-', ':-', ':=', '=', ':?', '?', '#', '##', '%', '/', '//', '^^', ','].flatMap((by) => [
      `x=a; echo "\${x${by}\`${run}\`}"`,
      `echo \${x${by}\`${run}\`}`,
    ]),
    `x=a; echo "\${x:+\`${run}\`}"`,
    `x=a; echo "\${x/a/\`${run}\`}"`,
    `y="\${x:-\`${run}\`}"`,
    `cat <<< "\${x:-\`${run}\`}"`,
    `cat <<- Z\n\${x:-\`${run}\`}\nZ`,
    `[[ "\${x:-\`${run}\`}" == y ]]`,
    `echo "\${x:-\${y:-\`${run}\`}}"`,
    `echo "\${x:-'$(${run})'}"`,
    `echo "\${x:-'\`${run}\`'}"`,
    `f() { :; } < <(${run}); f`,
    `f() { :; } > >(${run}); f`,
    `f() { echo x; } >> ~/.bashrc; f`,
    `function f { echo x; } >> ~/.bashrc; f`,
    `f() ( echo x ) >> ~/.bashrc; f`,
    `declare -A m; m[\`${run}\`]=1`,
    `declare -A m; m[$(${run})]=1`,
    `declare -A m; m["\${y:-$(${run})}"]=1`,
    `[[ a =~ (\`${run}\`) ]]`,
    // What is of zsh is put in bash's words, and may stand in quotes.
    `echo '\${(' \r; ${run}; echo ')x}'`,
    `echo '\${(e' \r; ${run}; echo ')x}'`,
    `echo '\${(e):-' ; ${run}; x\r echo '}'`,
    `echo '(e:' ; ${run}; x\r echo ':)'`,
    // A shell takes a backslash away inside of backticks, and then reads.
    ...[
      'echo @',
      'x=@/y',
      'echo "@"',
      'echo ${x:-@}',
      'x[@]=1',
      '[[ a == @ ]]',
      'cat <<< "@"',
      'cat <<Z\n@\nZ',
    ].flatMap((line) => [
      line.replace('@', `\`ls \\\`${run}\\\`\``),
      line.replace('@', `\`ls \\$$(${run})\``),
    ]),
    // Between double quotes it takes one away before a double quote as well.
    ...['echo "@"', 'x="@"', 'cat <<< "@"', '[[ "@" ]]', 'echo "${x:-"@"}"'].flatMap((line) => [
      line.replace('@', `\`echo \\"'\\"; ${run} #'\``),
      line.replace('@', `\`echo \\"; ${run} #\\"\``),
    ]),
    `eval "\`echo \\"${run}\\"\`"`,
  ])('%s', async (line) => {
    expect((await decisions.assess(bash(line))).floor.level).toBe('high')
    expect(await decisions.decide(bash(line), 'on-request', 'danger-full-access')).toBe('ask')
    expect(await decisions.decide(bash(line), 'untrusted', 'danger-full-access')).toBe('ask')
  })
})

describe('what stands behind a here-document in its line is read', () => {
  test.each([
    `cat > f <<A; ${run}\nx\nA`,
    `cat <<'A' 2>&1 > f; ${run}\nx\nA`,
    `cat <<-A; ${run}\n\tx\n\tA`,
    `bash <<A 2>&1 | tail\n${run}\nA`,
    `cat <<A\nx\nA\ncat <<B; ${run}\ny\nB`,
  ])('%s', async (line) => {
    const { floor } = await decisions.assess(bash(line))
    expect([floor.level, floor.reasons.some(({ rule }) => rule === 'unreadable')]).toEqual(['high', false])
  })

  test.each([
    `cat <<A; ${run}\nx\\\nA\ny\nA`,
    `cat <<A; ls # x\n${run}\nA`,
    `eval "x <<A; ${run}\nz"; cat <<'B'\nA\nB\ncat <<C; ls\nC`,
  ])('or what it is is not told: %s', async (line) => {
    const { floor } = await decisions.assess(bash(line))
    expect(floor.reasons.map(({ rule }) => rule)).toContain('unreadable')
  })
})

describe('what sh may read otherwise than bash is read in both ways', () => {
  const levelOf = async (line: string, ...argv: readonly string[]) =>
    (await decisions.assess({ argv: [...argv, line] })).floor
  test.each([
    'ls &>f rm -rf ~',
    'ls &>>f rm -rf ~',
    `echo $'\\'; ${run} #'`,
    `cat <<Z\n\`echo \\"'\\"; ${run} #'\`\nZ`,
  ])('%s', async (line) => {
    for (const shell of ['sh', 'dash']) expect((await levelOf(line, shell, '-c')).level).toBe('high')
    expect((await levelOf(`sh <<'A'\n${line}\nA`, 'bash', '-c')).level).toBe('high')
  })

  test.each([
    [`echo "\${x:-'}"; ${run}; echo "'}"`, 'sh', '-c'],
    [`echo "\${x%%"}"[#]{}"; ${run}; echo 1["]}"`, 'sh', '-c'],
    [`echo "\${x:-'}"; ${run}; echo "'}"`, 'bash', '--posix', '-c'],
    [`set -o posix\necho "\${x:-'}"; ${run}; echo "'}"`, 'bash', '-c'],
    [`echo 'ls \\n ${run}' | sh`, 'sh', '-c'],
    [`eval "$(echo 'ls \\n ${run}')"`, 'zsh', '-c'],
  ])('or what it is is not told: %s', async (line, ...argv) => {
    expect((await levelOf(line, ...argv)).reasons.map(({ rule }) => rule)).toContain('unreadable')
  })

  test.each(['ls &>/dev/null', 'ls > f 2>&1 && echo "${x:-\'a\'}"', "echo 'a\\nb'"])(
    '%s is everyday',
    async (line) => {
      expect((await levelOf(line, 'sh', '-c')).level).toBe('low')
    },
  )
})

describe('what zsh takes otherwise than bash is read so as well', () => {
  const levelOf = async (line: string, shell = 'zsh') =>
    (await decisions.assess({ argv: [shell, '-c', line] })).floor
  const bad = 'rm -rf ~'
  test.each([
    '=rm -rf ~',
    'nice =rm -rf ~',
    'true && =rm -rf ~',
    'r=(rm -rf ~); $r',
    'r=(rm -rf ~); ${r}',
    'r=(rm -rf ~); "${(@)r}"',
    'argv=(rm -rf ~); $argv',
    'f() { r=(rm -rf ~); $r }; f',
    'r=RM; ${(L)r} -rf ~',
    'r=rm; p=r; ${(P)p} -rf ~',
    'ls=rm; r=ls; ${(P)r} -rf ~',
    `functions[f]='${bad}'; f`,
    `aliases[x]='${bad}'; eval x`,
    `galiases[G]='; ${bad}'; eval 'echo G'`,
    `saliases[txt]='${bad}'; eval ./a.txt`,
    'commands[x]=/srv/x; x -rf ~',
    'hash x=/srv/x; x -rf ~',
  ])('%s', async (line) => {
    expect((await levelOf(line)).level).toBe('high')
    expect((await levelOf(`#!/usr/bin/env zsh\n${line}`)).level).toBe('high')
    expect((await levelOf(`zsh <<'Z'\n${line}\nZ`, 'bash')).level).toBe('high')
  })

  test.each([
    `echo "\${x:-'}"; ${run}; echo "'}"`,
    `functions+=(f '${run}'); f`,
    'r=ls; ${(Q)r} x',
    'typeset -A m; m=(ls 1); ${(k)m} x',
    'r=lsxrm; ${(s:x:)r}',
  ])('or what it is is not told: %s', async (line) => {
    expect((await levelOf(line)).reasons.map(({ rule }) => rule)).toContain('unreadable')
  })

  test.each([
    'ls -l && echo "$HOME" ${x:-y}',
    'files=(a b); for f in $files; do cat $f; done',
    'files=(a b); ls -- $files "${(@)files}" ${files[1]}',
    'echo ${(f)x} ${(o)x}',
    '[[ $x == a ]] && test a = b || echo =',
    "cat > f <<'A'; ls\nr=(x); $r =b\nA",
    'path=(a $path); hash -r; ls',
    'hash -d w=/srv/w',
  ])('%s is everyday', async (line) => {
    const { level, reasons } = await levelOf(line)
    expect([level, reasons.map(({ rule }) => rule)]).toEqual([
      'low',
      expect.not.arrayContaining(['unreadable']),
    ])
  })
})

describe('what cannot be told is asked about', () => {
  test.each([
    `select i in 1; { ${run}; break; } <<< 1`,
    `[[ a == @(\`${run}\`|b) ]]`,
    `((${run}); echo y)`,
    `echo "\${x:-\`${run}}"`,
  ])('%s', async (line) => {
    expect(await decisions.decide(bash(line), 'on-request', 'danger-full-access')).toBe('ask')
  })
})

test.each([
  'time (npm test)',
  'cd `dirname \\`which ls\\`` && ls',
  'time ls',
  'f() { echo x; } > out.txt; f',
  'declare -A m; m[$(date +%s)]=1; echo "${m[@]}"',
  `echo "\${x:-\`date\`}"`,
  `echo "\${2:-(none)}" "\${3:-a\\\`b}"`,
  'x=$((1 + 2)); echo $(( x << 2 )) "${x#(}" "${x%)}"',
  `[[ $x =~ ^(a|b)+$ ]] && echo y`,
  "python3 - <<'PY' 2>&1 | tail -5\nprint(1)\nPY",
  'cat > f <<EOF; ls\nx\nEOF',
  `cd "/x y" && cat > a <<'A'\n1\nA\ntimeout 9 python3 - <<'B' 2>&1 | tail\nprint(1)\nB`,
  'cd docs\ncat << \'EOF\' > f; chmod 644 f && echo "done"\nx\nEOF\nls',
])('%s is everyday: nothing of it is unread', async (line) => {
  const { floor } = await decisions.assess(bash(line))
  expect(floor.reasons.map(({ rule }) => rule)).not.toContain('unreadable')
})
