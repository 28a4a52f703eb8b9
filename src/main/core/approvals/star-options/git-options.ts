import type { OptionTable } from './option-table'

const shown =
  '-p -u -s --patch --no-patch --raw --stat? --numstat --shortstat --dirstat? --summary --patch-with-stat -z --name-only --name-status --color? --no-color --color-words --color-moved? --word-diff? -w -b --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-space-at-eol --minimal --patience --histogram --diff-algorithm=myers|minimal|patience|histogram -U= --unified= --diff-filter= -M? -C? --find-renames? --no-renames --find-copies? -R -S= -G= --pickaxe-regex --pickaxe-all --relative --full-index --abbrev? --no-abbrev --check --exit-code --quiet -q --no-ext-diff --no-textconv --no-prefix -a --text -W --function-context --compact-summary --no-pager'
const commits =
  '-n= -# --max-count= --skip= --oneline --graph --decorate? --no-decorate --all --branches --tags --remotes --since= --after= --until= --before= --author= --committer= --grep= -i -E -F -P --regexp-ignore-case --extended-regexp --fixed-strings --invert-grep --all-match --merges --no-merges --first-parent --reverse --follow --date= --relative-date --format= --pretty= --abbrev-commit --no-abbrev-commit --topo-order --date-order --author-date-order --full-history --simplify-by-decoration --left-right --cherry-pick --cherry-mark --cherry --boundary --ancestry-path --parents --children --source --walk-reflogs -g --notes --no-notes -m -c --cc --count --no-walk --show-pulls --reflog'

/** git, by its subcommands. */
export const gitOptions: readonly OptionTable[] = [
  {
    programs: 'git',
    subcommands: 'log|show|shortlog|rev-list|whatchanged',
    options: `${shown} ${commits}`,
  },
  {
    programs: 'git',
    subcommands: 'diff|diff-tree|diff-index|range-diff',
    options: `${shown} --cached --staged --merge-base -1 -2 -3 --base --ours --theirs`,
  },
  {
    programs: 'git',
    subcommands: 'status',
    options:
      '-s --short -b --branch --show-stash --porcelain? --long -v -vv -u? --untracked-files? --ignored? -z --ahead-behind --no-ahead-behind --no-renames --no-pager',
  },
  {
    programs: 'git',
    subcommands: 'grep',
    options:
      '-n --line-number -i --ignore-case -w --word-regexp -v --invert-match -l -L -c --count --files-with-matches --files-without-match --name-only -E -F -G -P --extended-regexp --basic-regexp --fixed-strings --perl-regexp -h -H --heading --break -e= -A= -B= -C= -p -W --show-function --function-context --and --or --not --all-match -o --only-matching --column --cached --untracked --color? --no-color -I -a --text --max-depth= -m= --max-count= -q --quiet -z',
  },
  {
    programs: 'git',
    subcommands: 'blame|annotate',
    options:
      '-L= -l -t -s -e -w -M? -C? --since= --date= --abbrev= -p --porcelain --line-porcelain --show-name --show-number --show-email --color-lines --color-by-age',
  },
  {
    programs: 'git',
    subcommands: 'branch|tag',
    options:
      '-a -r -l -v -vv --all --remotes --list --verbose --contains= --no-contains= --merged --no-merged --points-at= --sort= --format= --column --no-column --show-current -i --ignore-case --color? --no-color',
  },
  {
    programs: 'git',
    subcommands: 'commit',
    options: '-a -m= --all --message= -s --signoff -v --verbose -q --quiet --dry-run --allow-empty',
  },
  {
    programs: 'git',
    subcommands: 'add|stage',
    options: '-A -u -N -n -v --all --update --intent-to-add --dry-run --verbose --ignore-errors',
  },
  {
    programs: 'git',
    subcommands: 'push',
    // Where it is sent to is the rule's own word.
    ownWords: 2,
    options:
      '-v -q -n -4 -6 --verbose --quiet --dry-run --progress --no-progress --ipv4 --ipv6 --tags --no-tags --porcelain',
  },
  {
    programs: 'git',
    subcommands: 'fetch|pull',
    options:
      '-v -q -n -4 -6 --verbose --quiet --dry-run --progress --no-progress --ipv4 --ipv6 --tags --no-tags --porcelain --depth= --shallow-since= --unshallow -j= --jobs= --ff-only --no-rebase',
  },
  {
    programs: 'git',
    subcommands: 'clone',
    options:
      '-v -q --verbose --quiet --progress --depth= --shallow-since= --single-branch --no-single-branch --no-tags -b= --branch= -n --no-checkout -j= --jobs=',
  },
  {
    programs: 'git',
    subcommands: 'ls-files|ls-tree|ls-remote',
    options:
      '-c -d -m -o -s -u -r -t -l -z --cached --deleted --modified --others --stage --unmerged --name-only --name-status --full-name --long --abbrev? --heads --tags --refs --exit-code --sort= -h -q',
  },
  {
    programs: 'git',
    subcommands: 'merge|rebase|cherry-pick|revert',
    options:
      '-v -q --verbose --quiet --stat -n --no-stat --progress --no-progress --ff-only --ff --no-ff -m= ',
  },
  {
    programs: 'git',
    subcommands:
      'checkout|switch|restore|reset|mv|rm|clean|describe|rev-parse|cat-file|show-ref|merge-base|name-rev|count-objects|fsck|gc',
    options:
      '-q -v --quiet --verbose --progress --no-progress --dry-run --tags --all --abbrev-ref --short? --always --long --dirty --show-toplevel --is-ancestor --heads',
  },
  {
    programs: 'git',
    subcommands: 'submodule|worktree|remote|config|bisect|svn|p4|lfs|stash|reflog|notes|bundle|flow',
    options: '',
    ownMeanings: true,
    ownWords: 2,
  },
  {
    programs: 'git',
    subcommands: 'difftool|mergetool|am|apply|archive|send-email|filter-branch',
    options: '',
    ownMeanings: true,
  },
]
