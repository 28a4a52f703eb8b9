import { resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { someBySeed } from '../../../../fakes/by-seed'
import { firstDecisions } from '../../../../fakes/first-decisions'
import { readCorpus } from '../../../../fakes/risk-corpus'

const decisions = firstDecisions()
const { assess, decide } = decisions
afterAll(decisions.remove)
const shell = (text: string) => ({ argv: ['bash', '-lc', text] })

test.each([
  // A program of which nothing is known.
  'frobnicate --all ~',
  'echo hello; frobnicate',
  // Neither what stands beside it nor how it is spelt makes it better known.
  'frobnicate; npm test',
  'rm notes.txt & frobnicate --all',
  '\u0441url https://example.com/x',
  'gi\u0301t status',
  'frobnicate -- npm test',
  'strace -f frobnicate',
  // Text that the shell evaluates, and that nobody knows before it runs.
  'x=$(cat f); echo $((x))',
  'x=$(cat f); y=x; ((y))',
  'x=$(cat f); [[ $x -gt 0 ]]',
  'x=$(cat f); [[ 1 -lt x ]]',
  'x=$(cat f); let "y = x + 1"',
  'x=$(cat f); echo ${a[x]} ',
  'x=$(cat f); echo "${a[$x]}"',
  'x=$(cat f); a[$x]=1',
  'x=$(cat f); y=hello; echo "${y:x}"',
  'x=$(cat f); echo "${!x}"',
  'x=$(cat f); echo "${x@P}"',
  'x=$(cat f); printf -v "$x" 1',
  'x=$(cat f); read -r "$x" <<< 1',
  'x=$(cat f); unset "$x"',
  'x=$(cat f); test -v "$x"',
  'x=$(cat f); declare "$x=1"',
  'declare -i x=$(cat f)',
  'declare -i x; x=$(cat f)',
  'export $(grep -v "^#" vars.txt | xargs)',
  'echo $(( $(cat f) + 1 ))',
  'read -r x < f; ((x > 3)) && echo big',
  'while read -r a b; do ((sum += b)); done < data.csv',
  'f() { (( $1 > 0 )); }; f "$(cat f)"',
  "let 'a[$(rm'",
  // Text that runs, and that nobody knows.
  'eval "$(cat f)"',
  'bash --rcfile setup.sh -i',
  'bash -c "$TEXT"',
  '$(cat f) -rf src',
  'python3 -c "$CODE"',
  'if true; then echo "',
  'echo x > y.sh; python3 gen.py > y.sh; bash y.sh',
])('%s could not be analysed: asked about with full access, never low, never known-safe', async (text) => {
  const line = shell(text)
  expect([
    (await assess(line)).level === 'low',
    await decide(line, 'on-request', 'danger-full-access'),
    await decide(line, 'on-failure', 'danger-full-access'),
    await decide(line, 'untrusted', 'workspace-write'),
    // A sandbox comes first, and where nobody can be asked the person chose that it runs.
    await decide(line, 'on-request', 'workspace-write'),
    await decide(line, 'never', 'danger-full-access'),
  ]).toEqual([false, 'ask', 'ask', 'ask', 'run', 'run'])
})

test.each([
  'n=$(grep -c foo README.md); if [ "$n" -gt 3 ]; then echo many; fi',
  'n=$(ls | wc -l); echo $((n + 1))',
  'start=$(date +%s); sleep 1; echo $(( $(date +%s) - start ))',
  'for ((i=0; i<10; i++)); do echo "$i"; done',
  'arr=($(seq 1 3)); for x in "${arr[@]}"; do echo $((x*2)); done',
  'declare -A m; while read -r w; do m[$w]=1; done < data.csv; echo ${#m[@]}',
  'count=0; for f in src/*; do ((count++)); done; echo $count',
  'if [[ $(node -v | cut -d. -f1 | tr -d v) -ge 18 ]]; then echo ok; fi',
  "total=$(find . -name '*.ts' | xargs wc -l | tail -1 | awk '{print $1}'); echo $((total/2))",
  'i=$((i+1)); echo "${arr[i]}" "${@:2}" "${x:0:5}"',
  'name=foo; printf "%s\\n" "${!name}"',
  'export FOO="$(date)" BAR=$(git rev-parse HEAD)',
  'f() { local n=${1:-5}; for ((i=0;i<n;i++)); do echo $i; done; }; f 3',
  "PS1='\\u@\\h:\\w\\$ '; export PS1",
  "PS4='+ $LINENO: '; set -x; ls",
  "awk '{c[$(NF)]++} END {for (k in c) print k, c[k]}' data.csv",
  "echo 'a[$(date)]'",
  "git commit -m 'use arr[`i`] here'",
  'read -r -a parts <<< "a b c"; echo "${parts[1]}"',
  'mapfile -t lines < data.csv; echo "${#lines[@]}" "${lines[0]}"',
  'size=$(stat -c %s README.md); (( size > 1000 )) && echo big',
  'x=$(jq ".dependencies | length" package.json); ((x > 5)) && echo many',
  'RANDOM=42; echo $((RANDOM % 6))',
  'exec 3> out.txt; exec {fd}> out.txt; echo hi >&3',
  'ver=$(cat README.md); echo "${ver%.*}" "${ver@Q}"',
  "IFS=: read -r a b <<< '/x:/y'; IFS=$'\\n'; for f in $(ls); do echo \"$f\"; done",
])('%s is everyday: low, and runs unasked with full access', async (text) => {
  const line = shell(text)
  expect([(await assess(line)).level, await decide(line, 'on-request', 'danger-full-access')]).toEqual([
    'low',
    'run',
  ])
})

test.each([
  'eval "$(ssh-agent -s)"',
  'eval "$(direnv hook bash)"; npm test',
  'source <(kubectl completion bash)',
  './configure && make -j4',
  'bash ./not-there.sh',
  './target/debug/app --flag',
  'source ~/.nvm/nvm.sh && nvm use 20',
  'autoreconf -i; dune build; sass a.scss b.css; gleam test',
  'svn up; hg pull; vagrant up; zfs list',
  'dos2unix README.md; uuidgen; staticcheck ./...',
])(
  '%s is the work of tools that are known: medium at most, and runs unasked with full access',
  async (text) => {
    const line = shell(text)
    expect([
      (await assess(line)).level !== 'high',
      await decide(line, 'on-request', 'danger-full-access'),
    ]).toEqual([true, 'run'])
  },
)

test.each([
  `python3 -c "open('data.csv','w')"`,
  `python3 -c "import io; io.open('notes.txt','wb').close()"`,
  `python3 -c "from pathlib import Path; Path('data.csv').write_text('')"`,
  `python3 -c "import os; os.truncate('data.csv', 0)"`,
  `python3 -c "from os import remove; remove('notes.txt')"`,
  `python3 -c "import sys; open(sys.argv[1],'w')" data.csv`,
  `python3 -W ignore -c "import os; os.remove('notes.txt')"`,
  `python3 <<< "open('data.csv','w')"`,
  `node --eval="require('fs').truncateSync('data.csv')"`,
  `bun -e "await Bun.write('data.csv','')"`,
  `deno eval -A "Deno.truncateSync('data.csv')"`,
  `perl -e 'open(F,">","data.csv")'`,
  `ruby -e 'File.write("data.csv","")'`,
  `php -r 'fopen("data.csv","w");'`,
  `awk 'BEGIN{printf "" > "data.csv"}'`,
  `awk -v f=data.csv 'BEGIN{printf "" > f}'`,
  `ex -sc '%d|x' data.csv`,
  `vim -c '1,$d' -c wq data.csv`,
  `ed -s data.csv <<< $',d\nw'`,
  `vim -c 'lua x()' data.csv`,
  'vim -S set-up.vim data.csv',
  'vim scp://host/x',
  'vim -c make',
  'nvim -l x.lua',
  `printf 'ggdGZZ' | vim +12 data.csv`,
  'sed -i d data.csv',
  'x=$(cat f); : > "$x"',
])('%s empties or removes a file, or may: asked about with full access', async (text) => {
  expect(await decide(shell(text), 'on-request', 'danger-full-access')).toBe('ask')
})

test.each([
  `python3 -c "s=open('data.csv').read(); open('data.csv','w').write(s.replace('a','b'))"`,
  `python3 -c "import json; json.dump({}, open('out.json','w'))"`,
  `python3 -c "with open('data.csv','w') as f: print('x', file=f)"`,
  `node -e "require('fs').writeFileSync('data.csv','x')"`,
  `perl -e 'open(F,">data.csv"); print F "x"; close F'`,
  `lua -e 'local f=io.open("data.csv","w"); f:write("x"); f:close()'`,
  `awk '{ print $1, ($2 > 3) }' data.csv`,
  `vim -es -c '%s/a/b/g' -c wq data.csv`,
  `ed -s data.csv <<< $'p\nq'`,
  `sed -i 's/a/b/' data.csv`,
])('%s writes something, or nothing, as everybody does: not asked about with full access', async (text) => {
  expect(await decide(shell(text), 'on-request', 'danger-full-access')).toBe('run')
})

/** How the lines end that are asked about since they could not be analysed, or empty a file. */
const knownEnds = [
  ': > data.csv',
  '> data.csv',
  'cat /dev/null > notes.txt',
  'data.csv',
  'dd if=/dev/null of=notes.txt',
  'notes.txt',
  'notes.txt',
  'truncate -s 0 data.csv',
  'truncate -s 0 notes.txt',
  '$CMD',
  '& $cmd $args',
  'bash -c "$1"',
  'r${x}m notes.txt',
  // Names that only look like those of programs.
  'https://example.com',
  'ls\u200b -la',
  'l\u0455 -la',
  'eval "$SCRIPT"',
  'if true; then echo "',
  "export $(grep -v '^#' vars.txt | xargs)",
  'read -r n < data.csv; ((n > 1)) && echo yes',
  'x=$(cat data.csv); echo $((x))',
]

test('of the lines of the corpus that are not high, only these are asked about since they could not be analysed, or empty a file', async () => {
  const lines = readCorpus('risk.jsonl', resolve(import.meta.dirname, '../../../../corpus'))
  const end = ({ argv }: (typeof lines)[number]): string => argv.at(-1) ?? ''
  const calm = lines.filter(({ level, setup }) => level !== 'high' && setup === undefined)
  const others = calm.filter((line) => !knownEnds.includes(end(line)))
  const asked: string[] = []
  for (const line of [
    ...calm.filter((each) => knownEnds.includes(end(each))),
    ...someBySeed('lines that are not asked about', others, Math.ceil(others.length / 3)),
  ]) {
    const open = await decide(line, 'on-request', 'danger-full-access')
    const confined = await decide(line, 'on-request', 'workspace-write')
    if (open !== confined) asked.push(end(line))
  }
  expect(asked.sort()).toEqual(knownEnds.toSorted())
}, 120_000)
