import type { EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

/** The workspace is no repository, but lies in one: a `.git` in it would decide for everything below. */
const prepare = `
  set -e
  find "$WORK" -mindepth 1 -maxdepth 1 -exec rm -rf {} +; rm -rf "$OUT"/*; cd "$WORK" && echo a > a
`
const payload = `printf '#!/bin/sh\\ntouch %s/pwned\\n' "$OUT" > evil.sh; chmod +x evil.sh; E="$PWD/evil.sh"`
const check = `
  cd "$WORK" && git status >/dev/null 2>&1 </dev/null; git add -A >/dev/null 2>&1; git -c user.name=a -c user.email=a@b commit -qm x >/dev/null 2>&1
  [ -e "$OUT/pwned" ] && echo ESCAPED`
const plant = (name: string, script: string): EscapeAttempt => ({
  name,
  script: `${payload}; ${script}`,
  check,
})
const config = 'printf "[core]\\n\\trepositoryformatversion = 0\\n\\tfsmonitor = %s\\n" "$E"'

const attempts: EscapeAttempt[] = [
  plant('makes a repository of the workspace', 'git init -q . && cp evil.sh .git/hooks/pre-commit'),
  plant(
    'makes one step by step',
    `mkdir -p .git/objects .git/refs; echo "ref: refs/heads/m" > .git/HEAD; ${config} > .git/config`,
  ),
  plant('moves one in', `git init -q n && ${config} >> n/.git/config && rm -rf .git; mv n/.git .git`),
  plant(
    'makes a pointer',
    `git init -q n && ${config} >> n/.git/config && rmdir .git 2>/dev/null; echo "gitdir: $PWD/n/.git" > .git`,
  ),
  plant(
    'makes a link',
    `git init -q n && ${config} >> n/.git/config && rmdir .git 2>/dev/null; ln -s n/.git .git`,
  ),
  plant(
    'lays the workspace out as a bare repository',
    `mkdir objects refs && echo "ref: refs/heads/m" > HEAD && ${config} > config && printf "\\tworktree = %s\\n" "$PWD" >> config`,
  ),
]

await escapeTable({ prepare, alone: 'each makes a repository of the workspace itself' }, attempts)
