import { begin, open } from './shadow-scripts'

/**
 * What moves files between the folder and one beside it, whole by their names: nobody finds half a file. No link leads anywhere else: each folder is
 * entered, and must be what its path says. `move` takes a list of paths, NUL behind each; `into` puts nothing over what is there.
 */
const moves = `
moves='
set -eu
way=$1 folder=$2 beside=$3
shift 3
flush() {
  [ "$#" -gt 0 ] || return 0
  if [ "$way" = out ]; then to=$beside/$at; else to=$folder/$at; fi
  [ -d "$to" ] || mkdir -p "$to"
  cd -P "$folder/$at"
  [ "$PWD" = "$folder\${at:+/$at}" ] || { echo "A link takes the place of a folder just then." >&2; exit 1; }
  if [ "$way" = out ]; then mv -- "$@" "$beside/$at/"; else mv -n -- "$@" ./; fi
}
first=1
for each do
  case $each in */*) dir=\${each%/*} ;; *) dir= ;; esac
  if [ "$first" ] || [ "$dir" != "$at" ] || [ "$#" -ge 200 ]; then
    [ "$first" ] || flush "$@"
    set --
    first= at=$dir
  fi
  if [ "$way" = out ]; then set -- "$@" "./\${each##*/}"; else set -- "$@" "$beside/$each"; fi
done
flush "$@"
'
move() { [ ! -s "$3" ] || xargs -0 -r sh -c "$moves" sh "$1" "$folder" "$2" < "$3"; }
# A folder in the place of a path goes where it holds nothing but folders, else not even the empty ones in it: a repository is none without them. So do folders
# around paths that hold nothing.
make_way() {
  [ ! -s "$1" ] || xargs -0 -r sh -c 'for each do
    if [ -L "$each" ] || [ ! -d "$each" ] || [ "$(find "./$each" ! -type d -printf x -quit 2>&1)" ]; then continue; fi
    find "./$each" -depth -type d -exec rmdir {} + 2> /dev/null || :
  done' sh < "$1"
}
drop_empty() {
  [ ! -s "$1" ] || xargs -0 -r sh -c 'last= first=1
    for each do
      [ ! "$first" ] || { first=; set --; }
      case $each in */*) [ "\${each%/*}" = "$last" ] || { last=\${each%/*}; set -- "$@" "$last"; } ;; esac
    done
    [ "$#" = 0 ] || rmdir -p -- "$@" 2> /dev/null || :' sh < "$1"
}
# Leaves out of a list what cannot be reached by its path any more: a link, or a file, has taken the place of a folder on the way.
reached() {
  xargs -0 -r sh -c 'for each do
    at=$each
    while case $at in */*) at=\${at%/*} ;; *) false ;; esac do
      if [ -L "$at" ] || { [ -e "$at" ] && [ ! -d "$at" ]; }; then continue 2; fi
    done
    printf "%s\\0" "$each"
  done' sh < "$1" > "$store/way"
  mv "$store/way" "$1"
}
# What two trees have otherwise: what only the first has, what only the second, what both have.
lists() {
  git diff-tree -r -z --name-status --no-renames "$1" "$2" > "$store/part"
  sed -z -n -e 'h;n;x;/^D$/{x;w '"$store/goes" -e 'b' -e '};/^A$/{x;w '"$store/comes" -e 'b' -e '};x;w '"$store/both" "$store/part"
  # Files of which only the rights change are made anew as well.
  sort -z -u "$store/both" "$store/only" > "$store/changes"
  cat "$store/goes" "$store/changes" > "$store/before"
  cat "$store/comes" "$store/changes" > "$store/after"
}
# What a tree says of rights, in the form that rights_in has.
as_rights() { sed -z -E 's|^160000 commit ([0-9ab]*c)[0-9a-f]*\\t|\\1\\t./|; s|/\\.countersign$|/|' | sort -z; }
# An index with the paths of a list as a tree has them.
part() {
  [ ! -e "$store/next" ] || rm -f "$store/next"
  xargs -0 -r git ls-tree -z --full-tree -- "$1" < "$2" > "$store/part"
  GIT_INDEX_FILE="$store/next" git update-index -z --index-info < "$store/part"
}
# Which of them a folder has otherwise, or not at all. Only what is there now counts, by its content.
differs() (
  [ -e "$store/next" ] || exit 0
  [ -d "$1" ] || mkdir -p "$1"
  cd "$1"
  export GIT_WORK_TREE="$1" GIT_INDEX_FILE="$store/next"
  git update-index -q --refresh > /dev/null || :
  git diff-files -z --name-only
)
# Files of a list as the index \`next\` has them.
lay() { GIT_INDEX_FILE="$store/next" git checkout-index -q -z --stdin --prefix="$1/" < "$2"; }
# The folders around paths, each with a slash behind.
around() { sed -z -n ':a; s|/[^/]*$||; T; p; b a' | sort -z -u | sed -z 's|$|/|'; }
# Those of the folders around what is moved, and the folder itself, that are closed to writing: whose each is, its mode and its path.
closed_around() {
  { printf '.\\0'; cat "$store/before" "$store/after" | around | sed -z 's|/$||'; } > "$store/folders.around"
  reached "$store/folders.around"
  sed -z 's|^|./|' "$store/folders.around" |
    xargs -0 -r sh -c 'find "$@" -maxdepth 0 -type d ! "(" -writable -executable ")" -printf "%U %m %p\\0" 2> /dev/null || :' sh
}
# They are opened to their owner while files are moved. What is in \`opened\`, which says what mode each had, may be open.
open_up() {
  closed_around | sed -z 's|^[^ ]* ||' > "$store/shut"
  [ -s "$store/shut" ] || return 0
  [ ! -e "$store/opened" ] || cat "$store/opened" > "$store/opened.part"
  cat "$store/shut" >> "$store/opened.part"
  sort -z -s -u -t ' ' -k 2 "$store/opened.part" > "$store/opened.new"
  rm -f "$store/opened.part"
  sync "$store/opened.new" || :
  mv "$store/opened.new" "$store/opened"
  sed -z 's|^[^ ]* ||' "$store/shut" | xargs -0 -r chmod u+wx -- 2> /dev/null || :
}
# Closes them again, where nobody gave them another mode; the folder itself only where nothing lies beside any more.
close_up() {
  [ -s "$store/opened" ] || return 0
  sort -z -r -t ' ' -k 2 "$store/opened" | xargs -0 -r sh -c 'last=$1; shift
    for each do
      mode=\${each%% *} path=\${each#* }
      [ "$last" ] || [ "$path" != ./. ] || continue
      [ -d "$path" ] && [ ! -L "$path" ] && [ "$(stat -c %a "$path")" = "$(printf %o $((0$mode | 0300)))" ] || continue
      chmod "00$mode" "$path"
    done' sh "\${1-}"
  if [ "\${1-}" ]; then rm -f "$store/opened"; else
    sed -z -n '/^[0-9]* [.]\\/[.]$/p' "$store/opened" > "$store/opened.new"
    mv "$store/opened.new" "$store/opened"
  fi
}
# Everything is in place and counts: what lay there before goes.
settle() {
  [ "$1" = "$store/placed" ] || mv "$1" "$store/placed"
  { read -r _; read -r _; read -r _; read -r _; read -r _; read -r stage; } < "$store/placed" || stage=
  case $stage in */*) ;; .countersign-undo.*) rm -rf "./$stage" ;; esac
  close_up all
  rm -f "$store/placed" "$store/there"
}
`

/**
 * What a restore changed becomes what it was, where it is still as the restore left it, to the byte; what lay there before comes back itself.
 * What somebody has edited, made or removed since stays as it is: it is named in `left`, NUL behind each, and what lay there before stays beside it.
 *
 * `restoring` has the tree before, the tree of files that was to be, the reference that says so, the way that it went, of a rewind its token,
 * the folder beside, the tree that was wanted, and further references. `unstaged`: that folder is not there, since it was not made yet or nothing in it is needed any more. A rewind's is called `held` while its folder is done and its record is not: it counts where the record
 * says so. `placed`: it counts, and what lay there before is being removed.
 */
const takeBack = `
take_back() {
  { read -r was; read -r target; read -r mark; read -r way; read -r token; read -r stage; } < "$1" || :
  is=$(stat -c %i .)
  if ! git cat-file -e "$was^{tree}" 2> /dev/null || ! git cat-file -e "$target^{tree}" 2> /dev/null; then here=
  else
    # Where another folder has its path by now, what lies beside is with the one that it was.
    here=$is
    [ -d "./$stage" ] || [ -e "$store/unstaged" ] || [ ! -s "$store/of" ] || read -r here < "$store/of"
  fi
  if [ "$here" != "$is" ]; then
    # Of one that cannot be read nothing is known but what lies beside, which stays.
    if [ "$here" ]; then rm -f "$store/opened"; else close_up all; fi
    mv "$1" "$store/unreadable"
    [ ! "$here" ] || printf '%s/\\0' "$stage" >> "$store/left"
    for each in .countersign-undo.*; do [ ! -d "$each" ] || printf '%s/\\0' "$each" >> "$store/left"; done
    return
  fi
  case $stage in */*) stage=.countersign-undo.gone ;; .countersign-undo.*) ;; *) stage=.countersign-undo.gone ;; esac
  beside=$folder/$stage
  for each in only folders given given.folders there; do [ -e "$store/$each" ] || : > "$store/$each"; done
  find_moments "$was"
  lists "$(files_of "$was")" "$target"
  open_up
  [ -d "$beside" ] || [ -e "$store/unstaged" ] || : > "$store/lost"
  mkdir -p -m 700 "$beside"
  part "$target" "$store/after"
  differs "$folder" > "$store/theirs"
  GIT_INDEX_FILE="$store/next" git update-index -z --force-remove --stdin < "$store/theirs"
  GIT_INDEX_FILE="$store/next" git ls-files -z | dotted | rights_in "$folder" | comm -z -12 - "$store/given" | sed -z 's|^[^\\t]*\\t\\./||' |
    # What still waits beside was not put there: a file like it is somebody's.
    beside=$beside xargs -0 -r sh -c 'for each do [ -e "$beside/new/$each" ] || [ -L "$beside/new/$each" ] || printf "%s\\0" "$each"; done' sh > "$store/ours"
  move out "$beside/back" "$store/ours"
  # Of what was taken from there alone: a file with other rights than the restore gave it stayed in the folder.
  sort -z "$store/ours" > "$store/again"
  differs "$beside/back" | comm -z -12 - "$store/again" > "$store/theirs"
  move into "$beside/back" "$store/theirs"
  make_way "$store/before"
  # Where nothing is now: what the restore moved aside, and of what was to come there what it had not put there yet, or what was just taken from there.
  # What is missing otherwise somebody removed.
  for list in goes changes; do
    lost=$store/lost beside=$beside list=$list xargs -0 -r sh -c '
      is() { [ -e "$1" ] || [ -L "$1" ]; }
      for each do
        if is "$each"; then continue; fi
        if [ ! -e "$lost" ]; then
          is "$beside/old/$each" || continue
          [ "$list" = goes ] || is "$beside/new/$each" || is "$beside/back/$each" || continue
        fi
        printf "%s\\0" "$each"
      done' sh < "$store/$list"
  done > "$store/free"
  # What was moved aside comes back itself; where somebody removed all that lay beside, it comes from the store.
  beside=$beside xargs -0 -r sh -c 'for each do [ -e "$beside/old/$each" ] || [ -L "$beside/old/$each" ] || printf "%s\\0" "$each"; done' sh < "$store/free" > "$store/again"
  if [ -s "$store/again" ]; then
    GIT_INDEX_FILE="$store/next" git read-tree "$(files_of "$was")"
    lay "$stage/old" "$store/again"
    give_said "$was" "$store/again" "$beside/old"
  fi
  reached "$store/free"
  around < "$store/free" | xargs -0 -r sh -c 'for each do [ -d "$each" ] || printf "%s\\0" "$each"; done' sh > "$store/again"
  move into "$beside/old" "$store/free"
  give_said "$was" "$store/again" "$folder"
  around < "$store/after" | sort -z | comm -z -23 - "$store/there" | sort -z -r | xargs -0 -r rmdir -- 2> /dev/null || :
  close_up
  dotted < "$store/folders" | rights_in "$folder" | comm -z -12 - "$store/given.folders" | sed -z 's|^[^\\t]*\\t\\./||' > "$store/again"
  give_said "$was" "$store/again" "$folder"
  part "$(files_of "$was")" "$store/before"
  {
    differs "$folder"
    cat "$store/before" "$store/folders" | sort -z -u > "$store/again"
    # Beside what the restore gave, which this is compared with once more where it is killed as well.
    dotted < "$store/again" | rights_in "$folder" > "$store/has"
    said_of "$was" "$store/again" | as_rights | comm -z -23 - "$store/has" |
      sed -z 's|^[^\\t]*\\t\\./||; s|/$||'
    xargs -0 -r sh -c 'for each do if [ -e "$each" ] || [ -L "$each" ]; then printf "%s\\0" "$each"; fi; done' sh < "$store/comes"
  } | sort -z -u > "$store/theirs.all"
  mv "$store/theirs.all" "$store/theirs"
  # Nothing is what it put there from here on, whatever is like it.
  : > "$store/given"
  rm -rf "$beside/new" "$beside/back"
  if [ "$(find "$beside" ! -type d | head -c 1)" ]; then printf '%s/\\0' "$stage" >> "$store/theirs"; else
    : > "$store/unstaged"
    rm -rf "$beside"
  fi
  close_up all
  [ ! -s "$store/theirs" ] || cat "$store/theirs" >> "$store/left"
  rm -f "$store/next" "$store/theirs" "$store/has"
  { printf '%s\\n' "$mark"; tail -n +8 "$1"; } | while read -r mark; do
    [ -n "$mark" ] || continue
    if [ "$way" = undo ]; then git update-ref -d "$mark"; else git update-ref "$mark" "$was"; fi
  done
  rm -f "$1" "$store/lost" "$store/unstaged" "$store/only" "$store/folders" "$store/given" "$store/given.folders" "$store/there"
}
`

/**
 * Takes back a restore that was broken off, unless whoever began it goes on with it. Arguments: the store, the folder, `back` or `done`,
 * which is what becomes of a rewind that is held.
 */
export const takeBackScript = `
${begin}
${moves}
${takeBack}
[ ! -e "$store/placed" ] || settle "$store/placed"
[ ! -e "$store/restoring" ] || take_back "$store/restoring"
[ -e "$store/held" ] || exit 0
if [ "$1" = done ]; then settle "$store/held"; else take_back "$store/held"; fi
`

/** Arguments: the store, the folder. Prints the token of a rewind that is held, if one is. */
export const heldScript = `
${begin}
[ ! -e "$store/held" ] || sed -n 5p "$store/held"
`

/** Arguments: the store, the folder. Prints the folder beside of a restore that was broken off or is held, if there is one. */
export const besideScript = `
${begin}
for each in restoring held; do [ ! -e "$store/$each" ] || { sed -n 6p "$store/$each"; break; }; done
`

/**
 * Arguments: the store, the folder, the plan, the tree that the folder is, the tree that is wanted, the reference of that, the way, a token or nothing, the
 * references that say that turns were taken back. The plan is a folder of three files: `entries` has those that are to be, as `git update-index
 * --index-info` reads them, `files` the files of which only the rights change, `folders` folders that get theirs, a NUL behind each. Puts them in
 * place and sets or removes the references. What comes is made beside, in the folder; what goes is moved there and must be what it was. Prints
 * what could not get its rights and is its owner's alone, a NUL behind each. Where it fails, `restoring` says what is to be taken back. With a
 * token it is held then.
 */
export const placeScript = `
${open}
${moves}
plan=$1 now=$2 wanted=$3 moment=$4 way=$5 token=$6
shift 6
# Another engine may have done it since it was looked at; what this one would take back then is the other's.
for each do
  if git rev-parse -q --verify "$each" > /dev/null; then is=redo; else is=undo; fi
  [ "$is" = "$way" ] || { echo 'It was taken back, or done again, just then. Look again.' >&2; exit 1; }
done
: > "$store/last"
find_moments "$now" "$wanted"
files=$(files_of "$now")
(
  export GIT_INDEX_FILE="$store/next"
  git read-tree "$files"
  git update-index -z --index-info < "$plan/entries"
  again git write-tree > "$store/target"
)
read -r target < "$store/target"
for each in files folders; do
  to=$store/$each
  [ "$each" = folders ] || to=$store/only
  if [ -s "$plan/$each" ]; then sort -z -u "$plan/$each" > "$to"; else : > "$to"; fi
done
rm -rf "$plan"
lists "$files" "$target"
closed_around > "$store/shut"
not_ours=$(sed -z -n "/^$(id -u) /!{s|^[^ ]* [^ ]* ./||p;q}" "$store/shut" | tr -d '[:cntrl:]')
if [ "$not_ours" ]; then
  [ "$not_ours" != . ] || not_ours=$folder
  echo "$not_ours is not yours to write in; nothing was put back. Get write permission for it, and try again." >&2
  exit 1
fi
stage=$(mktemp -u .countersign-undo.XXXXXXXXXXXX)
{
  printf '%s\\n' "$now" "$target" "\${1:-}" "$way" "$token" "$stage" "$wanted"
  for each do printf '%s\\n' "$each"; done
} > "$store/restoring.part"
for each in given given.folders; do : > "$store/$each"; done
around < "$store/after" | xargs -0 -r sh -c 'for each do [ ! -d "$each" ] || printf "%s\\0" "$each"; done' sh | sort -z > "$store/there"
stat -c %i . > "$store/of"
sync "$store/restoring.part" || :
: > "$store/unstaged"
mv "$store/restoring.part" "$store/restoring"
open_up
mkdir -m 700 "$stage"
rm -f "$store/unstaged"
mkdir "$stage/new"
lay "$stage/new" "$store/after"
give_said "$wanted" "$store/after" "$folder/$stage/new"
if [ -s "$store/narrowed" ]; then cat "$store/narrowed" > "$store/told"; else : > "$store/told"; fi
move out "$folder/$stage/old" "$store/before"
part "$files" "$store/before"
# What its owner may not read either can be compared all the same.
find "$stage/old" -type f ! -readable -exec chmod u+r {} + 2> /dev/null || :
differs "$folder/$stage/old" > "$store/theirs"
[ ! -s "$store/theirs" ] || { echo 'A file changes just then.' >&2; exit 1; }
# An access list and attributes are kept where the file that goes has the very ones that are wanted.
sed -z -n '/^[^\\t]*c1d/{/^[^\\t]*c1deeeeeeeeee/!p}' "$store/said" > "$store/listed"
if [ -s "$store/listed" ]; then
  said_of "$now" "$store/after" | sort -z | comm -z -12 - "$store/listed" | (
    cd "$stage" && xargs -0 -r sh -c 'digest=$1 beside=$2; shift 2
      for each do
        path=\${each#*"$(printf "\\t")"} known=\${each#*c1d}
        cp --attributes-only --preserve=mode,ownership,xattr -- "old/$path" "new/$path" 2> /dev/null || continue
        is=$(sh -c "$digest" sh "$beside" "new/$path")
        [ "\${known%"\${known#??????????}"}" != "$is" ] || printf "%s\\0" "$path"
      done' sh "$digest" "$store/attributes"
  ) | sort -z > "$store/again" || :
  sort -z -u "$store/told" | comm -z -23 - "$store/again" > "$store/narrowed"
  mv "$store/narrowed" "$store/told"
fi
dotted < "$store/after" | rights_in "$folder/$stage/new" > "$store/given"
make_way "$store/after"
move into "$folder/$stage/new" "$store/after"
first() { find "$1" ! -type d 2> /dev/null | head -n 1 | tr -d '[:cntrl:]'; }
stays=$(cd "$stage/new" && first .)
stays=\${stays#./}
if [ -n "$stays" ]; then
  in=
  [ -L "./$stays" ] || [ ! -d "./$stays" ] || in=$(first "./$stays" | cut -c 3-150)
  if [ -z "$in" ]; then echo "Something came to be at $stays just then. Look again." >&2
  else echo "$stays is a folder by now, with what is not kept in it: $in. Move that elsewhere, and try again." >&2; fi
  exit 1
fi
drop_empty "$store/before"
close_up
# Until it is known which rights they got: those that they are to get.
if [ -s "$store/folders" ]; then
  said_of "$wanted" "$store/folders" | as_rights > "$store/given.folders"
  give_said "$wanted" "$store/folders" "$folder"
  cat "$store/narrowed" >> "$store/told"
  dotted < "$store/folders" | rights_in "$folder" > "$store/given.folders"
fi
git read-tree --reset "$target"
tree=$(moment "$(rights_tree)" "$target")
# Folders that were changed by this get the time that they had at that moment.
git cat-file blob "$moment-times" 2> /dev/null | xargs -0 -r sh -c 'note=$1; shift
  for each do [ ! "\${each#* }" -nt "$note" ] || touch -c -m -d "@\${each%% *}" "\${each#* }" || :; done' sh "$store/restoring"
for each do
  if [ "$way" = undo ]; then git update-ref "$each" "$tree"; else git update-ref -d "$each"; fi
done
if [ -n "$token" ]; then mv "$store/restoring" "$store/held"; else settle "$store/restoring"; fi
[ ! -s "$store/told" ] || cat "$store/told"
`
