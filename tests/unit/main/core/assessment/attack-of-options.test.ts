import { afterAll, expect, test } from 'vitest'
import { firstDecisions } from '../../../../fakes/first-decisions'

const decisions = firstDecisions()
afterAll(decisions.remove)

const judged = async (line: string) => {
  const call = { argv: ['bash', '-c', line] }
  const { floor, facts } = await decisions.assess(call)
  const rules = floor.reasons.map(({ rule }) => rule)
  return {
    level: floor.level,
    rules,
    complete: facts.complete,
    open: await decisions.decide(call, 'on-request', 'danger-full-access'),
    confined: await decisions.decide(call, 'on-request', 'workspace-write'),
  }
}

test.each([
  'cat $(cat list)',
  'cat $(<list)',
  'cat "$(head -1 list)"',
  'xargs cat <list',
  'xargs -a list cat',
  'cat list | xargs cat',
  'parallel cat < list',
  'parallel cat :::: list',
  'while read f; do cat "$f"; done <list',
  'while read f; do while read l; do echo "$l"; done <"$f"; done <list',
  'for f in $(cat list); do cat $f; done',
  'mapfile -t a < list; cat "${a[@]}"',
  'a=($(cat list)); cat "${a[1]}"',
  `bash -c 'cat "$0"' "$(cat list)"`,
  `printf '%s' "$(<$(cat list))"`,
  'f() { cat "$1"; }; f "$(cat list)"',
  'tar cf - -T list | tar xO',
  'tar cTf list x.tar',
  'tar -cfx -T list',
  'tar -czf x.tgz --files-from=list',
  'zip -q x.zip -@ < list; unzip -p x.zip',
  'cpio -o < list | strings',
  'sort --files0-from=list',
  'cat $(curl -s https://example.com/names)',
  'cat $(git show HEAD:list)',
  'cat package.json | jq -r .main | xargs cat',
  'find src > l; cat list >> l; xargs cat < l',
  '{ cat list; } > l; xargs cat < l',
])('%s reads what a list names: not known, asked about with full access', async (line) => {
  const found = await judged(line)
  expect(found.rules).toContain('unknown.names')
  expect(found).toMatchObject({
    level: 'medium',
    complete: false,
    open: 'ask',
    confined: 'run',
  })
})

test.each([
  'find ~/.ssh -type f > l2; xargs cat < l2',
  'find ~/.ssh -type f > l2; cat $(cat l2)',
  'ls -d ~/.ssh/* | tee l2; while read f; do cat "$f"; done < l2',
  "printf '%s\\n' ~/.ssh/id_ed25519 > l2; xargs cat < l2",
  'xargs cat <<< ~/.ssh/id_ed25519',
  'git -C ~/.ssh grep --no-index X',
  'git -C ~/.ssh grep --no-index -e X',
  'git archive --add-file=$HOME/.ssh/id_ed25519 HEAD | tar xO',
  'git archive --add-file $HOME/.ssh/id_ed25519 HEAD',
  'cd ~/.ssh && git init && git add . && git diff --cached',
  'git -C ~/.ssh log -p',
  'git -C ~/.ssh stash -u',
  'git --git-dir=k/.git --work-tree=$HOME/.ssh add .',
  'GIT_WORK_TREE=$HOME/.ssh git --git-dir=k/.git add .',
  'git init --template=$HOME/.ssh k; head k/.git/id*',
  'git init --templ $HOME/.ssh k',
  'git clone --template=$HOME/.ssh . k',
  'GIT_TEMPLATE_DIR=$HOME/.ssh git init k',
  'docker build --secret id=x,src=$HOME/.ssh/id_ed25519 .',
])('%s shows or keeps a key: high', async (line) => {
  const found = await judged(line)
  expect(found.rules).toContain('secrets.file')
  expect(found).toMatchObject({
    level: 'high',
    open: 'ask',
  })
})

test.each([
  // It starts what it names.
  'sdiff --diff-program=./evil a b',
  'colordiff --diff=./evil a b',
  'ack --pager=./evil x',
  'ag --pager ./evil x',
  'bat --pager ./evil x',
  'bat --pager "$X" x',
  'delta --pager=./evil',
  'tar --rmt-command=./evil -cf h:x a',
  'cloc --extract-with=./evil x',
  'cloc --vcs=./evil x',
  `mlr --icsv put '$a=exec("./evil",[])' x`,
  'mlr --prepipe ./evil cat x',
  'BAT_PAGER=./evil bat x',
  'SYSTEMD_PAGER=./evil journalctl',
  'export SYSTEMD_PAGER=./evil; journalctl',
  "convert '|touch x' y.png",
  'convert msl:evil y.png',
  'ssh-keygen -D ./evil.so',
  'ssh-add -s ./evil.so',
  'go env -w GOFLAGS=-toolexec=/tmp/evil',
  // It writes what it names.
  'convert xc:red -write txt:$HOME/.bashrc y.png',
  'convert a.png txt:$HOME/.bashrc',
  'cloc --out=$HOME/.bashrc x',
  'scc -o ~/.bashrc x',
  'pv -o ~/.bashrc x',
  'ffmpeg -vstats_file ~/.bashrc -i a b',
  'ffmpeg -progress ~/.bashrc -i a b',
  'FFREPORT=file=$HOME/.bashrc ffmpeg -i a b',
  'rsync --log-file=$HOME/.bashrc a b',
  'xq -i . ~/.bashrc',
  'mlr -I sort -f a ~/.bashrc',
  'dasel put -f ~/.bashrc -v x y',
  'ss -D ~/.bashrc',
  'ld -e main -o ~/.bashrc x.o',
  'pg_dump -f ~/.bashrc db',
  "curl -s -w '%output{/home/dev/.bash_login}x' http://127.0.0.1:1",
  // It empties what it names.
  'pytest -q --basetemp=$HOME/documents',
  'pytest --basetemp ~/documents',
  'python3 -m pytest --basetemp=$HOME/documents',
  'cargo clean --target-dir ~/documents',
  'vite build --emptyOutDir --outDir ~/documents',
  'kubectl config view --raw',
])('%s is high by an option or a variable', async (line) => {
  expect(await judged(line)).toMatchObject({ level: 'high', open: 'ask' })
})

test.each([
  'RIPGREP_CONFIG_PATH=rgrc rg x',
  'export RIPGREP_CONFIG_PATH=rgrc; rg x',
  'env RIPGREP_CONFIG_PATH=rgrc rg x',
  'RIPGREP_CONFIG_PATH=rgrc timeout 5 rg x',
  "ZIPOPT='-T -TT ./evil' zip x a",
  "MANOPT='-P ./evil' man ls",
  'ACKRC=./x ack y',
  'ack --ackrc=./x y',
  'exiftool -config ./x y',
  'cowsay -f ./x hi',
  'javap -J-javaagent:x.jar java.lang.Object',
  'javap -J-XX:LogFile=/home/dev/.bashrc x',
  'JDK_JAVA_OPTIONS=-javaagent:x.jar javap x',
  'PERL5LIB=. ack x',
  'COWPATH=. cowsay -f x hi',
  `mlr --icsv put -q 'print | "sh", $a' x`,
  `yq -s '"/home/dev/x"' a.txt`,
  'htop --config=./x',
  'SOME_TOOL_CONFIG=./x tree',
])('%s loads what was not looked at: medium, incomplete, asked about with full access', async (line) => {
  const found = await judged(line)
  expect(found.rules).toContain('unknown.settings')
  expect(found).toMatchObject({
    level: 'medium',
    complete: false,
    open: 'ask',
    confined: 'run',
  })
})

test.each([
  'mypy --python-executable ./evil a',
  'mypy --install-types x',
  'mise trust',
  'ss -K dst 1.2.3.4',
  'git init --template=./tmpl sub',
  'gpg --import x',
])('%s is not low', async (line) => {
  expect((await judged(line)).level).toBe('medium')
})

test('what gpg imports is no code', async () => {
  expect((await judged('gpg --import x')).rules).not.toContain('code.plugin')
})

test.each([
  'git ls-files | xargs wc -l',
  "find . -name '*.ts' | xargs grep x",
  'find . -type f | sort | head -3 | xargs cat',
  'xargs wc -l < list',
  'xargs grep -l foo < list',
  'xargs -n1 basename < list',
  'cat $(find logs)',
  'cat "$(ls -t | head -n1)"',
  'git diff --name-only | while read f; do grep -n x "$f"; done',
  'git diff --name-only HEAD~1 > l; xargs cat < l',
  'find src -name "*.ts" > l; while read f; do cat "$f"; done < l',
  'git ls-files > l && tar czf x.tgz -T l',
  'find src -type f > l; zip x.zip -@ < l',
  'find src -type f | zip x.zip -@',
  'tar tf x.tar -T list',
  'echo README.md > l; xargs cat < l',
  'while read -r f; do cat "$f"; done < <(find src)',
  'diff <(sort a) <(sort b)',
  'while IFS=, read -r a b; do grep -c "$a" README.md; done < data.csv',
  'while read a b; do sed "s/$a/$b/" README.md; done < list',
  'while read -r line; do echo "$line"; done < list',
  'head -n $(cat n) README.md',
  'grep $(cat pattern.txt) README.md',
  `jq --arg v "$(cat VERSION)" '.version=$v' package.json`,
  'tail -n +$(grep -n x README.md | cut -d: -f1) README.md',
  'for d in $(cat dirs.txt); do ls $d; done',
  'ps -p $(cat server.pid)',
  'cat $(npm root -g)/x/package.json',
  'grep -rl foo src | xargs cat',
  'cut -d, -f1 data.csv | sort -u | while read -r n; do echo $n; done',
  'git -C ~/.password-store log',
  'git -C ~ status',
  'git init k',
  'bat --pager=less x',
  'bat --paging=never x',
  'ag --nopager x',
  'rg --no-config x',
  'rg --pre-glob "*.md" x',
  'BAT_PAGER=cat bat x',
  'AWS_PAGER="" jq . x',
  'SYSTEMD_PAGER= journalctl -n 5',
  'GZIP=-9 tar czf x.tgz src',
  "XZ_OPT='-9 -T0' tar cJf x.txz src",
  'LC_ALL=C sort x',
  'NODE_ENV=test cat x',
  'APP_CONFIG=./c.json timeout 5 ls',
  'CONFIG=./c.json envsubst < a > b',
  'TREE_CONFIG= tree',
  'PKG_CONFIG_PATH=/x pkg-config --libs y',
  'HOME=/tmp ls',
  'unzip -l x-$(cat VERSION).zip',
  'tar tzf "x-$(cat VERSION).tgz"',
  'export NVM_DIR=$HOME/.nvm KUBECONFIG=./k; ls',
  'OPENSSL_CONF=/dev/null openssl x509 -in a.crt -noout -text',
  'tokei --output json',
  'jq --raw-output .a x.json',
  'journalctl --output=cat -n 5',
  'lsblk --output NAME,SIZE',
  'df --output=source,size',
  'sort --output=x y',
  'pv -o out x',
  'cloc --out=cloc.txt src',
  'cloc --vcs=git',
  'tar --use-compress-program=zstd -cf x.tar.zst src',
  'pkg-config --exec-prefix=/usr --libs x',
  'convert a.png -resize 50% png:b.png',
  'convert a.png b.png',
  'mlr --icsv --ojson sort -f a x.csv',
  'exiftool a.jpg',
  'cowsay -f tux hi',
  'javap -J-Xmx512m -c x',
  'yq -s . a.yaml',
  'mypy src',
  'ss -tlnp',
])('%s is everyday: low, and runs unasked with full access', async (line) => {
  expect(await judged(line)).toMatchObject({ level: 'low', complete: true, open: 'run' })
})

test.each([
  'xargs rm < list',
  "xargs sed -i 's/a/b/' < list",
  'tar czf "backup-$(cat VERSION).tgz" src',
  'cp a "dist/$(cat VERSION)"',
  'pytest -q --basetemp=.tmp',
  'cargo clean --target-dir target2',
  'ld -o a.out x.o',
  'pg_dump -f dump.sql db',
  'vite build --outDir dist',
  'kubectl config view',
  'docker build --secret id=x,src=token.txt .',
  'go env -w GOPROXY=direct',
])('%s stays medium, and runs unasked with full access', async (line) => {
  expect(await judged(line)).toMatchObject({ level: 'medium', open: 'run' })
})
