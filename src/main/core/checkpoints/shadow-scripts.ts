import { protectedNames } from '../policy/tool-settings'
import { rights } from './rights-scripts'

/**
 * What is run over a store and the folder that it belongs to, inside the sandbox: the store is a git repository of ours, which the folder
 * knows nothing of. Nothing of the folder's own git is read, and nothing that it says about line ends, filters or merges counts.
 */

/** The folder's files in kibibytes that are kept at most; larger ones are named. */
const mostKib = 20_480

/** What a script ends with where a restore was broken off: it has to be ended first, which may need the folder for writing. */
export const brokenOff = 75

/**
 * What every script begins with: the folder, the store's lock, and its repository, which is made where it is missing. `working` has a line while a
 * script is at work: one that was killed left it, or `busy`, by its earlier name. Starting a program costs more than anything here does: what the
 * shell can do, it does itself.
 */
export const begin = `
set -eu
store=$1 folder=$2
shift 2
# A file that is called :!x is a file, and no pattern that git refuses.
export GIT_DIR="$store/git" GIT_LITERAL_PATHSPECS=1
# Names that other systems take for .git are names here.
export "GIT_CONFIG_KEY_$GIT_CONFIG_COUNT=core.protectNTFS" "GIT_CONFIG_VALUE_$GIT_CONFIG_COUNT=false"
GIT_CONFIG_COUNT=$((GIT_CONFIG_COUNT + 1))
# What is left out stands in the folder alone: rules of the person for all folders may change without anybody seeing it here.
export "GIT_CONFIG_KEY_$GIT_CONFIG_COUNT=core.excludesFile" "GIT_CONFIG_VALUE_$GIT_CONFIG_COUNT=/dev/null"
GIT_CONFIG_COUNT=$((GIT_CONFIG_COUNT + 1))
cd -P "$folder"
folder=$PWD
: > "$store/used"
# Not in the repository: the sandbox puts an index aside there that has a name which other systems take for .git.
export GIT_INDEX_FILE="$store/files.index"
# One at a time, of all engines: what a killed one left locked, an index or a reference, is nobody's then.
exec 9> "$store/lock"
if command -v flock > /dev/null; then
  flock -x -w 30 9
  for each in "$store"/*.lock "$GIT_DIR/packed-refs.lock"; do [ ! -e "$each" ] || rm -f "$each"; done
  if [ -s "$store/working" ] || [ -e "$store/busy" ]; then
    find "$GIT_DIR/refs" -name '*.lock' -exec rm -f {} + || :
    rm -f "$store/busy"
  fi
  echo yes > "$store/working"
  trap ': > "$store/working"' EXIT
else
  find "$store/next.lock" "$GIT_DIR/refs" -name '*.lock' -mmin +2 -exec rm -f {} + 2> /dev/null || :
fi
if [ ! -e "$GIT_DIR/whole" ]; then
  # It gets its name when it is whole: the settings of what looks like a repository are held in place by the sandbox, also of half a one.
  new=$(mktemp -d "$store/new.XXXXXX")
  (unset GIT_DIR; git init -q --bare --object-format=sha1 "$new")
  printf '%s\\n' '* -text -filter -ident -working-tree-encoding' > "$new/info/attributes"
  : > "$new/whole"
  [ -e "$GIT_DIR" ] || mv "$new" "$GIT_DIR"
fi
[ -e "$GIT_INDEX_FILE" ] || [ ! -e "$GIT_DIR/index" ] || mv "$GIT_DIR/index" "$GIT_INDEX_FILE"
export GIT_WORK_TREE="$folder"
# One that goes just then is tidying's.
for each in "$GIT_DIR"/*.lock "$store"/*.lock; do [ ! -e "$each" ] || find "$each" -maxdepth 0 -mmin +2 -exec rm -f {} + 2> /dev/null || :; done
# Written once: while it is written anew, another git that reads it would leave nothing out.
left_out='${protectedNames.join('\n')}
' is=
if [ -e "$GIT_DIR/info/exclude" ]; then
  while IFS= read -r each; do is="$is$each
"; done < "$GIT_DIR/info/exclude"
fi
[ "$is" = "$left_out" ] || printf %s "$left_out" > "$GIT_DIR/info/exclude"
# Tidying, which keeps nobody waiting, takes away folders of the repository that are empty, also the one that a file is just about to be put in.
again() { "$@" || "$@" || "$@"; }
${rights}
`

/** The same, where no restore is to be ended first. */
export const open = `
${begin}
for each in restoring held placed; do [ ! -e "$store/$each" ] || exit ${String(brokenOff)}; done
`

/**
 * Arguments: the store, the folder, a reference, a prefix of references or nothing. Keeps the folder as it is now under the reference; prints its tree and
 * the paths of files that are too large or cannot be read, each with a NUL behind it; where there is a prefix the paths of what no turn made, each with `=` before
 * and a NUL behind it, one more NUL and, in lines, each reference that begins so with what it stands for. Protected names are left out at any depth.
 *
 * `last` has the tree and the times that were kept last, `seen` what its files and folders were: where nothing is otherwise, they are kept
 * again. It counts while the index is older, and goes with whatever removes trees or puts others in place.
 */
export const keepScript = `
${open}
list="$store/changed"
# What was not kept at the moment before, since it was left out then, or lay in a repository of its own or in a folder that could not be listed, was there all
# the same, for all that is known: it is left out of this moment as well, so that nobody takes it for made in between.
leave_unknown() {
  : > "$list.inside"
  [ -s "$list" ] || [ -s "$list.modified" ] || [ -s "$store/inside" ] || return 0
  [ ! -s "$list" ] || sed -z -n '\\|/$|p' "$list" > "$list.inside"
  : >> "$store/inside"
  if [ ! -d "$store/rules" ]; then
    if { [ ! -s "$store/inside" ] && [ ! -s "$list.inside" ] || cmp -s "$store/inside" "$list.inside"; } && ! grep -zqs '\\(^\\|/\\)\\.gitignore$' "$list" "$list.modified"; then return; fi
    mkdir "$store/rules"
    GIT_LITERAL_PATHSPECS=0 git ls-files -s -z -- .gitignore '*/.gitignore' > "$list.rules"
    # A link is no list of names to git, and one with something behind it would end the look at all others.
    sed -z -n 's|^100[0-9]* [^\t]*\t||p' "$list.rules" | git checkout-index -q -z --stdin --prefix="$store/rules/"
    { echo; sed -z -e 's/[][*?!#\\\\ ]/\\\\&/g; s/\\n/?/g; s|^|/|' "$store/inside" | tr '\\0' '\\n'; } >> "$store/rules/.gitignore"
  fi
  # It takes no names to the letter, but for those that do not begin with a colon.
  sed -z 's|^|./|' "$list" > "$list.dotted"
  (cd "$store/rules" && GIT_LITERAL_PATHSPECS=0 GIT_WORK_TREE=$PWD git check-ignore --no-index -z --stdin < "$list.dotted" > "$list.ignored") || [ $? = 1 ]
  sed -z 's|^\\./||' "$list.ignored" | sort -z > "$list.left"
  sort -z "$list" | comm -z -23 - "$list.left" > "$list.new"
  cat "$list.new" > "$list"
}
# What was left out so, the next moment has: no turn made it for as long as it lies there, in whichever of them the rules changed.
remember() {
  {
    cat "$list.left"
    [ ! -s "$store/not-made" ] || case $1 in
      */before) sed -z 's|^|./|' "$store/not-made" | xargs -0 -r sh -c 'find "$@" -maxdepth 0 -printf "%p\\0" 2> /dev/null || :' sh | sed -z 's|^\\./||' ;;
      *) cat "$store/not-made" ;;
    esac
  } | sort -z -u > "$store/not-made.new"
  mv -f "$store/not-made.new" "$store/not-made"
}
[ ! -d "$store/rules" ] || rm -rf "$store/rules"
: > "$list.left"
told() {
  printf '%s\\0' "$tree"
  [ ! -s "$store/unkept" ] || cat "$store/unkept"
  [ -n "$1" ] || return 0
  [ ! -s "$store/not-made" ] || sed -z 's|^|=|' "$store/not-made"
  printf '\\0'
  git for-each-ref --format='%(objectname) %(refname)' "$1"
}
# What is gone counts as changed. Of a folder in which nothing changed this is all that is looked at: two readers, beside each other.
look() {
  git diff-files -z --name-status > "$list.modified" &
  modified=$!
  git ls-files -z --others --exclude-standard > "$list" 2> "$list.said" || { cat "$list.said" >&2; return 1; }
  # It says so of a folder that it cannot list, and goes on.
  [ ! -s "$list.said" ] || find . -mindepth 1 -name .git -prune -o -type d ! '(' -readable -executable ')' -printf '%P/\\0' -prune >> "$list"
  wait "$modified"
  leave_unknown
  # One that went is a turn's when it comes again: the next turn's beginning forgets it, since what was taken away in between can come back by undo.
  if [ -s "$list.left" ] || [ -s "$store/not-made" ]; then remember "$1"; fi
  [ ! -s "$list.modified" ] || sed -z -n -e 'h;n;p;x;/^D$/{x;w '"$list.gone" -e '}' "$list.modified" >> "$list"
}
unchanged() {
  [ ! -s "$list" ] && [ -s "$store/last" ] || return 1
  if [ -s "$store/paths" ]; then [ "$store/last" -nt "$GIT_INDEX_FILE" ] || return 1; fi
  seen 2> /dev/null > "$store/seen.now" && cmp -s "$store/seen" "$store/seen.now" || return 1
  read -r tree times < "$store/last" && [ "$times" ] || return 1
  git update-ref --stdin 2> /dev/null << END
update $1 $tree
update $1-times $times
END
}
look "$1"
if unchanged "$1"; then
  told "$2"
  exit
fi
# Where a link took a folder's place, what was below it is gone, whatever lies behind the link.
if [ -s "$list.modified" ] && [ -s "$list.gone" ]; then
  git update-index -z --force-remove --stdin < "$list.gone"
  look "$1"
fi
: > "$store/unkept"
if [ -s "$list" ]; then
  # A link with that name on its way is none that git takes, and it says so with no code.
  add() {
    sed -z 's|^|./|' "$list" | xargs -0 -r sh -c 'exec find "$@" -maxdepth 0 \\( \\( -type f -readable -size -${String(mostKib)}k -o -type l ! -iname .gitmodules ! -ipath "*/.gitmodules/*" \\) -printf "+%p\\0" -o ! -type d -printf "-%p\\0" \\)' sh > "$list.found"
    sed -z -n -e 's|^+||p' -e 's|^-||w '"$store/unkept" "$list.found" | git update-index -z --add --replace --remove --stdin
  }
  again add
fi
files=$(again git write-tree)
tree=$(moment "$(rights_tree)" "$files")
if [ -s "$list.inside" ]; then cat "$list.inside" > "$store/inside"; else : > "$store/inside"; fi
[ ! -d "$store/rules" ] || rm -rf "$store/rules"
# When folders were changed is no part of what they are: a turn that leaves all as it was has changed nothing.
times=$(sed -z -n 's|^[^\\t]*\\t[^ ]* \\([^\\t]*\\)\\t\\(.*/\\)$|\\1 \\2|p' "$store/seen" | git hash-object -w --stdin)
git update-ref --stdin << END
update $1 $tree
update $1-times $times
END
# What is not kept is nowhere in the index, which could not tell that it went.
if [ -s "$store/unkept" ]; then : > "$store/last"; else echo "$tree $times" > "$store/last"; fi
told "$2"
`

/** Arguments: the store, the folder, a prefix of references. Prints each with what it stands for. */
export const listScript = `
${open}
git for-each-ref --format='%(objectname) %(refname)' "$1"
`

/**
 * Arguments: the store, the folder, a reference, paths from the folder. Prints each file at them, or below, that is kept there and is still as it was kept, by content and
 * by what kind it is, a NUL behind each: who counts as many in the folder knows that all of them are kept.
 */
export const filesScript = `
${open}
list="$store/asked-for" moment=$1
shift
git ls-tree -r -z --name-only "$moment:files" -- "$@" | sort -z > "$list"
git diff-index -z --name-only --no-renames "$moment:files" -- "$@" | sort -z > "$list.changed"
comm -z -23 "$list" "$list.changed"
`

/** Arguments: the store, the folder, a reference, paths from the folder. Prints those at which a file is kept there, a NUL behind each, whatever lies there now. */
export const heldAtScript = `
${open}
list="$store/asked-for" moment=$1
shift
git ls-tree -r -z --name-only "$moment:files" > "$list.held"
sort -z "$list.held" > "$list"
printf '%s\\0' "$@" | sort -z -u | comm -z -12 "$list" -
`

/**
 * Arguments: the store, the folder, pairs of trees. Prints of each pair what differs, as git's raw form has it, NUL behind each part: behind `moments`
 * of files and rights, with `files/` and `.countersign/` before their paths; behind `files` of files alone, where not both trees say rights.
 */
export const compareScript = `
${open}
find_moments "$@"
while [ "$#" -gt 0 ]; do
  if is_moment "$1" && is_moment "$2"; then
    printf 'moments\\0'
    git diff-tree -r -z --raw --no-renames --no-abbrev --ignore-submodules=none "$1" "$2"
  else
    printf 'files\\0'
    git diff-tree -r -z --raw --no-renames --no-abbrev "$(files_of "$1")" "$(files_of "$2")"
  fi
  shift 2
done
`

/** Of a diff so much is told, in bytes; what is beyond is cut. */
const mostDiff = 1_048_576

/** Arguments: the store, the folder, two trees. Prints what differs of files as a diff, cut where it is long. */
export const diffScript = `
${open}
find_moments "$1" "$2"
git diff-tree -r -p --no-color --no-ext-diff --no-textconv --no-renames "$(files_of "$1")" "$(files_of "$2")" | head -c ${String(mostDiff)}
`

/**
 * Arguments: the store, the folder, the reference of a moment. Prints what changed since and is in no moment, though nobody would think so, a NUL behind each: rules of
 * git's that leave out themselves, names that git takes for .git, repositories in which something changed, folders that cannot be listed, and what is no file, folder or
 * link, such as a pipe or a socket, of which git knows nothing.
 */
export const straysScript = `
${open}
moment=$1 since="$GIT_DIR/$1"
[ -e "$since" ] || exit 0
list="$store/strays"
git ls-files -z --others --exclude-standard 2> /dev/null > "$list" || :
{
  { cat "$list"; git ls-files -z --others --exclude-standard --ignored --directory 2> /dev/null || :; } |
    sed -z -n -E 's|^|./|; /\\/[.]gitignore$/{p; b}; /\\/[.]git\\/?$/b; /\\/[.][gG][iI][tT]\\/?$/{s|/$||; p; b}; s|/$|/.gitignore|p' | sort -z -u |
    since=$since xargs -0 -r sh -c 'find "$@" -maxdepth 0 -cnewer "$since" -printf "%p\\0" 2> /dev/null || :' sh | sed -z 's|^[.]/||'
  sed -z -n -E '/(^|\\/)[.][gG][iI][tT]\\/$/b; s|^(.*)/$|./\\1|p' "$list" | since=$since xargs -0 -r sh -c '
    for each do find "$each" -cnewer "$since" -printf "x" -quit 2> /dev/null | grep -q . && printf "%s/\\0" "\${each#./}"; done; :' sh
  # Closed folders that were there are put back.
  find . -name .git -prune -o -cnewer "$since" '(' ! '(' -type d -o -type f -o -type l ')' -printf '%P\\0' -o \
    -type d ! '(' -readable -executable ')' -fprintf "$list" '%P/\\0' ')' 2> /dev/null || :
  sort -z -o "$list" "$list"
  find_moments "$moment"
  said_of "$moment" "$list" | sed -z -E 's|^[^\\t]*\\t||; s|/[.]countersign$|/|' | sort -z | comm -z -13 - "$list"
} | sort -z -u
`

/** Arguments: the store, the folder, references. Forgets them. */
export const forgetScript = `
${open}
: > "$store/last"
for each do git update-ref -d "$each"; done
git -c gc.packRefs=false gc --quiet --auto --prune=10.minutes.ago
`

/**
 * Arguments: the store, the folder, days, a count. Forgets references older than that, beyond the count (0: none is) the oldest as well, and what
 * nobody refers to any more; what is being kept just now stays. Prints how many kibibytes the store takes then.
 */
export const tidyScript = `
${open}
: > "$store/last"
find "$store" -maxdepth 1 '(' -name 'new.*' -o -name 'plan.*' ')' -mmin +60 -exec rm -rf {} + || :
cd "$GIT_DIR"
mkdir -p refs/turns
forgotten() { while read -r each; do git update-ref -d "$each"; done; }
find refs/turns -type f ! -name '*.lock' -mtime "+$1" | forgotten
if [ "$2" -gt 0 ]; then
  find refs/turns -type f ! -name '*.lock' -printf '%T@ %p\\n' | sort -rn | tail -n "+$(($2 + 1))" | cut -d ' ' -f 2 | forgotten
fi
prune=now
if [ "$2" = 0 ] || ! command -v flock > /dev/null; then
  # Whoever keeps need not wait for this.
  : > "$store/working"
  trap - EXIT
  exec 9>&-
  prune=10.minutes.ago
fi
git -c gc.packRefs=false gc --quiet --prune="$prune"
du -sk "$store" | cut -f 1
`
