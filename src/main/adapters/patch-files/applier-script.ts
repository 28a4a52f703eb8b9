/**
 * The applier: a POSIX shell script that carries out the steps of one patch, or takes them back. It is constant text;
 * everything that varies reaches it as an argument or in a file of the staging folder, so that no name and no content is
 * ever read as shell text (docs/decisions/006).
 *
 * Arguments: `apply` or `undo`, the staging folder, the id in every temporary name, then six for each step: kind,
 * folder, name, number, mode, and `held` when N.old says what the file must still hold. The new text is in N.new.
 *
 * Folders are entered with `cd -P` and must then be what their path says: after that the folder cannot be exchanged for
 * a link any more, and `./name` is one directory entry. Exit: 0 applied, 1 failed and everything put back, 2 failed and
 * something could not be put back.
 */
export const applierScript = String.raw`
set -u
set -C
# New files and folders get the user's mask; what is only half written is nobody else's to read.
mask=$(umask)
umask 077
trap '' HUP INT TERM PIPE
what=$1; stage=$2; id=$3
shift 3

each() {
  todo=$1
  shift
  while [ $# -ge 6 ]; do
    kind=$1; folder=$2; name=$3; number=$4; mode=$5; held=$6
    new=$stage/$4.new; old=$stage/$4.old
    tmp=./.countersign-$id-$4.new; bak=./.countersign-$id-$4.old
    "$todo" || return 1
    shift 6
  done
}

fail() {
  printf '%s: %s/%s\n' "$1" "$folder" "$name" >&2
  return 1
}

there() { [ -e "./$name" ] || [ -L "./$name" ]; }
regular() { [ -f "./$name" ] && [ ! -L "./$name" ]; }

enter() {
  [ "$at" = "$folder" ] && return 0
  at=
  CDPATH= cd -P -- "$folder" || { fail 'cannot enter the folder of'; return 1; }
  # The dot keeps a newline at the end of the path.
  [ "$(pwd -P; echo .)" = "$folder
." ] || { fail 'the folder is not where it was any more'; return 1; }
  at=$folder
}
at=
# What this run did, for taking it back: how many folders it made, the numbers of the steps whose folder it was in, and of
# those whose change no temporary file tells of.
made=0
reached=' '
begun=' '
has_begun() { case $begun in *" $number "*) return 0 ;; esac; return 1; }
was_reached() { case $reached in *" $number "*) return 0 ;; esac; return 1; }

prepare() {
  case $kind in
    mkdir)
      enter || return 1
      (umask "$mask" && mkdir "./$name") || { fail 'cannot make the folder'; return 1; }
      made=$((made + 1)) ;;
    new|swap)
      enter || return 1
      reached="$reached$number "
      cat "$new" > "$tmp" || { fail 'cannot write beside'; return 1; }
      if [ "$mode" = - ]; then (umask "$mask" && chmod =rw "$tmp"); else chmod "$mode" "$tmp"; fi || { fail 'cannot set the mode of'; return 1; } ;;
  esac
}

same() { cmp -s "$1" "$old" || { fail 'changed since the patch was checked'; return 1; }; }

commit() {
  enter || return 1
  reached="$reached$number "
  case $kind in
    new)
      if there; then fail 'was made since the patch was checked'; return 1; fi
      # A link never replaces anything. Where there are no hard links, the check above has to do.
      if ! ln "$tmp" "./$name" 2>/dev/null; then
        if there || ! mv -f "$tmp" "./$name"; then fail 'cannot make'; return 1; fi
        begun="$begun$number "
      fi ;;
    swap)
      regular || { fail 'is no regular file any more'; return 1; }
      ln "./$name" "$bak" 2>/dev/null || cp -p "./$name" "$bak" || { fail 'cannot keep a copy of'; return 1; }
      same "$bak" || return 1
      mv -f "$tmp" "./$name" || { fail 'cannot replace'; return 1; } ;;
    fill)
      if [ "$held" = held ]; then
        regular || { fail 'is no regular file any more'; return 1; }
        same "./$name" || return 1
      elif [ -s "./$name" ] || [ -L "./$name" ]; then
        fail 'was made since the patch was checked'; return 1
      fi
      begun="$begun$number "
      cat "$new" >| "./$name" || { fail 'cannot write to'; return 1; }
      if [ "$held" != held ] && [ "$mode" != - ]; then
        chmod "$mode" "./$name" || { fail 'cannot set the mode of'; return 1; }
      fi ;;
    drop)
      regular || { fail 'is no regular file any more'; return 1; }
      mv -f "./$name" "$bak" || { fail 'cannot remove'; return 1; }
      same "$bak" || return 1 ;;
    unlink)
      [ -L "./$name" ] || { fail 'is no link any more'; return 1; }
      mv -f "./$name" "$bak" || { fail 'cannot remove'; return 1; } ;;
  esac
}

kept=0
stuck() { kept=2; fail "$1"; return 0; }

clear_up() {
  [ ! -e "$1" ] || rm -f "$1" || stuck 'cannot clear up beside'
}

unfill() {
  if has_begun; then
    if [ "$held" = held ]; then cat "$old" >| "./$name" || stuck 'cannot put back'
    else rm -f "./$name" 2>/dev/null || : >| "./$name" || stuck 'cannot empty again'
    fi
  elif [ "$what" = undo ]; then
    # Another process wrote, or did not: only what is certainly ours is taken back.
    if [ "$held" != held ]; then ! cmp -s "./$name" "$new" || : >| "./$name" || stuck 'cannot empty again'
    elif cmp -s "./$name" "$new"; then cat "$old" >| "./$name" || stuck 'cannot put back'
    elif ! cmp -s "./$name" "$old"; then stuck 'may be half written'
    fi
  fi
}

undo() {
  [ "$kind" != mkdir ] || return 0
  if [ "$what" = apply ]; then was_reached || return 0
  else [ -d "$folder" ] || return 0
  fi
  enter || { stuck 'cannot clear up beside'; return 0; }
  case $kind in
    new)
      if { [ -e "$tmp" ] && [ "./$name" -ef "$tmp" ]; } || has_begun; then
        rm -f "./$name" || stuck 'cannot take away again'
      fi
      clear_up "$tmp" ;;
    swap)
      if [ -e "$bak" ]; then
        if [ "./$name" -ef "$bak" ]; then clear_up "$bak"
        else mv -f "$bak" "./$name" || stuck 'cannot put back'
        fi
      fi
      clear_up "$tmp" ;;
    fill) unfill ;;
    drop|unlink)
      if [ -e "$bak" ] || [ -L "$bak" ]; then
        if there; then stuck 'something else is now at'
        else mv -f "$bak" "./$name" || stuck 'cannot put back'
        fi
      fi ;;
  esac
}

# Takes the first "left" folders away again, innermost first: what follows a step is handled before it.
unmake() {
  [ $# -ge 6 ] && [ "$1" = mkdir ] && [ "$left" -gt 0 ] || return 0
  (left=$((left - 1)); shift 6; unmake "$@")
  kind=$1; folder=$2; name=$3
  at=
  if enter 2>/dev/null && [ -d "./$name" ] && [ ! -L "./$name" ]; then rmdir "./$name" 2>/dev/null; fi
  return 0
}

finish() {
  enter 2>/dev/null || return 0
  case $kind in
    new) rm -f "$tmp" ;;
    swap|drop|unlink) rm -f "$bak" ;;
  esac
  return 0
}

command -v cmp >/dev/null || { echo 'The program cmp is missing. Nothing was changed.' >&2; exit 1; }
if [ "$what" = apply ] && each prepare "$@" && each commit "$@"; then
  each finish "$@"
  exit 0
fi
each undo "$@"
left=$made
[ "$what" = apply ] || left=$#
unmake "$@"
[ "$kept" = 0 ] || { echo 'Not everything could be put back.' >&2; exit 2; }
echo 'Nothing was changed.' >&2
exit 1
`
