import type { OptionTable } from './option-table'

/** Programs that show and fetch files, and those whose options and words are all somebody else's. */
export const fileOptions: readonly OptionTable[] = [
  {
    programs: 'ls|dir|exa|eza',
    options:
      '-a -A -l -h -t -r -R -S -1 -d -F -i -s -n -g -o -G -p -c -u -U -X -x -m -Q -k -L -H -T -Z --all --almost-all --human-readable --recursive --reverse --color? --sort=none|size|time|version|extension|width|name --time=atime|ctime|birth|mtime|access|use|status --group-directories-first --full-time --tree --git --header --long',
    ownMeanings: true,
  },
  {
    programs: 'cat|bat|nl|tac',
    options:
      '-n -b -s -A -E -T -e -t -v -u -p --number --number-nonblank --show-all --show-ends --show-tabs --squeeze-blank --plain --line-range= -r= --paging=never --color=always|never|auto --style=',
    ownMeanings: true,
  },
  {
    programs: 'head|tail',
    options: '-n= -c= -# -q -v -f -F -z --lines= --bytes= --quiet --silent --verbose --follow? --retry',
    ownMeanings: true,
  },
  {
    programs:
      'wc|stat|file|du|df|realpath|basename|dirname|sha256sum|sha1sum|md5sum|cksum|strings|od|xxd|hexdump',
    options:
      '-l -w -c -L -b -i -k -h -a -x -H -d= --lines --words --bytes --chars --brief --mime --mime-type --human-readable --summarize --max-depth= --total --apparent-size -n=',
    ownMeanings: true,
  },
  {
    programs: 'grep|egrep|fgrep|zgrep',
    options:
      '-n -i -w -x -v -l -L -c -E -F -G -P -r -R -h -H -o -q -s -a -I -z -Z -e= -A= -B= -C= -m= -# --line-number --ignore-case --word-regexp --invert-match --files-with-matches --files-without-match --count --extended-regexp --fixed-strings --perl-regexp --recursive --only-matching --quiet --no-messages --color? --colour? --include= --exclude= --exclude-dir= --max-count= --context= --after-context= --before-context= --no-filename --with-filename --null',
    ownMeanings: true,
  },
  {
    programs: 'rg',
    options:
      '-n -N -i -s -S -w -x -v -l -c -F -P -U -o -q -a -L -0 -p -u -uu -uuu -e= -g= -t= -T= -A= -B= -C= -m= -j= -M= -d= --line-number --no-line-number --ignore-case --smart-case --case-sensitive --word-regexp --invert-match --files-with-matches --files-without-match --files --count --count-matches --fixed-strings --pcre2 --multiline --only-matching --quiet --hidden --no-ignore --no-ignore-vcs --no-heading --heading --column --vimgrep --json --sort=none|path|modified|accessed|created --sortr=none|path|modified|accessed|created --stats --trim --max-count= --max-depth= --glob= --iglob= --type= --type-not= --context= --after-context= --before-context= --color=never|auto|always|ansi --no-filename --with-filename --passthru --pretty',
    ownMeanings: true,
  },
  {
    programs: 'diff|cmp',
    options:
      '-u -c -r -q -s -i -w -b -B -E -y -a -N -p -d -t -U= -C= -W= --unified? --context? --recursive --brief --ignore-case --ignore-all-space --ignore-space-change --ignore-blank-lines --side-by-side --color? --new-file --text --minimal --width= --suppress-common-lines --exclude=',
    ownMeanings: true,
  },
  {
    programs: 'tree',
    options:
      '-a -d -f -i -l -L= -I= -P= -s -h -p -u -g -D -t -r -C -n -J --dirsfirst --gitignore --prune --noreport',
    ownMeanings: true,
  },
  {
    programs: 'jq',
    ownWords: 1,
    options:
      '-r -c -n -s -S -e -M -C -a -j -R --raw-output --compact-output --null-input --slurp --sort-keys --exit-status --monochrome-output --color-output --tab --indent= --ascii-output --raw-input --join-output',
    ownMeanings: true,
  },
  {
    programs: 'sed|gsed',
    options: '-n -E -r -u -z -s --quiet --silent --regexp-extended --debug --posix',
    ownWords: 1,
    ownMeanings: true,
  },
  {
    programs: 'curl',
    options:
      '-s -S -f -L -v -i -I -g -N -4 -6 -m= --silent --show-error --fail --fail-with-body --location --verbose --include --head --globoff --no-buffer --ipv4 --ipv6 --max-time= --connect-timeout= --retry= --retry-delay= --retry-max-time= --retry-all-errors --retry-connrefused --compressed --http1.1 --http2 --http3 --no-progress-meter --tlsv1.2 --tlsv1.3 --max-redirs= --speed-limit= --speed-time= --limit-rate=',
    ownMeanings: true,
  },
  {
    programs: 'wget',
    options:
      '-q -v -d -nv -S -4 -6 -T= -t= -w= -c -N --quiet --verbose --no-verbose --server-response --spider --timeout= --tries= --wait= --continue --timestamping --show-progress --inet4-only --inet6-only --https-only --max-redirect= --limit-rate=',
    ownMeanings: true,
  },
  {
    programs:
      'ansible|ansible-playbook|terraform|tofu|mysql|psql|sqlite3|redis-cli|mongo|mongosh|ffmpeg|convert|magick|vim|vi|nvim|emacs|gdb|lldb|strace|ltrace|perf|valgrind',
    options: '',
    ownMeanings: true,
    // Their words are statements, scripts, or more than files.
    wordsRun: true,
  },
  // Its second word is written.
  { programs: 'uniq', options: '-c -d -u -i --count --repeated --unique --ignore-case', wordsRun: true },
  {
    programs: 'helm|aws|gcloud|az|rsync|scp|tar|zip|unzip|nano|less|more|man',
    options: '',
    ownMeanings: true,
  },
]
