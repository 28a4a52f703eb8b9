/** The workspace is a clone with a commit of its own; what else the person has in it is a row's first column. */
export const prepare = `set -e; find "$WORK" "$OUT" -mindepth 1 -maxdepth 1 -exec rm -rf {} +
  git config --global user.name a; git config --global user.email a@b
  git config --global protocol.file.allow always; git config --global init.defaultBranch main
  git init -q "$OUT/there" && cd "$OUT/there" && echo t > t && git add t && git commit -qm x && git branch topic
  cd "$WORK" && git clone -q "$OUT/there" . && echo a > a && git add a && git commit -qm a`
/** What else the person has, by name. */
export const persons = {
  none: 'true',
  nested:
    'git init -q nested && cd nested && echo a > a && git add a && git commit -qm a && printf "#!/bin/sh\\nexit 0\\n" > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit',
  bare: 'git clone -q --bare "$OUT/there" bare.git',
  tree: 'git worktree add -q -b wt tree',
  outside: 'git worktree add -q -b wt "$OUT/tree"',
  submodule: 'git submodule -q add "$OUT/there" sub && git commit -qm sub',
  uninitialised:
    'git submodule -q add "$OUT/there" sub && git commit -qm sub && git submodule -q deinit -f sub && rm -rf .git/modules/sub',
} as const

/** One command, and what the one yes to it adds; without: it is not asked about. `check` holds after it. */
type Step = string | { readonly run: string; readonly yes: readonly string[]; readonly check?: string }

type Row = readonly [name: string, person: keyof typeof persons, ...steps: Step[]]

/** Each step is a command of its own. Every one ends well, after at most one question; a no to that leaves all as it was. */
export const rows: readonly Row[] = [
  ['rm of a clone', 'none', 'git clone -q "$OUT/there" c', 'rm -rf c', '! test -e c'],
  [
    'mv of a clone, use and rm',
    'none',
    ...[
      'git clone -q "$OUT/there" c',
      'mv c d',
      'git -C d commit -q --allow-empty -m x',
      'rm -rf d',
      '! test -e d',
    ],
  ],
  [
    'clone into the same name again',
    'none',
    ...['git clone -q "$OUT/there" c', 'rm -rf c && git clone -q "$OUT/there" c', 'git -C c log'],
  ],
  [
    'rm of a clone with settings of an agent',
    'none',
    'git init -q c && mkdir -p c/x/.claude && echo a > c/x/.claude/settings.json',
    'rm -rf c',
    '! test -e c',
  ],
  [
    'all that is no part of the repository, with one of the person’s in it',
    'nested',
    'git init -q made && echo x > x',
    {
      run: 'git clean -ffdxq',
      yes: ['nested/.git/'],
      check: '! test -e nested && ! test -e made && ! test -e x',
    },
  ],
  [
    'all that is no part of the repository, beside a submodule',
    'submodule',
    'git init -q made && echo x > x',
    'git clean -ffdxq',
    'test -e sub/t && ! test -e made && ! test -e x',
  ],
  ['git init and rm', 'none', 'git init -q sub', 'rm -rf sub', '! test -e sub'],
  ['git init and rm in one', 'none', 'git init -q sub && rm -rf sub', '! test -e sub'],
  [
    'a script that cleans',
    'none',
    'git init -q sub; printf "clean:\\n\\trm -rf sub\\n" > Makefile',
    'make -s clean',
    '! test -e sub',
  ],
  [
    'a bare clone',
    'none',
    ...['git clone -q --bare "$OUT/there" c.git', 'git -C c.git log', 'rm -rf c.git', '! test -e c.git'],
  ],
  [
    'a clone with submodules',
    'submodule',
    'git clone -q --recurse-submodules . c',
    'test -e c/sub/t',
    'rm -rf c',
    '! test -e c',
  ],
  [
    'the branch of a new clone',
    'none',
    'git clone -q "$OUT/there" c',
    'git -C c branch -m main trunk',
    'test "$(git -C c rev-parse --abbrev-ref @{u})" = origin/main',
  ],
  [
    'a worktree',
    'none',
    ...[
      'git worktree add ../work/wt',
      'git worktree list',
      'git -C wt commit -q --allow-empty -m x',
      'git worktree lock wt',
    ],
    ...[
      'git worktree unlock wt',
      'git worktree move wt wu',
      'git worktree remove wu',
      '! test -e wu',
      '! test -e .git/worktrees/wt',
    ],
  ],
  [
    'a worktree beyond the workspace, with its branch',
    'none',
    {
      run: 'git worktree add -q -b side ../outside/wt && git worktree list | grep -q wt',
      yes: ['../outside/wt'],
      check: 'test -e "$OUT/wt/a" && git -C "$OUT/wt" status',
    },
  ],
  ['a worktree beside another', 'tree', 'git worktree add t2', 'git worktree remove t2', '! test -e t2'],
  [
    'a worktree that is pruned',
    'none',
    'git worktree add wt',
    'rm -rf wt',
    'git worktree prune',
    '! test -e .git/worktrees/wt',
  ],
  [
    'a submodule',
    'none',
    {
      run: 'git submodule add "$OUT/there" sub',
      yes: ['.git/config'],
      check: 'test -e sub/t && git config submodule.sub.url',
    },
    'git commit -qm sub',
    { run: 'git submodule deinit -f sub', yes: ['.git/config'], check: '! test -e sub/t' },
    ...['git rm -q sub', 'rm -rf .git/modules/sub', '! test -e .git/modules/sub'],
  ],
  [
    'submodule update --init',
    'uninitialised',
    { run: 'git submodule update --init', yes: ['.git/config'], check: 'test -e sub/t' },
  ],
  [
    'a submodule of the person',
    'submodule',
    ...['git -C sub checkout -q topic', 'git submodule foreach git status'],
    { run: 'git submodule update --init', yes: ['.git/modules/sub/config'] },
    { run: 'git submodule sync', yes: ['.git/config', '.git/modules/sub/config'] },
    { run: 'git rm -qf sub', yes: ['sub/.git'], check: '! test -e sub' },
    { run: 'rm -rf .git/modules/sub', yes: ['.git/modules/sub/'], check: '! test -e .git/modules/sub' },
  ],
  [
    'rm of a repository of the person',
    'nested',
    { run: 'rm -rf nested', yes: ['nested/.git/'], check: '! test -e nested' },
  ],
  [
    'the same by a variable',
    'nested',
    { run: 'd=nested; rm -rf "$d"', yes: ['nested/.git/'], check: '! test -e nested' },
  ],
  [
    'the same in a loop',
    'nested',
    { run: 'for d in nested; do rm -r -f ./$d; done', yes: ['nested/.git/'], check: '! test -e nested' },
  ],
  [
    'the same by find',
    'nested',
    { run: 'find nested -delete', yes: ['nested/.git/'], check: '! test -e nested' },
  ],
  [
    'rm of its .git',
    'nested',
    {
      run: 'cd nested && rm -rf .git',
      yes: ['nested/.git/'],
      check: '! test -e nested/.git && test -e nested/a',
    },
  ],
  ['rm of a bare one', 'bare', { run: 'rm -rf bare.git', yes: ['bare.git/'], check: '! test -e bare.git' }],
  [
    'mv of one keeps its hooks',
    'nested',
    'mv nested other',
    'test -x other/.git/hooks/pre-commit',
    'git -C other log',
  ],
  [
    'git worktree remove',
    'tree',
    {
      run: 'git worktree remove tree',
      yes: ['tree/.git', '.git/worktrees/tree/'],
      check: '! test -e tree && ! test -e .git/worktrees/tree',
    },
  ],
  [
    'rm of a worktree, and prune',
    'tree',
    { run: 'rm -rf tree', yes: ['tree/.git'], check: '! test -e tree' },
    { run: 'git worktree prune', yes: ['.git/worktrees/tree/'], check: '! test -e .git/worktrees/tree' },
  ],
  [
    'git worktree remove of one outside',
    'outside',
    {
      run: 'git worktree remove ../outside/tree',
      yes: ['../outside/tree', '.git/worktrees/tree/'],
      check: '! test -e ../outside/tree',
    },
  ],
  [
    'git branch -m',
    'none',
    'git branch one',
    { run: 'git branch -m one two', yes: ['.git/config'], check: 'git rev-parse two' },
  ],
  [
    'git branch -M of the current',
    'none',
    {
      run: 'git branch -M two',
      yes: ['.git/config'],
      check: 'test "$(git rev-parse --abbrev-ref @{u})" = origin/main',
    },
  ],
  [
    'git checkout --track',
    'none',
    { run: 'git checkout -q --track origin/topic', yes: ['.git/config'], check: 'git rev-parse topic@{u}' },
  ],
  [
    'git branch in a folder by -C',
    'nested',
    {
      run: 'git -C nested branch -m main x',
      yes: ['nested/.git/config'],
      check: 'git -C nested rev-parse x',
    },
  ],
  [
    'git remote add -f',
    'none',
    { run: 'git remote add -f o2 "$OUT/there"', yes: ['.git/config'], check: 'git rev-parse o2/topic' },
  ],
  ['git stash', 'none', 'echo x >> a', 'git stash -q', 'git stash pop -q', 'grep -q x a'],
  [
    'git bisect run',
    'none',
    ...[
      'git commit -q --allow-empty -m b; git commit -q --allow-empty -m c',
      'git bisect start HEAD HEAD~2',
      'git bisect run true',
      'git bisect reset',
    ],
  ],
  [
    'upkeep',
    'none',
    'git gc -q',
    'git maintenance run',
    'git pack-refs --all',
    'git repack -adq',
    'git reflog expire --all',
    'git prune',
  ],
  [
    'git mv and rebase',
    'none',
    'git mv a b',
    'git commit -qm mv',
    'git rebase -q HEAD~1',
    'git branch x',
    'git branch -q -d x',
  ],
]
