/**
 * What files and folders are besides their content, in a tree beside that of the files: for each path an entry of git's for another repository
 * (mode 160000), whose name, which git never looks up, says mode, owner, group and whether there are rights beyond these (1), or the file is not
 * kept (2): `644a0b0c0fff…`. A folder's own is `<folder>/.countersign`, a name that is never kept.
 *
 * A tree of a moment has both, as `files` and `.countersign`; those of earlier versions are of files alone.
 */
export const rights = `
# Looks once at which of some trees are moments, and what their files are: starting git costs more than what it does here.
moments= newline='
'
find_moments() {
  moments=$(for each do echo "$each:.countersign $each:.countersign"; echo "$each:files $each:files"; done | git cat-file '--batch-check=%(objectname) %(rest)')
}
is_moment() { case $moments in *" $1:.countersign"*) ;; *) return 1 ;; esac; }
files_of() {
  if is_moment "$1"; then
    files=\${moments%" $1:files"*}
    echo "\${files##*"$newline"}"
  else echo "$1"; fi
}
moment() { { printf '040000 tree %s\\t.countersign\\0' "$1"; printf '040000 tree %s\\tfiles\\0' "$2"; } | git mktree -z; }
dotted() { sed -z 's|^|./|'; }
# Those of a list, as numbers of its lines for sed to print, that have an access list or attributes; all, where it cannot be told.
signs() {
  count=\${2-$(sed -z -n '$=' "$1")}
  [ "$count" ] || return 0
  marked=$(tar -cvvPf /dev/null --acls --xattrs '--xattrs-include=*' --xattrs-exclude=security.selinux '--xattrs-exclude=trusted.overlay.*' --hard-dereference \\
    --numeric-owner --no-recursion --quoting-style=escape --null --verbatim-files-from -T "$1" 2> /dev/null | sed -n -e '/^.\\{10\\}[+*]/=' -e '$=')
  # The last number is how many it looked at.
  looked=\${marked##*[!0-9]}
  if [ "$looked" = "$count" ]; then marked=\${marked%"$looked"}; else marked=$(seq "$count"); fi
  for line in $marked; do echo "\${line}p"; done
}
signed() { signs "$1" > "$store/numbers"; [ ! -s "$store/numbers" ] || sed -z -n -f "$store/numbers" "$1"; }
# What a list of dotted paths is, a line for each: its numbers, and its path.
rights_in() (
  cd "$1"
  xargs -0 -r stat --printf '%aa%ub%gc\\t%n\\0' -- | sort -z
)
# What an access list and attributes come to, as ten letters; only e where they cannot be read or carried over, as those of folders.
digest='
rm -f "$1"
if cp --attributes-only --preserve=mode,xattr -- "$2" "$1" 2> /dev/null; then
  tar -c --format=pax --acls --xattrs "--xattrs-include=*" --mtime=@0 --owner=0 --group=0 --pax-option=delete=atime,delete=ctime,exthdr.name=x \\
    -C "\${1%/*}" "\${1##*/}" | git hash-object --stdin | cut -c 1-10
else echo eeeeeeeeee; fi
rm -f "$1"
'
# What the paths of an index, and the folders around them, are now: a line for each, its numbers, when they were set and what it holds was, and its path.
seen() { xargs -0 -r stat --printf '%aa%ub%gc\\t%.9Z %.9Y\\t%n\\0' -- < "$store/paths"; }
# The tree of what is in the index now. Only what changed is asked for its access list.
rights_tree() {
  [ -e "$store/known" ] || : > "$store/known"
  git ls-files -z | sed -z -n 's|^|./|; p; s|/[^/]*$|/|; :a; /^[.][/]$/b; p; s|/[^/]*/$|/|; b a' | sort -z -u > "$store/paths"
  : > "$store/said-before"
  seen > "$store/seen" || {
    # What lies in a folder that is closed by now is what it was when it could be looked at.
    sed -z 's|^[^\\t]*\\t[^\\t]*\\t||' "$store/seen" | sort -z | comm -z -13 - "$store/paths" | sed -z 's|^[.]/||; s|/$|/.countersign|' > "$store/unreached"
    [ ! -e "$store/rights.index" ] || GIT_INDEX_FILE="$store/rights.index" xargs -0 -r git ls-files -s -z -- < "$store/unreached" > "$store/said-before"
  }
  sort -z "$store/seen" > "$store/looked"
  : > "$store/marked"
  new=$store/looked
  if [ -s "$store/known" ]; then
    new=$store/new
    comm -z -13 "$store/known" "$store/looked" > "$new"
  fi
  if [ -s "$new" ]; then
    count=$(sed -z -n -e 's|^[^\\t]*\\t[^\\t]*\\t||w '"$store/asked" -e '$=' "$new")
    signs "$store/asked" "$count" > "$store/numbers"
    [ ! -s "$store/numbers" ] || sed -z -n -f "$store/numbers" "$new" > "$store/marked"
  fi
  comm -z -23 "$store/looked" "$store/marked" > "$store/known"
  [ ! -e "$store/rights.index" ] || rm -f "$store/rights.index"
  {
    sed -z 's|\\t[^\\t]*\\t\\./|0\\t|' "$store/known"
    [ ! -s "$store/unkept" ] || rights_in "$folder" < "$store/unkept" | sed -z 's|\\t\\./|2\\t|'
    [ ! -s "$store/marked" ] || xargs -0 -r sh -c 'digest=$1 beside=$2; shift 2
      for each do
        path=\${each#*"$(printf "\\t")"}; path=\${path#*"$(printf "\\t")"}
        printf "%s1d%s\\t%s\\0" "\${each%%"$(printf "\\t")"*}" "$(sh -c "$digest" sh "$beside" "$path")" "\${path#./}"
      done' sh "$digest" "$store/attributes" < "$store/marked"
  } | sed -z -E 's|^([^\\t]*)\\t|\\1ffffffffffffffffffffffffffffffffffffffff\\t|; s|^(.{40})f*\\t|160000 \\1\\t|; s|/$|/.countersign|' |
    cat - "$store/said-before" | GIT_INDEX_FILE="$store/rights.index" git update-index -z --index-info
  GIT_INDEX_FILE="$store/rights.index" git write-tree --missing-ok
}
# What a tree says of a list of paths, of folders by their names with a slash behind.
said_of() {
  is_moment "$1" && [ -s "$2" ] || return 0
  sed -z 's|/$|/.countersign|' < "$2" | xargs -0 -r git ls-tree -z --full-tree -- "$1:.countersign"
}
# Gives it to what lies in a folder, links left out: never more than was said, and what cannot be had exactly is its owner's alone, and named.
give() {
  if [ ! -s "$store/wants" ]; then
    : > "$store/said"
    : > "$store/narrowed"
    return
  fi
  sort -z "$store/wants" > "$store/said"
  sed -z 's|^[^\\t]*\\t|./|; s|/\\.countersign$|/|' "$store/said" > "$store/paths"
  : > "$store/narrow"
  # What lies in a closed folder is reached, and looked at, before that has its own: the outermost are opened first.
  sort -z "$store/paths" | (cd "$1" && xargs -0 -r sh -c 'for each do
    if [ -d "$each" ] && [ ! -L "\${each%/}" ] && ! { [ -r "$each" ] && [ -x "$each" ]; }; then chmod u+rx "$each"; fi
  done 2> /dev/null' sh) || :
  (cd "$1" && signed "$store/paths") > "$store/listed"
  xargs -0 -r sh -c '
    tab=$(printf "\\t") narrow=$1 root=$2
    shift 2
    cd "$root"
    flush() {
      [ "$#" -gt 0 ] || return 0
      mode=\${id%%a*} rest=\${id#*a}
      uid=\${rest%%b*} rest=\${rest#*b}
      gid=\${rest%%c*} rest=\${rest#*c}
      # Of an owner and a group that are not known here nothing can be given.
      known=1
      [ "$uid" != 65534 ] || [ "$(id -u)" = 65534 ] || known=
      [ "$gid" != 65534 ] || [ "$(id -g)" = 65534 ] || known=
      case $rest in 0*) ;; *) known= ;; esac
      find "$@" -maxdepth 0 ! -type l ! "(" -uid "$uid" -gid "$gid" ")" -exec chown "$uid:$gid" {} + 2> /dev/null || :
      owner=\${mode%??}
      owner=\${owner#"\${owner%?}"}
      # Whom it does not belong to by now is asked of what each is then.
      if [ "$known" ]; then
        find "$@" -maxdepth 0 ! -type l "(" -uid "$uid" -gid "$gid" -exec chmod "00$mode" {} + -o -fprint0 "$narrow.now" ")"
      else
        find "$@" -maxdepth 0 ! -type l -fprint0 "$narrow.now"
      fi
      [ -s "$narrow.now" ] || return 0
      xargs -0 -r chmod "00\${owner:-0}00" < "$narrow.now"
      cat "$narrow.now" >> "$narrow"
    }
    first=1
    for each do
      each=\${each#160000 commit }
      if [ "$first" ] || [ "\${each%%"$tab"*}" != "$id" ] || [ "$#" -ge 200 ]; then
        [ "$first" ] || flush "$@"
        set --
        first= id=\${each%%"$tab"*}
      fi
      each=\${each#*"$tab"}
      case $each in */.countersign) each=\${each%.countersign} ;; esac
      set -- "$@" "./$each"
    done
    flush "$@"' sh "$store/narrow" "$1" < "$store/said"
  # A folder can give a list to what is made in it, of which the mode says the most.
  [ ! -s "$store/listed" ] || (cd "$1" && xargs -0 -r chmod g=,o=,u-s,g-s < "$store/listed")
  : > "$store/narrowed"
  [ ! -s "$store/listed" ] && [ ! -s "$store/narrow" ] || cat "$store/listed" "$store/narrow" | sed -z 's|^\\./||' | sort -z -u > "$store/narrowed"
}
# The same of what a tree says of a list: where that cannot be told whole, nobody goes on.
give_said() {
  said_of "$1" "$2" > "$store/wants"
  give "$3"
}
`
