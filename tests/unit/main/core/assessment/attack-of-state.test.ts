import { afterAll, describe, expect, test } from 'vitest'
import { firstDecisions } from '../../../../fakes/first-decisions'

const decisions = firstDecisions()
afterAll(decisions.remove)

const bash = (line: string) => ({ argv: ['bash', '-c', line] })
const levelOf = async (line: string) => (await decisions.assess(bash(line))).floor.level

describe('where cd, pushd and popd lead', () => {
  test.each([
    ['cd -- ~; echo x >> .bashrc', 'high'],
    ['cd -P -- ~; rm -f .bashrc', 'high'],
    ['cd -e -P ~; echo x >> .bashrc', 'high'],
    ['pushd -- ~; echo x >> .bashrc', 'high'],
    ['cd -- ~/.ssh; cat id_ed25519', 'high'],
    ['cd ~; cd src; cd -; echo x >> .bashrc', 'high'],
    ['cd ~; cd /tmp; cd "$OLDPWD"; echo x >> .bashrc', 'high'],
    ['pushd ~; pushd /tmp; popd; echo x >> .bashrc', 'high'],
    ['pushd ~; pushd /tmp; pushd; echo x >> .bashrc', 'high'],
    ['cd ~; pushd /tmp; popd; echo x >> .bashrc', 'high'],
    ['cd ~; popd; echo x >> .bashrc', 'high'],
    ['cd ~/.ssh; cd /tmp; cat ~-/id_ed25519', 'high'],
    ['cd ~; cat ~+/.ssh/id_ed25519', 'high'],
    ['F=~+/.bashrc; echo x >> $F', 'low'],
    ['cd ~; F=~+/.bashrc; echo x >> $F', 'high'],
    ['cd -- src; echo x > a.txt', 'low'],
    ['cd src; cd ..; echo x > a.txt', 'low'],
    ['cd src; cd - >/dev/null; echo x > a.txt', 'low'],
    ['pushd src >/dev/null && ls && popd >/dev/null && echo x > a.txt', 'low'],
    ['CDPATH= cd -- src && echo x > a.txt', 'low'],
  ])('%s is %s', async (line, level) => {
    expect(await levelOf(line)).toBe(level)
  })

  test.each([
    'cd l*k; echo x > a.txt',
    'cd ~/.a??; echo x > a.txt',
    'for d in l*k; do cd $d; done; echo x > a.txt',
    'CDPATH=..; cd src; echo x > a.txt',
    'CDPATH=.. cd src; echo x > a.txt',
    'pushd src; pushd +1; echo x > a.txt',
    'pushd -n ..; popd; echo x > a.txt',
    'cd src ..; echo x > a.txt',
    'pushd ..; echo x > ~1/a.txt',
    'pushd ..; echo x > ~-0/a.txt',
    'cd -; echo x > a.txt',
  ])('%s leads where nobody knows', async (line) => {
    const { judged } = await decisions.assess(bash(line))
    const last = judged.commands.at(-1)
    expect(last?.cwd.length === 0 || last?.redirects[0]?.target.known === false).toBe(true)
  })
})

describe('a relative name in a folder that is not known', () => {
  test.each([
    'cd $UNSET; cat config',
    'pushd -n /; popd; cat config',
    'cd ~; cd .a*; cat config',
    'cd -; cat config',
    'cd "$(cat where)"; grep -r KEY .',
    'cd $X && echo x > a.txt',
    'cd $X && rm -f a.txt',
    'cd $X && cat < config',
    'cd $X && cp config /tmp/c',
    'cd l*k; sed -i 1d a.txt',
    'pushd +1; tee a.txt < /dev/null',
  ])('%s was not looked at, and is asked', async (line) => {
    const { floor, facts } = await decisions.assess(bash(line))
    expect(floor.level).not.toBe('low')
    expect(facts.complete).toBe(false)
    expect(await decisions.decide(bash(line), 'on-request', 'danger-full-access')).toBe('ask')
    expect(await decisions.decide(bash(line), 'untrusted', 'danger-full-access')).toBe('ask')
  })

  test.each([
    'cd $X && ls',
    'cd $X && pwd',
    'cd $X && git status',
    'cd $X && mkdir -p build && cd build',
    'cd "$(git rev-parse --show-toplevel)" && ls',
    'cd "$(git rev-parse --show-toplevel)" && npm test',
    'cd "$(git rev-parse --show-toplevel)" && make',
    'cd $X && cat /usr/share/dict/words',
  ])('%s names no file there', async (line) => {
    const { floor } = await decisions.assess(bash(line))
    expect(floor.reasons.map(({ rule }) => rule)).not.toContain('unknown.folder')
  })
})

describe('what acts in the shell itself', () => {
  test.each([
    ['command cd ~; echo x >> .bashrc', 'high'],
    ['command -- cd ~; echo x >> .bashrc', 'high'],
    ['builtin cd ~; echo x >> .bashrc', 'high'],
    ['time cd ~; echo x >> .bashrc', 'high'],
    ['time -p cd ~; rm -f .bashrc', 'high'],
    ['cd() { builtin cd ~; }; cd src; echo x >> .bashrc', 'high'],
    ['cd() { command cd "$@" && ls; }; cd ~; echo x >> .bashrc', 'high'],
    ['command export D=~; echo x >> $D/.bashrc', 'high'],
    ['D=src; builtin declare D=~; echo x >> $D/.bashrc', 'high'],
    ['D=src; command eval D=~; echo x >> $D/.bashrc', 'high'],
    ['D=src; builtin eval D=~; echo x >> $D/.bashrc', 'high'],
    ['D=src; time D=~; echo x >> $D/.bashrc', 'high'],
    ['D=src; builtin read D <<< ~; echo x >> $D/.bashrc', 'high'],
    ['D=src; builtin printf -v D %s ~; echo x >> $D/.bashrc', 'high'],
    ['D=src; builtin mapfile -t D <<< ~; echo x >> $D/.bashrc', 'high'],
    ['D=src; command . /dev/stdin <<< D=~; echo x >> $D/.bashrc', 'high'],
    ['D=src; . /dev/stdin <<< D=~; echo x >> $D/.bashrc', 'high'],
    ['D=src; builtin unset D; D=${D:-~}; echo x >> $D/.bashrc', 'high'],
    ['builtin set -- ~; echo x >> $1/.bashrc', 'high'],
    ['set -- src ~; builtin shift; echo x >> $1/.bashrc', 'high'],
    ["D=src; D=~ eval 'echo x >> $D/.bashrc'", 'high'],
    ["D=src; D=~ builtin eval 'echo x >> $D/.bashrc'", 'high'],
    ["D=src; D=~ . /dev/stdin <<< 'echo x >> $D/.bashrc'", 'high'],
    ['f() { echo x >> $D/.bashrc; }; D=src; D=~ f', 'high'],
    ['D=~; D=src eval :; echo x >> $D/.bashrc', 'high'],
    ['set -- ~; . ./run.sh; echo x >> $1/.bashrc', 'high'],
    ['command cd src; echo x > a.txt', 'low'],
    ['time cd src; cd ..; echo x > a.txt', 'low'],
    ['/usr/bin/time cd /; echo x > a.txt', 'low'],
    ['D=src; D=/tmp eval :; echo x > src/a.txt', 'low'],
    ['time npm test', 'medium'],
  ])('%s is %s', async (line, level) => {
    expect(await levelOf(line)).toBe(level)
  })
})

describe('variables that are not given on, and such as stay', () => {
  test.each([
    ["export D=src; env -u D bash -c 'echo x >> ${D:-~}/.bashrc'", 'high'],
    ["export D=src; env -i bash -c 'echo x >> ${D:-~}/.bashrc'", 'high'],
    ["export D=src; env - bash -c 'echo x >> ${D:-~}/.bashrc'", 'high'],
    ["export D=src; env --unset=D bash -c 'echo x >> ${D:-~}/.bashrc'", 'high'],
    ["export D=src; export -n D; bash -c 'echo x >> ${D:-~}/.bashrc'", 'high'],
    ["export D=src; declare +x D; bash -c 'echo x >> ${D:-~}/.bashrc'", 'high'],
    ['readonly D=~; D=src 2>/dev/null; echo x >> $D/.bashrc', 'high'],
    ['declare -r D=~; export D=src; echo x >> $D/.bashrc', 'high'],
    ['readonly D=~; unset D; echo x >> $D/.bashrc', 'high'],
    ['readonly D=~; for D in src; do :; done; echo x >> $D/.bashrc', 'high'],
    ["env -i D=$HOME bash -c 'echo x >> $D/.bashrc'", 'high'],
    ['IFS=: read A B <<< "src:$HOME"; echo x >> $B/.bashrc', 'medium'],
    ['echo x >> ${D:-~}/.bashrc', 'high'],
    ['echo x >> ${D:-~/.bashrc}', 'high'],
    ['read A B <<< "src $HOME"; echo x >> $B/.bashrc', 'high'],
    ['read A B <<< "src docs"; echo x > $B/a.txt', 'low'],
    ["export D=src; bash -c 'echo x >> $D/a.txt'", 'low'],
    ['env -u D ls', 'low'],
    ['readonly D=src; echo x > $D/a.txt', 'low'],
  ])('%s is %s', async (line, level) => {
    expect(await levelOf(line)).toBe(level)
  })

  test.each([
    "D=src; printf -v 'D[0]' %s x; rm $D/a",
    'PATH=a:b:c:d:e:f:g:h:i:j:k:l:m:n:o:p:q:bin:$PATH; ls',
    'D=src; IFS=: read D <<< "x:y"; rm $D/a',
  ])('%s is at least medium', async (line) => {
    expect(await levelOf(line)).not.toBe('low')
  })
})

test.each([
  'BASH_CMDS[ls]=bin/ls; ls',
  'shopt -s expand_aliases\nBASH_ALIASES[ls]="rm -rf ~"\nls',
  'declare -A BASH_ALIASES=([ls]=rm); ls',
  'printf -v BASH_CMDS[ls] x; ls',
  'read BASH_CMDS[ls] <<< x; ls',
])('%j says what a name stands for, and is asked about as `hash -p` is', async (line) => {
  expect(await levelOf(line)).toBe('high')
  expect(await decisions.decide({ argv: ['bash', '-c', line] }, 'on-request', 'danger-full-access')).toBe(
    'ask',
  )
})

describe('what may have failed, pipes, and traps', () => {
  test.each([
    ['cd ~/x; if cd nope; then :; else cd ..; fi; echo x >> .bashrc', 'high'],
    ['cd ~/docs; if cd nope; then :; else cd ..; fi; echo x >> .bashrc', 'high'],
    ['if ! cd nope; then cd ~; fi; echo x >> .bashrc', 'high'],
    ['if cd nope; then :; elif true; then cd ~; fi; echo x >> .bashrc', 'high'],
    ['cd ~/docs; cd nope && true || cd ..; echo x >> .bashrc', 'high'],
    ['cd ~/docs; cd nope 2>/dev/null && true || cd .. && echo x >> $PWD/.bashrc', 'high'],
    ['cd ~ && echo x >> $PWD/.bashrc', 'high'],
    ['true && D=~ && echo x >> $D/.bashrc', 'high'],
    ['cd nope && true || cd .. && echo x >> $PWD/.bashrc', 'high'],
    ['cd src && cat > $PWD/a.txt', 'low'],
    ['shopt -s lastpipe; true | cd ~; echo x >> .bashrc', 'high'],
    ['D=src; shopt -s lastpipe; echo ~ | read D; echo x >> $D/.bashrc', 'high'],
    ["trap 'echo x >> .bashrc' EXIT; cd ~", 'high'],
    ["trap 'echo x >> $PWD/.bashrc' EXIT; cd ~", 'high'],
    ["D=src; trap 'echo x >> $D/.bashrc' EXIT; D=~", 'high'],
    ['f() { echo x >> $D/.bashrc; }; trap f EXIT; D=~', 'high'],
    ["trap 'rm -rf docs' EXIT; cd ~", 'high'],
    ['cd ~/docs; for i in 1; do cd ..; done; echo x >> .bashrc', 'medium'],
    ['if cd src; then ls; else echo no; fi; echo x > a.txt', 'low'],
    ['cd src && ls || echo no; echo x > a.txt', 'low'],
    ["trap 'echo bye' EXIT; cd src; ls", 'low'],
    ['for d in src docs; do cd $d; ls; cd ..; done; echo x > a.txt', 'low'],
    ['true | cd ~; echo x > a.txt', 'low'],
  ])('%s is %s', async (line, level) => {
    expect(await levelOf(line)).toBe(level)
  })

  test.each([
    "trap 'cd ~' DEBUG; echo x >> .bashrc",
    "trap 'cd ~' ERR; false; echo x >> .bashrc",
    "D=src; trap 'D=~' DEBUG; echo x >> $D/.bashrc",
    "trap 'D=~' USR1; D=src; kill -USR1 $$; echo x >> $D/.bashrc",
    "trap 'cat config' EXIT; cd $X",
  ])('%s is at least medium', async (line) => {
    expect(await levelOf(line)).not.toBe('low')
  })
})

test.each([
  ['cd "$(git rev-parse --show-toplevel)" && cat package.json', 'low'],
  ['cd $(git rev-parse --show-toplevel) && npm test > out.txt', 'medium'],
  ['cd "$(git rev-parse --show-toplevel)" && echo x >> ../.bashrc', 'high'],
  ['git init sub; cd "$(git rev-parse --show-toplevel)" && cat package.json', 'medium'],
  ['cd "$(git -C ~ rev-parse --show-toplevel)" && cat package.json', 'medium'],
])('the top of the repository is known where the line changes none: %s is %s', async (line, level) => {
  const given = { argv: ['bash', '-c', line], setup: { '.git/HEAD': 'ref: refs/heads/main\n' } }
  expect((await decisions.assess(given)).floor.level).toBe(level)
})

test.each([
  'D=sub; f() { unset D; }; f; echo x >> ${D:-..}/.bashrc',
  'D=sub; if [ -f a ]; then unset D; fi; echo x >> ${D:-..}/.bashrc',
  'set -- sub ..; shift $(( $# - 1 )); echo x >> $1/.bashrc',
  "D=sub; read -r 'D[0]' <<< ..; echo x >> $D/.bashrc",
])('what only the run tells is not taken for what stood there: %s', async (line) => {
  expect(await levelOf(line)).not.toBe('low')
})
