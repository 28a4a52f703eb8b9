# What `countersign hosts install` has a machine do, on whose `sh -s` it is the standard input: POSIX sh and programs that every Linux has.
# Before it stands tag=…, by which lines of ours are known. Nothing follows the last line until a line of ours asks for it, for some shells
# read ahead. What reads nothing gets /dev/null, or it would take what is meant for others.

umask 077
LC_ALL=C
CDPATH=
export LC_ALL
set -f
half=
link=

say() { printf '%s %s\n' "$tag" "$*"; }

put_away() {
  cd /
  [ -z "$half" ] || rm -rf "$half"
  [ -z "$link" ] || rm -f "$link"
  half=
  link=
}

fail() {
  put_away
  say "failed $*"
  exit 1
}

libc() {
  case $(ldd --version 2>&1 </dev/null) in
    *musl*) echo musl && return ;;
    *GLIBC* | *'GNU libc'* | *'GNU C Library'*) echo glibc && return ;;
  esac
  if getconf GNU_LIBC_VERSION </dev/null >/dev/null 2>&1; then echo glibc && return; fi
  set +f
  for each in /lib/ld-linux* /lib64/ld-linux*; do [ -e "$each" ] && echo glibc && return; done
  for each in /lib/ld-musl-*; do [ -e "$each" ] && echo musl && return; done
  echo unknown
}

has() { command -v "$1" >/dev/null 2>&1; }

# The SHA-256 of what is read, in hexadecimal digits.
digest_of() {
  if has sha256sum; then
    sum=$(sha256sum)
  elif has shasum; then
    sum=$(shasum -a 256)
  else
    sum=$(openssl dgst -sha256 -r)
  fi
  echo "${sum%% *}"
}

# Whether nobody but this user and root can put another thing in the place of a folder: it and each around it.
is_own() {
  at=$1
  while :; do
    set -- $(ls -ldn "$at/" </dev/null)
    case $3 in "$(id -u)" | 0) ;; *) return 1 ;; esac
    case $1 in d???????-* | d????????[tT]*) ;; *) return 1 ;; esac
    [ -n "$at" ] || return 0
    at=${at%/*}
  done
}

# Whether an engine has its own Node and says its version.
starts() {
  [ "$("$1/node_modules/node/bin/node" "$1/out/main/cli.js" --version </dev/null)" = "$version" ] && [ -x "$1/bin/countersign" ]
}

# Whether a process runs a program of this folder. Where that cannot be seen, one does.
is_used() {
  [ -e /proc/self/exe ] || return 0
  case $running in *" -> $1/"*) return 0 ;; esac
  return 1
}

main() {
  say "machine $(uname -s) $(uname -m) $(libc)"
  read -r version digest kilobytes || exit 1
  lacks=
  for each in tar gzip readlink; do has "$each" || lacks="$lacks $each"; done
  has sha256sum || has shasum || has openssl || lacks="$lacks sha256sum"
  [ -z "$lacks" ] || fail lacks "$lacks"

  case ${XDG_DATA_HOME:-} in
    /*) own=$XDG_DATA_HOME/countersign ;;
    *) case ${HOME:-} in /*) own=$HOME/.local/share/countersign ;; *) fail home ;; esac ;;
  esac
  mkdir -p "$own/engines" "$own/bin" || fail folder "$own"
  own=$(cd -P "$own" && pwd -P) || fail folder "$own"
  case $own in *[!A-Za-z0-9._+@/-]*) fail name "$own" ;; esac
  [ -h "$own/engines" ] || [ -h "$own/bin" ] || chmod 700 "$own" "$own/engines" "$own/bin" || fail folder "$own"
  is_own "$own/engines" && is_own "$own/bin" || fail others "$own"
  [ "$(cd -P "$own/engines" && pwd -P) $(cd -P "$own/bin" && pwd -P)" = "$own/engines $own/bin" ] || fail others "$own"
  launcher=$own/bin/countersign
  [ -h "$launcher" ] || [ ! -e "$launcher" ] || fail taken "$launcher"
  engine=$own/engines/$version-$digest
  set +f
  running=$(ls -l /proc/[0-9]*/exe 2>/dev/null </dev/null)
  # Half an engine belongs to the install that works in it, or to nobody.
  for each in "$own"/engines/.new-*; do
    [ "$(readlink "/proc/${each##*-}/cwd")" = "$each" ] || rm -rf "$each"
  done
  set -f

  how=new
  if [ -d "$engine" ]; then
    if starts "$engine"; then
      how=known
    else
      is_used "$engine" && fail start
      rm -rf "$engine"
    fi
  fi
  trap put_away EXIT
  trap 'exit 1' HUP INT TERM PIPE
  if [ $how = new ]; then
    set -- $(df -Pk "$own" </dev/null | tail -n 1)
    case ${4:-none} in *[!0-9]*) ;; *) [ "$4" -ge $((kilobytes * 3 / 2)) ] || fail room "$4" $((kilobytes * 3 / 2)) ;; esac
    half=$own/engines/.new-$$
    mkdir "$half" && cd "$half" || fail folder "$half"
    say send
    cat >engine.tar.gz || fail received
    [ "$(gzip -dc <engine.tar.gz | digest_of)" = "$digest" ] || fail digest
    mkdir tree && gzip -dc <engine.tar.gz | tar -xf - -C tree || fail unpack
    rm -f engine.tar.gz
    starts "$half/tree" || fail start
    [ -d "$engine" ] || mv tree "$engine" || fail switch
  fi

  before=$(readlink "$launcher")
  before=${before#../engines/}
  before=${before%%/*}
  link=$own/bin/.new-$$
  rm -f "$link"
  ln -s "../engines/$version-$digest/bin/countersign" "$link" && mv -f "$link" "$launcher" || fail switch
  set +f
  for each in "$own"/engines/*; do
    case ${each##*/} in "$version-$digest" | "$before") continue ;; esac
    if is_used "$each"; then say "stays ${each##*/}"; else rm -rf "$each"; fi
  done
  put_away
  say "installed $how $launcher"
  exit 0
}

main
