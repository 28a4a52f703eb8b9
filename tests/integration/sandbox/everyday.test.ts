import { describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { shPrepared } from './harness/held'
import { everydayTable, identity, layRepository, type Everyday } from './harness/everyday-table'
import { openWorlds, users } from './harness/world'

/** Git, in the workspace's own repository and beside it. */
const git: Everyday[] = [
  { name: 'git status', script: 'git status --short' },
  {
    name: 'git add and commit',
    script: 'echo b > b && git add b && git commit -qm b && git log --oneline | grep -q b',
  },
  {
    name: 'git commit --amend',
    script: 'git commit -q --amend -m amended && git log -1 --format=%s | grep -qx amended',
  },
  { name: 'git commit -a', script: 'echo more >> a && git commit -qam more' },
  { name: 'git diff', script: 'echo more >> a && git diff | grep -q "^+more"' },
  {
    name: 'git branch and checkout',
    script: 'git branch topic && git checkout -q topic && git checkout -q -',
  },
  { name: 'git switch -c', script: 'git switch -q -c other && git branch --show-current | grep -qx other' },
  { name: 'git branch -d', script: 'git branch gone && git branch -q -d gone' },
  { name: 'git tag', script: 'git tag v1 && git tag -a v2 -m two && git tag -d v1' },
  {
    name: 'git stash',
    script: 'echo more >> a && git stash -q && git stash list | grep -q . && git stash pop -q',
  },
  {
    name: 'git merge',
    script:
      'git checkout -q -b m && echo m > m && git add m && git commit -qm m && git checkout -q - && git merge -q --no-ff -m merged m',
  },
  {
    name: 'git rebase',
    script:
      'git checkout -q -b r && echo r > r && git add r && git commit -qm r && git checkout -q - && echo s > s && git add s && git commit -qm s && git checkout -q r && git rebase -q -',
  },
  {
    name: 'git cherry-pick',
    script:
      'git checkout -q -b c && echo c > c && git add c && git commit -qm c && git checkout -q - && git cherry-pick c >/dev/null',
  },
  {
    name: 'git revert',
    script:
      'echo x > x && git add x && git commit -qm x && git revert --no-edit HEAD >/dev/null && [ ! -e x ]',
  },
  { name: 'git reset', script: 'echo x > x && git add x && git reset -q && git reset -q --hard' },
  {
    name: 'git restore and clean',
    script: 'echo x >> a && git restore a && echo n > n && git clean -qf && [ ! -e n ]',
  },
  {
    name: 'git mv and rm',
    script: 'git mv a z && git commit -qm moved && git rm -q z && git commit -qm removed',
  },
  { name: 'git gc', script: 'git gc -q' },
  {
    name: 'git worktree',
    script:
      'git worktree add -q wt -b wt && echo w > wt/w && git -C wt add w && git -C wt commit -qm w && git worktree remove wt',
  },
  { name: 'git blame and show', script: 'git blame a >/dev/null && git show --stat HEAD >/dev/null' },
  { name: 'git archive', script: 'git archive --format=tar HEAD | tar -tf - | grep -qx a' },
  { name: 'git bundle', script: 'git bundle create -q b.bundle HEAD && git bundle verify -q b.bundle' },
  {
    name: 'git format-patch and am',
    script:
      'echo p >> a && git commit -qam p && git format-patch -q -1 -o out && git reset -q --hard HEAD~1 && git am -q out/*.patch',
  },
  {
    name: 'git apply',
    script: 'echo p >> a && git diff > p.diff && git checkout -q a && git apply p.diff && grep -q p a',
  },
  { name: 'git notes', script: 'git notes add -m note && git notes show >/dev/null' },
  {
    name: 'git bisect',
    script:
      'git commit -q --allow-empty -m x && git bisect start HEAD HEAD~1 >/dev/null && git bisect reset >/dev/null 2>&1',
  },
  {
    name: 'git init in a new folder',
    script:
      'mkdir sub && cd sub && git init -q && echo a > a && git add a && git -c user.name=a -c user.email=a@b commit -qm a',
  },
  { name: 'git clone of a folder', script: 'git clone -q . copy && git -C copy log --oneline | grep -q .' },
  { name: 'git in a nested repository', script: 'cd nested && echo b > b && git add b && git commit -qm b' },
  {
    name: 'a temporary repository',
    script:
      'd=$(mktemp -d) && cd "$d" && git init -q && echo a > a && git add a && git commit -qm a && rm -rf "$d"',
  },
]

/** Files, processes and languages. */
const everyday: Everyday[] = [
  { name: 'mktemp', script: 'f=$(mktemp) && echo x > "$f" && rm "$f" && d=$(mktemp -d) && rmdir "$d"' },
  { name: 'sed -i', script: 'echo one > f && sed -i s/one/two/ f && grep -qx two f' },
  { name: 'perl -i', script: 'echo one > f && perl -pi -e s/one/two/ f && grep -qx two f' },
  { name: 'sort -o and -u', script: 'printf "b\\na\\nb\\n" > f && sort -u -o f f && [ "$(head -1 f)" = a ]' },
  {
    name: 'a large sort through temporary files',
    script: 'seq 200000 -1 1 | sort -n -S 1M | head -1 | grep -qx 1',
  },
  {
    name: 'diff and patch',
    script: 'printf "1\\n2\\n" > o && printf "1\\n3\\n" > n; diff -u o n > d || patch -s o d && cmp o n',
    if: 'patch',
  },
  {
    name: 'find and xargs',
    script:
      'mkdir -p x/y && touch x/y/1 x/y/2 && [ "$(find x -type f -print0 | xargs -0 -n1 basename | sort | tr -d "\\n")" = 12 ]',
  },
  { name: 'find -delete', script: 'mkdir x && touch x/1 && find x -type f -delete && rmdir x' },
  { name: 'grep -r', script: 'grep -rq . a && ! grep -rq nothing-of-this-kind a' },
  { name: 'awk', script: 'printf "1 2\\n3 4\\n" | awk "{ s += \\$2 } END { exit s != 6 }"' },
  {
    name: 'tar, both ways',
    script: 'mkdir t && echo x > t/x && tar -czf t.tgz t && rm -r t && tar -xzf t.tgz && grep -qx x t/x',
  },
  {
    name: 'an archive with owners of another machine',
    script:
      'mkdir t && echo x > t/x && tar --owner=12345 --group=12345 -cf t.tar t && rm -r t && tar -xf t.tar && grep -qx x t/x',
  },
  { name: 'gzip and gunzip', script: 'echo x > g && gzip g && gunzip g.gz && grep -qx x g' },
  {
    name: 'cp -a, mv and ln',
    script: 'mkdir d && echo x > d/x && cp -a d e && mv e f && ln -s f g && ln f/x h && cat g/x h >/dev/null',
  },
  {
    name: 'moving between the workspace and /tmp',
    script: 'echo x > f && mv f /tmp/cs-move-$$ && mv /tmp/cs-move-$$ back && grep -qx x back',
  },
  {
    name: 'chmod, touch and stat',
    script: 'touch f && chmod 755 f && touch -d 2020-01-01 f && [ "$(stat -c %a f)" = 755 ]',
  },
  { name: 'chown to oneself', script: 'touch f && chown "$(id -u):$(id -g)" f' },
  {
    name: 'a script that is made and run',
    script: 'printf "#!/bin/sh\\necho ran\\n" > s && chmod +x s && ./s | grep -qx ran',
  },
  { name: 'a background process and wait', script: 'sleep 0.05 & wait $!' },
  { name: 'kill of its own child', script: 'sleep 30 & kill $! && ! wait $!' },
  { name: 'timeout', script: 'timeout 0.1 sleep 30 || [ $? = 124 ]' },
  {
    name: 'ps and pgrep',
    script: 'ps ax >/dev/null && { sleep 30 & until pgrep sleep >/dev/null; do :; done; kill $!; }',
    if: 'ps',
  },
  { name: 'nohup and nice', script: 'nohup true >/dev/null 2>&1 && nice true' },
  {
    name: 'a pipe, a named pipe and a here document',
    script: 'mkfifo p && (echo x > p &) && grep -qx x p && cat <<X | grep -qx y\ny\nX',
  },
  { name: 'flock', script: 'flock l true' },
  {
    name: 'the null, zero and random devices',
    script:
      'head -c 9 /dev/urandom > r && head -c 9 /dev/zero > z && cat r > /dev/null && [ "$(wc -c < z)" = 9 ]',
  },
  {
    name: 'shared memory',
    script: 'echo x > /dev/shm/cs-$(id -u) && grep -qx x /dev/shm/cs-$(id -u) && rm /dev/shm/cs-$(id -u)',
  },
  {
    name: 'id, whoami, hostname and uname',
    script: 'id >/dev/null && whoami >/dev/null && uname -a >/dev/null && cat /etc/hostname >/dev/null',
  },
  {
    name: 'date, seq, wc, cut, tr, head and tail',
    script: 'date >/dev/null && [ "$(seq 5 | head -3 | tail -1 | tr 3 x | cut -c1)" = x ]',
  },
  {
    // As Java does, which ends with an exception where it cannot: the hierarchy's own top is what is mounted, or above its own group.
    name: 'looking up its own control groups',
    script: `while IFS=: read -r n c p; do [ "$n" = 0 ] || awk -v c="$c" -v p="$p" '$(NF-2) == "cgroup" && ("," $NF ",") ~ ("," c ",") { if ($4 != "/" && index(p, $4) != 1) exit bad = 1 } END { exit bad }' /proc/self/mountinfo || exit 1; done < /proc/self/cgroup`,
    if: 'awk',
  },
  { name: 'sha256sum -c', script: 'sha256sum a > s && sha256sum -c --quiet s' },
  { name: 'split and cat', script: 'seq 100 > f && split -l 10 f p. && cat p.* | cmp - f' },
  { name: 'install and mkdir -p', script: 'install -D -m 644 a x/y/z && test -f x/y/z' },
  { name: 'df and du', script: 'df . >/dev/null && du -s . >/dev/null' },
  { name: 'env and printenv', script: 'env A=1 printenv A | grep -qx 1' },
  {
    name: 'ssh-keygen into the workspace',
    script: 'ssh-keygen -q -t ed25519 -N "" -f ./key && test -s key.pub',
    if: 'ssh-keygen',
  },
  {
    name: 'openssl rand and dgst',
    script: 'openssl rand -hex 8 >/dev/null && openssl dgst -sha256 a >/dev/null',
    if: 'openssl',
  },
  {
    name: 'make',
    script: 'printf "all: out\\nout: a\\n\\tcp a out\\n" > Makefile && make -s -j2 && cmp a out',
    if: 'make',
  },
  { name: 'a C program', script: 'printf "int main(void){return 0;}" > m.c && cc -o m m.c && ./m', if: 'cc' },
  { name: 'node', script: `"$NODE" -e 'require("fs").writeFileSync("n", "x"); require("os").userInfo()'` },
  {
    name: 'node with a child and a worker',
    script: `"$NODE" -e 'require("child_process").execSync("true"); new (require("worker_threads").Worker)("0", {eval: true}).on("exit", c => process.exit(c))'`,
  },
  {
    name: 'node with a server of its own',
    script: `"$NODE" -e 'const h = require("http"); const s = h.createServer((q, r) => r.end("x")).listen(0, "127.0.0.1", () => h.get({ port: s.address().port }, r => { r.resume(); r.on("end", () => s.close()) }))'`,
  },
  {
    name: 'node watching a file',
    script: `"$NODE" -e 'const fs = require("fs"); const w = fs.watch(".", () => { w.close() }); setTimeout(() => fs.writeFileSync("w", "x"), 50)'`,
  },
  {
    name: 'node copying and renaming trees',
    script: `"$NODE" -e 'const fs = require("fs"); fs.mkdirSync("p/q", {recursive: true}); fs.writeFileSync("p/q/r", "x"); fs.cpSync("p", "s", {recursive: true}); fs.renameSync("s", "t"); fs.rmSync("t", {recursive: true})'`,
  },
  {
    name: 'npm run',
    script:
      'printf \'{"name":"x","version":"1.0.0","scripts":{"t":"echo ran"}}\' > package.json && npm run -s t | grep -qx ran',
    if: 'npm',
  },
  {
    name: 'npm pack', // of named files only: the cache beside them comes and goes meanwhile
    script:
      'printf \'{"name":"x","version":"1.0.0","files":["lib"]}\' > package.json && npm pack --silent --cache ./cache >/dev/null && ls x-1.0.0.tgz >/dev/null',
    if: 'npm',
  },
  {
    name: 'python',
    script: "python3 -c \"open('p', 'w').write('x')\" && python3 -m venv --without-pip v",
    if: 'python3',
  },
]

const worlds = openWorlds()
everydayTable(worlds, [...git.map((row) => ({ ...row, repository: true as const })), ...everyday])

/** These change `.git/config`, which a later git takes programs from: they are stopped, and the evidence names it. */
const asks = [
  { name: 'git config', script: 'git config core.pager x' },
  { name: 'git remote add', script: 'git remote add origin https://example.org/x.git' },
  { name: 'git branch -m', script: 'git branch one && git branch -m one two' },
]

describe.each(oneBySeed('stopped at the configuration', users))('as %s', (user) => {
  test.each(asks)('$name is stopped at the configuration', async ({ script }) => {
    const world = worlds.of(user)
    await world.sh(layRepository, { confined: false, env: { ...identity, WORK: world.workspace } })
    const result = await shPrepared(world, script, { env: identity })
    const config = `${world.workspace}/.git/config`
    expect(result).toMatchObject({
      kind: 'exited',
      evidence: expect.arrayContaining([
        expect.objectContaining({ kind: 'write', target: config, source: 'kernel', protectedBy: config }),
      ]) as unknown,
    })
    expect(result).not.toMatchObject({ exitCode: 0 })
  })
})
