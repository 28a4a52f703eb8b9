import type { EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

/** A repository whose own configuration, and the person's, point into the workspace. What was planted makes $OUT/pwned. */
const prepare = `
  set -e
  export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
  find "$WORK" -mindepth 1 -maxdepth 1 -exec rm -rf {} + && rm -rf "$OUT"/* "$HOME/.gitconfig"
  cd "$WORK"
  git init -q . && mkdir -p .husky/_ tools/hooks sub/dir shared
  printf '#!/bin/sh\\n[ ! -f .husky/pre-commit ] || sh .husky/pre-commit\\n' > .husky/_/pre-commit
  for f in .husky/pre-commit tools/hooks/pre-commit tools/clean.sh tools/monitor.sh tools/a.sh; do printf '#!/bin/sh\\ncat 2>/dev/null\\n' > $f; done
  chmod +x .husky/_/* .husky/pre-commit tools/*.sh tools/hooks/*
  printf '[alias]\\n\\tx = status\\n' > shared/gitconfig
  echo '*.c filter=c' > .gitattributes
  echo a > a && echo c > c.c && git add a .gitattributes && git commit -qm one
  git init -q sub && printf '#!/bin/sh\\n' > sub/dir/pre-commit && chmod +x sub/dir/pre-commit
`
const payload = `printf '#!/bin/sh\\ntouch %s/pwned\\n' "$OUT" > evil.sh; chmod +x evil.sh; E="$PWD/evil.sh"`
const use = `
  export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
  for d in "$WORK" "$WORK/sub"; do cd "$d"; git status; git add -A; git commit --allow-empty -qm x; git x; git diff HEAD~1; done >/dev/null 2>&1 </dev/null
  [ -e "$OUT/pwned" ] && echo ESCAPED`

/** With this configuration, made by the person beforehand, the script plants something. */
const plant = (name: string, configured: string, script: string): EscapeAttempt & { configured: string } => ({
  name,
  configured,
  script: `${payload}; ${script}`,
  check: use,
})
const evilConfig = `printf '[core]\\n\\tfsmonitor = %s\\n' "$E"`

const rows = [
  plant('a hook beside husky’s', 'git config core.hooksPath .husky/_', 'cat evil.sh > .husky/pre-commit'),
  plant(
    'a new hook of husky',
    'git config core.hooksPath .husky/_',
    'cp evil.sh .husky/_/post-index-change; cp evil.sh .husky/_/pre-commit',
  ),
  plant(
    'another husky folder',
    'git config core.hooksPath .husky/_',
    'mv .husky h; mkdir -p .husky/_; cp evil.sh .husky/_/pre-commit',
  ),
  plant(
    'a hook in a deeper folder that is moved',
    'git config core.hooksPath tools/hooks',
    'mv tools t; mkdir -p tools/hooks; cp evil.sh tools/hooks/pre-commit',
  ),
  plant(
    'a folder of hooks that was missing',
    'git config core.hooksPath later',
    'mkdir -p later; cp evil.sh later/pre-commit',
  ),
  plant('hooks in the workspace itself', 'git config core.hooksPath "$PWD"', 'cp evil.sh pre-commit'),
  plant(
    'an included file',
    'git config include.path ../shared/gitconfig',
    `${evilConfig} >> shared/gitconfig`,
  ),
  plant(
    'an included file that was missing',
    'git config include.path ../shared/later',
    `${evilConfig} > shared/later`,
  ),
  plant(
    'one included by an included one',
    `git config include.path ../shared/gitconfig; printf '[include]\\n\\tpath = more\\n' > shared/gitconfig; : > shared/more`,
    `${evilConfig} >> shared/more`,
  ),
  plant(
    'one included under a condition',
    `git config "includeIf.gitdir:**.path" "$WORK/shared/gitconfig"`,
    `${evilConfig} >> shared/gitconfig`,
  ),
  plant('a filter', 'git config filter.c.clean "./tools/clean.sh %f"', 'cat evil.sh > tools/clean.sh'),
  plant(
    'a script that a filter runs',
    'git config filter.c.clean "sh tools/clean.sh"',
    'mv evil.sh tools/clean.sh',
  ),
  plant(
    'a filter that was missing',
    'git config filter.c.clean ./tools/later.sh',
    'cp evil.sh tools/later.sh',
  ),
  plant(
    'a script that a filter runs, and that was missing',
    'git config filter.c.clean "sh -e tools/later.sh %f"',
    'cp evil.sh tools/later.sh',
  ),
  plant(
    'a script that was missing at the top',
    'git config --global filter.c.clean "sh later.sh"',
    'cp evil.sh later.sh',
  ),
  plant(
    'a filter in a folder that was missing',
    'git config --global filter.c.clean ./later/deep/clean.sh',
    'mkdir -p later/deep; cp evil.sh later/deep/clean.sh',
  ),
  plant(
    'hooks in a folder that was missing',
    'git config core.hooksPath later/hooks',
    'mkdir -p later/hooks; cp evil.sh later/hooks/pre-commit',
  ),
  plant(
    'an included file in a folder that was missing',
    'git config include.path ../later/gitconfig',
    `mkdir later; ${evilConfig} > later/gitconfig`,
  ),
  plant(
    'hooks behind a link that is turned',
    'ln -s tools link; git config core.hooksPath link/hooks',
    'rm link; mkdir -p link/hooks; cp evil.sh link/hooks/pre-commit',
  ),
  plant(
    'hooks behind a link',
    'ln -s tools link; git config core.hooksPath link/hooks',
    'cp evil.sh tools/hooks/pre-commit',
  ),
  plant(
    'a filter behind a link that is turned',
    'ln -s tools link; git config filter.c.clean link/clean.sh',
    'rm link; mkdir link; cp evil.sh link/clean.sh',
  ),
  plant(
    'an included file behind a link',
    'ln -s shared link; git config include.path ../link/gitconfig',
    `${evilConfig} >> shared/gitconfig`,
  ),
  plant('a monitor', 'git config core.fsmonitor tools/monitor.sh', 'cat evil.sh > tools/monitor.sh'),
  plant('an alias', 'git config alias.x "!./tools/a.sh"', 'cp --remove-destination evil.sh tools/a.sh'),
  plant(
    "the person's own setting",
    'git config --global core.hooksPath tools/hooks',
    'cat evil.sh > tools/hooks/pre-commit',
  ),
  plant("a nested repository's", 'git -C sub config core.hooksPath dir', 'cat evil.sh > sub/dir/pre-commit'),
]

await escapeTable(
  {
    prepare: `${prepare}\n eval "$CONFIGURED"`,
    alone: 'each has a repository that is configured in another way',
  },
  rows.map(({ configured, ...row }) => ({ ...row, env: { CONFIGURED: configured } })),
)
