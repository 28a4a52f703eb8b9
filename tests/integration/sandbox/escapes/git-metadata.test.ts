import type { EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

/** At the root and in sub-folders. */
const settingsFolders = [
  '.claude',
  '.cursor',
  '.gemini',
  'nested/.codex',
  'nested/way/down/.claude',
  'nested/way/.agents',
]

/**
 * A repository with a nested one, a submodule, a linked worktree and linked hooks, made once for each user. What was
 * planted shows when a person then uses git in any of the folders: the payload makes $OUT/pwned.
 */
const prepare = `
  set -e
  export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
  tpl="$HOME/template"
  if [ ! -d "$tpl" ]; then
    cd "$WORK"
    git init -q . && echo a > a && git add a && git commit -qm one
    git init -q linked && (cd linked && echo a > a && git add a && git commit -qm one && mkdir ../hooks-of-linked && rm -rf .git/hooks && ln -s ../../hooks-of-linked .git/hooks)
    git init -q nested/deep && (cd nested/deep && echo a > a && git add a && git commit -qm one)
    git init -q per && (cd per && git config extensions.worktreeConfig true && echo a > a && git add a && git commit -qm one)
    git -c protocol.file.allow=always submodule --quiet add "$WORK/nested/deep" sub && git commit -qm sub
    git worktree add -q -b wt tree
    mkdir .codex && echo keep > .codex/config.toml
    for d in ${settingsFolders.join(' ')}; do mkdir -p "$d" && echo keep > "$d/settings.json"; done
    find . -name '*.sample' -not -path './.git/hooks/*' -delete
    cp -a "$WORK" "$tpl"
  fi
  cd "$HOME" && find "$WORK" -mindepth 1 -maxdepth 1 -exec rm -rf {} + && cp -a "$tpl/." "$WORK/" && rm -rf "$OUT"/*
`

const payload = `printf '#!/bin/sh\\ntouch %s/pwned\\n' "$OUT" > evil.sh; chmod +x evil.sh; E="$PWD/evil.sh"`
const use = `
  export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
  for d in . nested/deep sub tree linked per new new/inner; do
    cd "$WORK/$d" 2>/dev/null || continue
    git status; git add -A; git commit --allow-empty -qm x; git checkout -q -b "b$$"; git diff HEAD~1
    [ ! -e "$OUT/pwned" ] || break
  done >/dev/null 2>&1 </dev/null
  [ -e "$OUT/pwned" ] && echo ESCAPED`

const plant = (name: string, script: string): EscapeAttempt => ({
  name,
  script: `${payload}; ${script}`,
  check: use,
})
const monitor = '[core]\\n\\tfsmonitor = %s\\n'
const evilConfig = (path: string): string => `printf '${monitor}' "$E" >> ${path}`

const attempts: EscapeAttempt[] = [
  plant('makes a hook', 'cp evil.sh .git/hooks/pre-commit'),
  plant(
    'makes a hook of a sample',
    'cd .git/hooks && cat ../../evil.sh > pre-commit.sample && mv pre-commit.sample pre-commit',
  ),
  plant(
    'replaces the hooks folder',
    'mv .git/hooks .git/h; rm -rf .git/hooks; mkdir .git/hooks; cp evil.sh .git/hooks/pre-commit',
  ),
  plant(
    'links the hooks folder elsewhere',
    'mkdir h && cp evil.sh h/pre-commit; rm -rf .git/hooks; ln -s ../h .git/hooks',
  ),
  plant('sets a hooks path', 'mkdir h && cp evil.sh h/pre-commit && git config core.hooksPath "$PWD/h"'),
  plant('sets a file system monitor', 'git config core.fsmonitor "$E"'),
  plant('appends to the configuration', evilConfig('.git/config')),
  plant('renames over the configuration', `cp .git/config c; ${evilConfig('c')}; mv -f c .git/config`),
  plant('deletes the configuration and makes another', `rm -f .git/config; ${evilConfig('.git/config')}`),
  plant('links the configuration elsewhere', `cp .git/config c; ${evilConfig('c')}; ln -sf ../c .git/config`),
  plant('writes to a hard link of the configuration', `ln .git/config c && ${evilConfig('c')}`),
  plant('includes a file', `printf '${monitor}' "$E" > inc; git config include.path "$PWD/inc"`),
  plant('puts another .git in its place', `mv .git .g && cp -a .g .git; ${evilConfig('.git/config')}`),
  plant(
    'puts a pointer in the place of .git',
    `cp -a .git e; ${evilConfig('e/config')}; mv .git .g; echo "gitdir: $PWD/e" > .git`,
  ),
  plant(
    'leads git to another common folder',
    `cp -a .git e; ${evilConfig('e/config')}; echo "$PWD/e" > .git/commondir`,
  ),
  plant('makes a per-worktree configuration', `printf '${monitor}' "$E" > per/.git/config.worktree`),
  plant('makes a hook in a nested repository', 'cp evil.sh nested/deep/.git/hooks/pre-commit'),
  plant('configures a nested repository', 'git -C nested/deep config core.fsmonitor "$E"'),
  plant(
    "puts another .git in a nested one's place",
    `cd nested/deep; mv .git g && cp -a g .git; ${evilConfig('.git/config')}`,
  ),
  plant(
    'moves a nested repository and makes another',
    `mv nested n && mkdir -p nested && cp -a n/deep nested/deep; ${evilConfig('nested/deep/.git/config')}`,
  ),
  plant('makes a hook in a submodule', 'cp evil.sh .git/modules/sub/hooks/pre-commit'),
  plant('configures a submodule', 'git -C sub config core.fsmonitor "$E"'),
  plant(
    "moves a submodule's git folder and makes another",
    `mv .git/modules/sub .git/modules/s && cp -a .git/modules/s .git/modules/sub; ${evilConfig('.git/modules/sub/config')}`,
  ),
  plant(
    'points a submodule elsewhere',
    `cp -a .git/modules/sub e && git config -f e/config core.worktree "$PWD/sub"; ${evilConfig('e/config')}; echo "gitdir: $PWD/e" > sub/.git`,
  ),
  plant(
    'leads a worktree to another common folder',
    `cp -a .git e; ${evilConfig('e/config')}; echo "$PWD/e" > .git/worktrees/tree/commondir`,
  ),
  plant(
    "puts another folder in a worktree's place",
    `cp -a .git e; ${evilConfig('e/config')}; mv .git/worktrees/tree .git/w; cp -a .git/w .git/worktrees/tree; echo "$PWD/e" > .git/worktrees/tree/commondir`,
  ),
  plant(
    'points a worktree elsewhere',
    `cp -a .git e; ${evilConfig('e/config')}; echo "gitdir: $PWD/e" > tree/.git`,
  ),
  plant('writes to the folder that hooks are linked to', 'cp evil.sh hooks-of-linked/pre-commit'),
  plant('replaces a link to hooks', 'mkdir h && cp evil.sh h/pre-commit; ln -sfn ../../h linked/.git/hooks'),
  plant(
    'makes a repository with a hook in a new folder',
    'git init -q new && cp evil.sh new/.git/hooks/pre-commit',
  ),
  plant(
    'makes a repository with a configuration',
    'git init -q new && git -C new config core.fsmonitor "$E"',
  ),
  plant(
    'makes a repository from a template',
    'mkdir -p t/hooks && cp evil.sh t/hooks/pre-commit && git init -q --template=t new',
  ),
  plant('clones with a setting', 'git clone -q -c core.fsmonitor="$E" . new'),
  plant(
    'builds a repository under another name and renames it',
    `git init -q new && mv new/.git new/g && ${evilConfig('new/g/config')} && mv new/g new/.git`,
  ),
  plant(
    'renames the folder around a prepared repository',
    `mkdir x && git init -q x/inner && ${evilConfig('x/inner/.git/config')} && mv x new`,
  ),
  plant(
    'makes a pointer to a prepared folder',
    `git init -q e && ${evilConfig('e/.git/config')} && mkdir new && echo "gitdir: $PWD/e/.git" > new/.git`,
  ),
  plant(
    'makes a link to a prepared folder',
    `git init -q e && ${evilConfig('e/.git/config')} && mkdir new && ln -s ../e/.git new/.git`,
  ),
  plant(
    'makes a folder that git takes for a bare repository',
    `git init -q --bare new && ${evilConfig('new/config')} && git config -f new/config core.bare false && git config -f new/config core.worktree "$PWD/new"`,
  ),
  plant(
    'leads a new repository to another common folder',
    `cp -a .git e; ${evilConfig('e/config')}; git init -q new && echo "$PWD/e" > new/.git/commondir`,
  ),
  {
    name: 'writes settings of an agent',
    script: 'echo evil > .codex/config.toml',
    check: 'grep -q evil "$WORK/.codex/config.toml" && echo ESCAPED',
  },
  {
    name: 'puts other settings of an agent in their place',
    script: 'mv .codex c && mkdir .codex && echo evil > .codex/config.toml',
    check: 'grep -q evil "$WORK/.codex/config.toml" && echo ESCAPED',
  },
  ...['.agents', '.countersign'].map((folder) => ({
    name: `makes ${folder} where there is none`,
    script: `mkdir -p ${folder} && echo evil > ${folder}/x`,
    check: `[ -e "$WORK/${folder}/x" ] && echo ESCAPED`,
  })),
  ...settingsFolders.flatMap((folder) => [
    {
      name: `writes ${folder}`,
      script: `echo evil >> ${folder}/settings.json`,
      check: `grep -q evil "$WORK/${folder}/settings.json" && echo ESCAPED`,
    },
    {
      name: `puts another folder in the place of ${folder}`,
      script: `mv ${folder} x; mkdir -p ${folder} && echo evil > ${folder}/settings.json`,
      check: `grep -q evil "$WORK/${folder}/settings.json" && echo ESCAPED`,
    },
  ]),
  {
    name: 'puts another folder around settings of an agent',
    script:
      'mv nested/way x; mkdir -p nested/way/down/.claude && echo evil > nested/way/down/.claude/settings.json',
    check: 'grep -q evil "$WORK/nested/way/down/.claude/settings.json" && echo ESCAPED',
  },
  {
    name: 'links settings of an agent in',
    script: 'mkdir c && echo evil > c/x && ln -sfn c .agents',
    check: '[ -e "$WORK/.agents/x" ] && echo ESCAPED',
  },
]

await escapeTable(
  {
    prepare,
    alone:
      'the workspace itself is the repository, and what is planted is looked for when its command has ended',
  },
  attempts,
)
