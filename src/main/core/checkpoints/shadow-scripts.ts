import { protectedNames } from '../policy/protected-names'

/**
 * What is run over a store and the folder that it belongs to, inside the sandbox: the store is a git repository of ours, which the folder
 * knows nothing of. Nothing of the folder's own git is read, and nothing that it says about line ends, filters or merges counts.
 */

/** The folder's files in kibibytes that are kept at most; larger ones are named. */
const mostKib = 20_480

/** What a script ends with where a restore was broken off: it has to be ended first, which may need the folder for writing. */
export const brokenOff = 75

const begin = `
set -eu
store=$1 folder=$2
shift 2
export GIT_DIR="$store/git"
cd "$folder"
touch "$store/used"
# One at a time, of all engines: what a killed one left locked, an index or a reference, is nobody's then.
exec 9> "$store/lock"
if command -v flock > /dev/null; then
  flock -x -w 30 9
  rm -f "$GIT_DIR/index.lock" "$store/next.lock" "$GIT_DIR/packed-refs.lock"
  if [ -e "$store/busy" ]; then find "$GIT_DIR/refs" -name '*.lock' -exec rm -f {} + || :; fi
  : > "$store/busy"
  trap 'rm -f "$store/busy"' EXIT
else
  find "$store/next.lock" "$GIT_DIR/refs" -name '*.lock' -mmin +2 -exec rm -f {} + 2> /dev/null || :
fi
if [ ! -e "$GIT_DIR/whole" ]; then
  # It gets its name when it is whole: the settings of what looks like a repository are held in place by the sandbox, also of half a one.
  new=$(mktemp -d "$store/new.XXXXXX")
  (unset GIT_DIR; git init -q --bare "$new")
  printf '%s\\n' '* -text -filter -ident -working-tree-encoding' > "$new/info/attributes"
  : > "$new/whole"
  [ -e "$GIT_DIR" ] || mv "$new" "$GIT_DIR"
fi
export GIT_WORK_TREE="$folder"
find "$GIT_DIR" -maxdepth 1 -name '*.lock' -mmin +2 -exec rm -f {} +
# Written once: while it is written anew, another git that reads it would leave nothing out.
left_out='${protectedNames.join('\n')}'
[ "$(cat "$GIT_DIR/info/exclude" 2> /dev/null)" = "$left_out" ] || printf '%s\\n' "$left_out" > "$GIT_DIR/info/exclude"
# Tidying, which keeps nobody waiting, takes away folders of the repository that are empty, also the one that a file is just about to be put in.
again() { "$@" || "$@" || "$@"; }
`

const open = `
${begin}
[ ! -e "$store/restoring" ] && [ ! -e "$store/held" ] || exit ${String(brokenOff)}
`

/**
 * What lies in the folder of the paths that a restore was about to change becomes what it was. \`restoring\` has the tree before, the tree that was
 * to be, and the reference that says so, with the way that it went; of a rewind then its token, and further references. A rewind's is called
 * \`held\` while its folder is done and its record is not: it counts where the record says so.
 */
const takeBack = `
take_back() {
  { read -r was; read -r target; read -r mark; read -r way; } < "$1"
  rm -f "$GIT_DIR/index.lock"
  git diff-tree -r -z --name-only --no-renames --diff-filter=A "$was" "$target" | xargs -0 -r sh -c '
    for each do rm -f "./$each"; rmdir -p "$(dirname "./$each")" 2> /dev/null || :; done' sh
  export GIT_INDEX_FILE="$store/next"
  git read-tree "$was"
  git diff-tree -r -z --name-only --no-renames --diff-filter=a "$was" "$target" | git checkout-index -f -q -z --stdin
  rm -f "$store/next"
  unset GIT_INDEX_FILE
  { printf '%s\\n' "$mark"; tail -n +6 "$1"; } | while read -r mark; do
    [ -n "$mark" ] || continue
    if [ "$way" = undo ]; then git update-ref -d "$mark"; else git update-ref "$mark" "$was"; fi
  done
  rm -f "$1"
}
`

/**
 * Takes back a restore that was broken off, unless whoever began it goes on with it. Arguments: the store, the folder, \`back\` or \`done\`,
 * which is what becomes of a rewind that is held.
 */
export const takeBackScript = `
${begin}
${takeBack}
[ ! -e "$store/restoring" ] || take_back "$store/restoring"
if [ "$1" = done ]; then rm -f "$store/held"; elif [ -e "$store/held" ]; then take_back "$store/held"; fi
`

/** Arguments: the store, the folder. Prints the token of a rewind that is held, if one is. */
export const heldScript = `
${begin}
[ ! -e "$store/held" ] || sed -n 5p "$store/held"
`

/**
 * Arguments: the store, the folder, a reference. Keeps the folder as it is now under the reference; prints its tree and the paths of files
 * that are too large, each with a NUL behind it. Protected names are left out at any depth.
 */
export const keepScript = `
${open}
list="$store/changed"
# What is gone counts as changed. Of a folder in which nothing changed this is all that is looked at: two readers, beside each other.
look() {
  git diff-files -z --name-only > "$list.modified" &
  modified=$!
  git ls-files -z --others --exclude-standard > "$list"
  wait "$modified"
  cat "$list.modified" >> "$list"
}
look
plain() { xargs -0 -r sh -c 'for each do printf "./%s\\0" "$each"; done' sh < "$list"; }
if [ -s "$list" ]; then
# Where a link took a folder's place, what was below it is gone, whatever lies behind the link.
git diff-files -z --name-only --diff-filter=D | git update-index -z --force-remove --stdin
look
add() {
  plain | xargs -0 -r sh -c 'find "$@" -maxdepth 0 \\( -type f -size -${String(mostKib)}k -o -type l \\) -print0' sh |
    git update-index -z --add --replace --remove --stdin
}
again add
fi
tree=$(again git write-tree)
git update-ref "$1" "$tree"
printf '%s\\0' "$tree"
plain | xargs -0 -r sh -c 'find "$@" -maxdepth 0 -type f ! -size -${String(mostKib)}k -print0' sh
`

/** Arguments: the store, the folder, a prefix of references. Prints each with what it stands for. */
export const listScript = `
${open}
git for-each-ref --format='%(objectname) %(refname)' "$1"
`

/** Arguments: the store, the folder, two trees. Prints what differs, as git's raw form has it, NUL behind each part. */
export const compareScript = `
${open}
git diff-tree -r -z --raw --no-renames --no-abbrev "$1" "$2"
`

/**
 * Arguments: the store, the folder, the tree that the folder is, the way, a token or nothing, the references that say that turns were taken
 * back. The file \`plan\` of the store has the entries that are to be, as \`git update-index --index-info\` reads them. Puts them in place and sets or
 * removes the references, all or, where the folder is not that tree any more, none. With a token it is held then.
 */
export const placeScript = `
${open}
export GIT_INDEX_FILE="$store/next"
now=$1 way=$2 token=$3
shift 3
git read-tree "$now"
git update-index -z --index-info < "$store/plan"
target=$(again git write-tree)
rm -f "$store/next"
unset GIT_INDEX_FILE
{
  printf '%s\\n' "$now" "$target" "\${1:-}" "$way" "$token"
  for each do printf '%s\\n' "$each"; done
} > "$store/restoring.part"
mv "$store/restoring.part" "$store/restoring"
if ! git read-tree -m -u "$now" "$target"; then
  rm -f "$store/restoring"
  exit 1
fi
for each do
  if [ "$way" = undo ]; then git update-ref "$each" "$target"; else git update-ref -d "$each"; fi
done
if [ -n "$token" ]; then mv "$store/restoring" "$store/held"; else rm -f "$store/restoring"; fi
`

/** Arguments: the store, the folder, references. Forgets them. */
export const forgetScript = `
${open}
for each do git update-ref -d "$each"; done
git -c gc.packRefs=false gc --quiet --auto --prune=10.minutes.ago
`

/**
 * Arguments: the store, the folder, days, a count. Forgets references older than that, beyond the count (0: none is) the oldest as well, and what
 * nobody refers to any more; what is being kept just now stays. Prints how many kibibytes the store takes then.
 */
export const tidyScript = `
${open}
find "$store" -maxdepth 1 -name 'new.*' -mmin +60 -exec rm -rf {} + || :
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
  rm -f "$store/busy"
  trap - EXIT
  exec 9>&-
  prune=10.minutes.ago
fi
git -c gc.packRefs=false gc --quiet --prune="$prune"
du -sk "$store" | cut -f 1
`
