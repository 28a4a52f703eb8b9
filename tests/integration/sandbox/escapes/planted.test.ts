import { perl, type EscapeAttempt } from '../harness/attempts'
import { escapeTable } from '../harness/escape-table'

/**
 * Repositories that a command makes in a workspace which is none, so that they look like none to whoever looks less closely
 * than git. Whoever then uses git there must run nothing of theirs: the payload makes $OUT/pwned.
 */
const prepare = `
  set -e
  chmod -R u+rwx "$WORK"; rm -rf /tmp/cs-planted-$(id -u)
  find "$WORK" -mindepth 1 -maxdepth 1 -exec rm -rf {} +; rm -rf "$OUT"/*; cd "$WORK" && echo a > a
`
const payload = `printf '#!/bin/sh\\ntouch %s/pwned\\n' "$OUT" > evil.sh; chmod +x evil.sh; E="$PWD/evil.sh"`
const arm = (folder: string): string =>
  `printf "[core]\\n\\trepositoryformatversion = 0\\n\\tfsmonitor = %s\\n" "$E" >> ${folder}/config`
/** The least that git takes for a repository. */
const make = (folder: string): string =>
  `mkdir -p ${folder}/objects ${folder}/refs; echo "ref: refs/heads/m" > ${folder}/HEAD; ${arm(folder)}`

/** What a person's shell shows in a prompt, in the folder where it stands. */
const use = (enter: string): string => `
  cd "$WORK"; ${enter}
  git status >/dev/null 2>&1 </dev/null
  [ -e "$OUT/pwned" ] && echo ESCAPED`

const plant = (name: string, script: string, enter = 'cd new'): EscapeAttempt => ({
  name,
  script: `${payload}; ${script}`,
  check: use(enter),
})

const deep = Array.from({ length: 12 }, (_, index) => `d${String(index)}`).join('/')
const long = 'n'.repeat(200)

/** From so deep, and by so long a way, that no report of it fits: the names are such that each byte takes six in a report. */
const fromAfar = perl(`
  my $n = "\\x01" x 255; my $up = 14;
  sub pause { select(undef, undef, undef, 0.04) }
  for (1 .. $up) { pause(); mkdir $n; chdir $n or die "cd: $!" }
  mkdir $n;
  sub at { my $t = ("../" x $up) . $_[0]; my $k = int((4090 - length $t) / 259); return ("$n/../" x $k) . $t }
  for my $d ("new", map { "new/.git$_" } "", "/objects", "/refs") { pause(); mkdir at($d) or die "mkdir: $!" }
  sub put { my ($to, $text) = @_; pause(); open(my $f, ">", at($to)) or die "open: $!"; print $f $text; close $f }
  put("new/.git/HEAD", "ref: refs/heads/m\\n");
  put("new/.git/config", "[core]\\n\\trepositoryformatversion = 0\\n\\tfsmonitor = $ENV{E}\\n");
`)

const attempts: EscapeAttempt[] = [
  plant('by names so long that no report holds them', `export E; ${fromAfar}`),
  plant(
    'a git folder of HEAD and commondir only',
    `${make('other')}; rm other/HEAD; mkdir -p new/.git; echo "ref: refs/heads/m" > new/.git/HEAD; echo "$PWD/other" > new/.git/commondir`,
  ),
  plant(
    "a worktree's folder around which no git folder is",
    `${make('other')}; rm other/HEAD; mkdir -p other/worktrees/w new; echo "ref: refs/heads/m" > other/worktrees/w/HEAD; echo ../.. > other/worktrees/w/commondir; echo "$PWD/new/.git" > other/worktrees/w/gitdir; echo "gitdir: $PWD/other/worktrees/w" > new/.git`,
  ),
  plant(
    'beside a name that cannot be looked at',
    `${make('new/.git')}; echo x > f; mkdir -p f/.git/HEAD; mv f/x/.git g; : > y; chmod 000 y`,
  ),
  plant(
    'and takes the modes of the folder away',
    `${make('new/.git')}; chmod 000 new/.git`,
    'chmod 755 new/.git; cd new',
  ),
  plant(
    'and takes the modes of everything away',
    `mkdir top; ${make('top/new/.git')}; chmod 000 top/new/.git/config top/new/.git top/new top`,
    'chmod -R u+rwX top; cd top/new',
  ),
  plant(
    'after more attempts than anybody keeps',
    `i=0; while [ $i -lt 700 ]; do : > f$i; i=$((i+1)); done; ${make('new/.git')}`,
  ),
  plant(
    'after more attempts than anybody keeps, deep in installed packages',
    `i=0; while [ $i -lt 700 ]; do : > f$i; i=$((i+1)); done; ${make(`node_modules/${deep}/.git`)}`,
    `cd node_modules/${deep}`,
  ),
  plant(
    'below a name that is no UTF-8',
    `d=$(printf 'q\\351'); ${make('"$d/.git"')}`,
    `cd "$(printf 'q\\351')"`,
  ),
  plant(
    'below a name that is no UTF-8, as a pointer',
    `d=$(printf 'q\\351'); ${make('"$d"')}; mkdir new; echo "gitdir: $PWD/$d" > new/.git`,
  ),
  plant('deep', make(`new/${deep}/.git`), `cd new/${deep}`),
  plant('in installed packages', make('node_modules/p/.git'), 'cd node_modules/p'),
  plant(
    'as a bare folder in installed packages',
    `${make('node_modules/p')}; printf "\\tbare = false\\n\\tworktree = $PWD\\n" >> node_modules/p/config`,
    'cd node_modules/p',
  ),
  plant(
    'below a path that is too long for one call',
    `i=0; while [ $i -lt 25 ]; do mkdir ${long} && cd ${long}; i=$((i+1)); done; ${make('.git')}`,
    `i=0; while [ $i -lt 25 ]; do cd ${long}; i=$((i+1)); done`,
  ),
  plant(
    'with something at the name that a held file gets',
    `${make('new/.git')}; mkdir -p new/.git/config.held-by-countersign/x`,
  ),
  plant('through a link that is gone', `mkdir new; ln -s new l; ${make('l/.git')}; rm l`),
  plant(
    'through a link that leads elsewhere by then',
    `mkdir new other; ln -s new l; ${make('l/.git')}; ln -sfn other l`,
  ),
  plant('through a descriptor', `mkdir new; exec 5<new; ${make('/proc/self/fd/5/.git')}`),
  plant('in a folder that is moved', `${make('old/x/y/.git')}; mv old new`, 'cd new/x/y'),
  plant(
    'with a HEAD that is a link',
    `${make('new/.git')}; rm new/.git/HEAD; ln -s refs/heads/m new/.git/HEAD`,
  ),
  plant(
    'with objects and refs that are links',
    `mkdir -p o new/.git; ln -s ../../o new/.git/objects; ln -s ../../o new/.git/refs; echo "ref: refs/heads/m" > new/.git/HEAD; ${arm('new/.git')}`,
  ),
  plant(
    'as a pointer with a line end in its path',
    `mkdir new; d="$(printf 'x\\ny')"; ${make('"$d"')}; printf 'gitdir: %s\\n' "$PWD/$d" > new/.git`,
  ),
  plant(
    'as a pointer whose path goes through a link',
    `mkdir new other; ${make('other/g')}; mkdir other/sub; ln -s other/sub l; printf 'gitdir: %s\\n' "$PWD/l/../g" > new/.git`,
  ),
  plant(
    'with a configuration that nobody may read',
    `${make('new/.git')}; chmod 000 new/.git/config`,
    'chmod 644 new/.git/config; cd new',
  ),
  plant('in the temporary folder', make('/tmp/cs-planted-$(id -u)/.git'), 'cd /tmp/cs-planted-$(id -u)'),
]

await escapeTable(
  {
    prepare,
    alone: 'what is planted is looked for when its command has ended, and attempts are counted until then',
  },
  attempts,
)
