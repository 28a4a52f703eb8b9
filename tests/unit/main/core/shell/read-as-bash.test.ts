import { spawnSync } from 'node:child_process'
import { afterAll, describe, expect, test } from 'vitest'
import { bashParser } from '../../../../fakes/bash-parser'
import { bashTrees } from '../../../../fakes/bash-trees'
import { turnBySeed } from '../../../../fakes/by-seed'
import { firstDecisions } from '../../../../fakes/first-decisions'

// The grammar has other blanks, joints and comments than bash: what it would hide is read, or counts as not analysed.

const decisions = firstDecisions()
afterAll(decisions.remove)
const bash = (line: string) => ({ argv: ['bash', '-c', line] })
const bad = 'rm -rf ~'

describe('a command that the grammar takes for blank, comment or word is judged as what it is', () => {
  test.each([
    `ls . \\ #; ${bad}`,
    `ls . \\\t#; ${bad}`,
    `ls . \\ # ; ${bad}`,
    `ls a\\\n#b; ${bad}`,
    `ls\n\\${bad}`,
    `ls\n\\\n${bad}`,
    `r\\\nm -rf ~`,
    `for x in a\n\\b; do :; done; ls \\ #; ${bad}`,
    // A line's end within `$` and its bracket or its name.
    `cat <<A\n$\\\n(${bad})\nA`,
    `echo "$\\\n(${bad})"`,
    `echo \${x:-$\\\n(${bad})}`,
    `x=ls; xy='${bad}'; eval "$x\\\ny"`,
    `x=ls; xy='${bad}'; bash <<A\n$x\\\ny\nA`,
    // Backticks end at the next one.
    `ls \`:\`\`${bad}\``,
    `ls > \`:\`\`${bad}\`f`,
    // Two subshells and no arithmetic, a `$` that stands for itself, backticks in a pattern.
    `((${bad}); :)`,
    `((${bad}); (ls))`,
    `x=$ ${bad}`,
    `x=$\n${bad}`,
    `[[ a =~ \`${bad}\` ]]`,
    `[[ a =~ ^x\`${bad}\`$ ]]`,
    // Behind assignments alone in their line the grammar has the group's bracket for a name.
    `cat <<A\nx\nA\nA= B=\n{ ${bad}; }`,
  ])('%j', async (line) => {
    const { floor } = await decisions.assess(bash(line))
    expect([floor.level, (await bashTrees.tree(line))?.broken]).toEqual(['high', true])
    expect(await bashParser().parse(line)).toBeUndefined()
    expect(await decisions.decide(bash(line), 'on-request', 'danger-full-access')).toBe('ask')
    expect(await decisions.decide(bash(line), 'untrusted', 'danger-full-access')).toBe('ask')
  })

  test.each([
    'x=(a)#b; ls',
    'find . -del\\\nete',
    'a=$b/$c/d e=1 f',
    "sort |\n\tsed -n 's/^[0-9][0-9]* //p' |\n\tgrep -v '^$'\n\nrc=$?\n[ $rc -eq 1 ] &&\n\techo >&2 \"${0##*/}: x\"",
    'if ! { [ -x b ] && c; } && d; then\n ls\nfi',
    `x=\`cat <<'A'\n\`; ${bad}; x=\`\nA\n\``,
    // A here-document begins and ends where bash has it.
    `cat <<A; ${bad}\ncho \${#x}; ls`,
    'cat <<A\n${#x}; ls',
    'cat <<A\n$x\nAB',
    'cat <<A \\\n| wc\nx\nA',
    'cat <<A\nA\\\n\nx\nA',
    'cat <<$A\nx\n$A',
    `cat <<'A\\B'\nx\nA\\B\n${bad}\nAB`,
  ])('what cannot be told so is not analysed: %j', async (line) => {
    expect((await bashTrees.tree(line))?.broken).toBe(true)
    expect(await bashParser().parse(line)).toBeUndefined()
    const { floor } = await decisions.assess(bash(line))
    expect(floor.reasons.map(({ rule }) => rule)).toContain('unreadable')
  })
})

describe('where it is known what the grammar has otherwise, the tree is mended', () => {
  const programs = async (line: string): Promise<readonly (string | undefined)[]> => {
    const tree = await bashTrees.tree(line)
    expect(tree?.broken).toBe(false)
    const { floor } = await decisions.assess(bash(line))
    return [floor.level]
  }
  test.each([
    ['PATH=$PATH:$a/bin rm -rf ~', 'high'],
    ['a=$b/$c/d; rm -rf ~', 'high'],
    ['a=1 b=2\nrm -rf ~', 'high'],
    ['a=1 b=2\nrm -rf ~ && ls', 'high'],
    ['a=1 b=2\nls', 'low'],
    ['cat $a/$b/c', 'low'],
    ['cp $src/$d/file out', 'low'],
    ['cat x/`date +%F`/y', 'low'],
    ['tar cf - . 2>/dev/null | wc -c', 'low'],
    ['echo x && cat - 2>/dev/null', 'low'],
    ['echo " $a  $(date) b" # x', 'low'],
    ['ls \\\n  -l \\\n  | wc', 'low'],
    ['ls &&\\\n  date', 'low'],
    ['case $x in *"-a "*) ls ;; esac', 'low'],
    ["cat <<'A B' | wc\n`\nA B\nls", 'low'],
    ['cat <<-A\n\t$x ${y}\n\tA\nls', 'low'],
    ['echo "a $x\\\n b"', 'low'],
    [`[[ $x == *\\"* || $x == *"'"* ]] && ls`, 'low'],
    [`[[ $x == a || $x == *"'"*\`${bad}\` ]] && ls`, 'high'],
    ['for (( i = 0 ; i < 3 ; i += 1 )); do ls; done', 'low'],
    [`for (( i = $(${bad}) ; i < 3 ; i++ )); do ls; done`, 'high'],
    ['cat <<"A"\n$\\\n(ls)\nA', 'low'],
    [`A= B=\n[ -f x ] && ls`, 'low'],
    [`A= B= # c\n# d\nls && ls`, 'low'],
    [`A= B= # c\n${bad}`, 'high'],
    // A string that is translated is one in the middle of a word and behind a command's name too.
    ['rm -rf $"/home"', 'high'],
    ['rm -rf $"$HOME"', 'high'],
    ['rm -rf $"/""home"', 'high'],
    ['r$"m" -rf ~', 'high'],
    ['$"r"m -rf ~', 'high'],
    ['r\'m\'$"" -rf ~', 'high'],
    ['eval $"rm -rf ~"', 'high'],
    ['echo x >> ~/$".bashrc"', 'high'],
    ['echo $"a" b$"c" "d$" e$', 'low'],
  ])('%j', async (line, level) => {
    expect(await programs(line)).toEqual([level])
  })

  test.each([
    ['A= B=\n{ ls; }', 'low'],
    ['A= B= # c\nif true; then ls; fi', 'low'],
    ['A= B=\n! ls', 'low'],
    [`A= B=\n{ ${bad}; }`, 'high'],
    [`A= B= # c\nif true; then ${bad}; fi`, 'high'],
    // Several documents of a line, and documents within brackets.
    ['{ cat <<A; cat <<B; }\nx\nA\ny\nB', 'low'],
    ["(cat <<'A'; ls) > f\nit's\nA", 'low'],
    ['if ! cat > f <<EOF; then\n$x "q" \\" ${y}\nEOF\necho no; fi', 'low'],
    ['for i in 1 2; do cat >> f <<-EOF; done\n\t$i\n\tEOF', 'low'],
    [`{ bash <<A; cat <<B; }\n${bad}\nA\ny\nB`, 'high'],
    [`{ cat <<A; cat <<B; }\nx\nA\ny\nB\n${bad}`, 'high'],
    [`if ! bash > f <<EOF; then\n${bad}\nEOF\necho no; fi`, 'high'],
    [`{ cat <<A; ls \\<<B; }\nx\nA\n${bad}\nB`, 'high'],
  ])('or read in a spelling that the grammar knows: %j', async (line, level) => {
    expect((await bashTrees.tree(line))?.broken).toBe(true)
    const { floor } = await decisions.assess(bash(line))
    expect([floor.level, floor.reasons.some(({ rule }) => rule === 'unreadable')]).toEqual([level, false])
  })

  test.each([
    `{ cat <<A; ls; }\n$(${bad})\nA`,
    `{ cat <<A; ls; }\nx\\\nA\n${bad}\nA`,
    `x=([1<<A]=1); { cat <<B; cat <<C; }\nx\nB\n${bad}\nC`,
    `{ cat <<A; cat <<B; } # <<C\nx\nA\ny\nB\n${bad}\nC`,
    `{ cat <<A=1; ls; }\nA=1\n${bad}`,
  ])('where what stands in a document is not certain, it is not analysed: %j', async (line) => {
    const { floor } = await decisions.assess(bash(line))
    expect(floor.reasons.map(({ rule }) => rule)).toContain('unreadable')
  })

  test('what is joined is one word, and what is split two statements', async () => {
    const shape = async (line: string): Promise<unknown> => {
      const tree = await bashTrees.tree(line)
      const told = (node: NonNullable<typeof tree>['root']): unknown =>
        ['program', 'command', 'redirected_statement', 'list'].includes(node.type)
          ? [node.type, ...node.children.map(told)]
          : line.slice(node.start, node.end)
      return tree && told(tree.root)
    }
    expect(await shape('PATH=$PATH:$a/bin ls -l')).toEqual([
      'program',
      ['command', 'PATH=$PATH:$a/bin', 'ls', '-l'],
    ])
    expect(await shape('$a/$b/c d')).toEqual(['program', ['command', '$a/$b/c', 'd']])
    expect(await shape('a=1 b=2\nx y && z')).toEqual([
      'program',
      'a=1 b=2',
      ['list', ['command', 'x', 'y'], '&&', ['command', 'z']],
    ])
    expect(await shape('x a - 2>b')).toEqual([
      'program',
      ['redirected_statement', ['command', 'x', 'a', '-'], '2>b'],
    ])
  })
})

describe('what is a blank to the grammar and a letter to the shells is a letter', () => {
  const levelOf = async (line: string) => {
    expect([(await bashTrees.tree(line))?.broken, await bashParser().parse(line)]).toEqual([false, undefined])
    expect(await decisions.decide(bash(line), 'untrusted', 'danger-full-access')).toBe('ask')
    const { floor } = await decisions.assess(bash(line))
    return [floor.level, floor.reasons.some(({ rule }) => rule === 'unreadable')]
  }
  test.each([
    ['ls -l\r\necho x\r\n', 'low'],
    ['cd src\r\ncat a b\r\n', 'low'],
    ['git diff --stat\r\n', 'low'],
    ['cat > f <<EOF\r\nx\r\nEOF\r\nls -l\r\n', 'low'],
    ['cat a\\\fb', 'low'],
    ['cat a\u00a0b', 'low'],
    [`ls \\\r\n${bad}`, 'high'],
    [`ls \\\f\n${bad}`, 'high'],
    [`ls \\\v\n${bad}`, 'high'],
    // One that drops them at the ends of lines is thought of as well.
    [`${bad}\r\n`, 'high'],
    [`ls -l\r\n${bad}\r`, 'high'],
    [`cat <<A\r\nx\r\nA\r\n${bad}\r\n`, 'high'],
    [`cat <<A\r\nx\nA\r\n${bad}\nA`, 'high'],
  ])('%j', async (line, level) => {
    expect(await levelOf(line)).toEqual([level, false])
  })

  test.each(['echo "a\u3000b"', "echo 'a\r'"])('in quotes it is text: %j', async (line) => {
    expect((await bashParser().parse(line))?.plain).toBe(true)
  })

  test('so that a program is called by another name than is seen', async () => {
    for (const line of ['ls\r', 'a\vb', './x\r']) expect((await levelOf(line))[0]).not.toBe('low')
  })

  test.each(['if true; then\r\n  ls\r\nfi\r\n', `ls \\\r\n\\${bad}`])('%j is not analysed', async (line) => {
    const { floor } = await decisions.assess(bash(line))
    expect(floor.reasons.map(({ rule }) => rule)).toContain('unreadable')
  })
})

describe('a line that reads as plain has the words that bash has', () => {
  /** What lines are made of; none starts anything beside `pa`. */
  const pieces = [
    ...[' ', ' ', '  ', '\t', '\n', '\r', '\f', '\v', '\\\n', '\\\r\n', '\\ ', '\\\t', ' \\ #', '#', ' # '],
    ...['a', 'b', 'é', '1', '-', '--', '=', '/', ':', ',', '%', '^', '@', '+', '~', '!', '{', '}', '[', ']'],
    ...['"x"', "'y'", '""', "''", '\\a', '\\#', '\\;', '\\"', "\\'", '\\\\', '$', '\u00a0', '\u2003'],
    ...[';', '; ', ' && pa c', ' || pa d', '; pa e', '\npa f', '\n\\pa g', '\\\npa h', 'pa i'],
  ]
  /** Prints what it is given: words behind \1, calls behind \2. */
  const pa = `pa() { printf 'pa\\001'; for w in "$@"; do printf '%s\\001' "$w"; done; printf '\\002'; }`

  test('for lines of a seed', async () => {
    let state = turnBySeed('lines for bash', 1_000_000)
    const next = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    const parser = bashParser()
    const lines: { readonly line: string; readonly words: readonly (readonly string[])[] }[] = []
    for (let tries = 0; tries < 4_000 && lines.length < 120; tries += 1) {
      const line = `pa ${Array.from({ length: 2 + next(8) }, () => pieces[next(pieces.length)]).join('')}`
      const parsed = await parser.parse(line)
      const words = parsed?.commands.map((command) => command.map(({ text }) => text)) ?? []
      // Patterns, the home folder and what is no `pa` are other rows' matter.
      const simple = words.every(([first]) => first === 'pa') && !/[~[]/.test(line)
      if (parsed?.plain === true && simple) lines.push({ line, words })
    }
    expect(lines.length).toBe(120)
    for (const { line, words } of lines) {
      const { stdout } = spawnSync('bash', ['-c', `${pa}\n${line}`], { encoding: 'utf8', timeout: 10_000 })
      const ran = stdout
        .split('\u0002')
        .slice(0, -1)
        .map((call) => call.split('\u0001').slice(0, -1))
      // Of what stands behind || and && a part runs: what ran must have been read.
      expect({
        line,
        ran: ran.filter((call) => !words.some((each) => each.join('\0') === call.join('\0'))),
      }).toEqual({ line, ran: [] })
    }
  })
})
