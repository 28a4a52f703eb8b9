import { isKnownSafe } from '../../policy/known-safe'
import { starterOpeners } from '../../shell/openings/starters'
import { runnerWords, wrapperNames } from '../../shell/openings/wrappers'
import { isShell } from '../../shell/shell-script'
import type { SimpleCommand } from '../../shell/graph'
import { argsOf, asksForHelp, hasArg, verbs, type Rule } from './rule'

/** Programs that read, print and compute, and touch files only in the ways that the file actions know. */
const plain = new Set(
  `cat head tail less more bat batcat nl tac rev cut paste join comm sort uniq wc tr fold fmt expand unexpand column pr od xxd hexdump
  strings file stat ls exa eza lsd tree du df basename dirname realpath readlink pwd echo printf date cal seq yes expr bc dc factor numfmt
  grep egrep fgrep zgrep rg ag ack fd fdfind find locate which whereis type whatis apropos man info help tldr
  diff cmp colordiff sdiff diffstat delta difft md5sum sha1sum sha256sum sha512sum shasum md5 cksum sum b2sum base64 base32 iconv
  jq yq xq gron dasel mlr csvcut csvlook csvstat xmllint xsltproc awk gawk mawk nawk sed gsed
  ps top htop pgrep pidof uptime free vmstat iostat lsof ss netstat who w last id whoami groups hostname uname arch nproc lscpu lsblk lsusb lspci lsmod
  getconf getent locale tty stty tput clear reset env printenv ulimit umask sleep wait true false : test [ cd pushd popd dirs
  export declare typeset local readonly unset set shopt shift read mapfile readarray getopts return exit break continue let hash alias unalias
  jobs fg bg disown times caller command builtin exec trap source . eval history complete compgen bind enable logname
  cp mv mkdir touch ln rm rmdir unlink install tee truncate fallocate mktemp mkfifo rename dd chmod chown chgrp setfacl getfacl chattr lsattr
  trash trash-put gio patch split csplit tar gtar bsdtar zip unzip gzip gunzip zcat bzip2 bunzip2 bzcat xz unxz xzcat zstd 7z ar cpio rsync
  sudo doas nice ionice nohup time timeout gtimeout stdbuf setsid busybox toybox xargs gxargs parallel watch flock strace ltrace taskset chrt
  caffeinate unbuffer direnv mise cross-env dotenv concurrently script su runuser at batch
  ssh-keygen ssh-add openssl gpg perl ruby vim vi nvim ed ex nano emacs sponge pv tsort shuf look cloc tokei scc entr
  uuidgen envsubst pkg-config pkgconf pstree findmnt mountpoint blkid c++filt apt-cache nvidia-smi sensors duf btop glances iotop fuser pipdeptree
  jps javap dos2unix unix2dos localectl
  sw_vers system_profiler xcode-select pbcopy open xdg-open dmesg journalctl nm objdump readelf size otool addr2line
  apply_patch applypatch write-output nslookup crontab mount umount kill pkill killall screen tmux sqlite3 wslpath cygpath say notify-send figlet cowsay
  fc-list fc-match identify exiftool ffprobe mediainfo ffmpeg convert magick cwebp pngquant optipng jpegoptim pdftotext pdfinfo catdoc`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** Of these the plain use is not harmless: another rule must speak for them. */
const notPlain = new Set(
  'sudo doas su runuser at batch gpg perl ruby vim vi nvim ed ex nano emacs ssh-add ssh-keygen nslookup sqlite3 open xdg-open screen tmux pbcopy patch yes umount 7z cpio ar chrt taskset'.split(
    ' ',
  ),
)

/** True for the plain use of a program that does nothing but what the file actions say. */
function isPlain(command: SimpleCommand): boolean {
  const { program } = command
  const [path] = command.words
  if (path?.text.includes('/') === true && !/^\/(usr\/(local\/)?)?s?bin\/[^/]+$/.test(path.text)) return false
  return plain.has(program) && !notPlain.has(program)
}

/** What is understood as reading, printing, or changing no more than other rules look at. */
export const harmlessRules: readonly Rule[] = [
  {
    id: 'harmless.redirect',
    level: 'low',
    categories: [],
    reason: 'It only opens files.',
    match: (command) =>
      command.words.length === 0 ||
      (command.program === 'patch' && hasArg(command, /^--dry-run$/)) ||
      (/^(tmux|screen)$/.test(command.program) && hasArg(command, /^(ls|list-sessions|-ls|-list)$/)),
  },
  {
    id: 'harmless.known-safe',
    level: 'low',
    categories: [],
    reason: 'It is on the list of commands that only read.',
    match: (command) =>
      command.shell === 'posix' &&
      command.words.every((word) => word.known) &&
      isKnownSafe(
        command.words.map(({ text, known, glob }) => ({
          text,
          literal: known,
          ...(glob && { pattern: true }),
        })),
      ),
  },
  {
    id: 'harmless.plain',
    level: 'low',
    categories: [],
    reason: 'It reads or prints, or touches only the files that it names.',
    match: (command) => command.shell === 'posix' && isPlain(command),
  },
  {
    id: 'harmless.help',
    level: 'low',
    categories: [],
    reason: 'It only asks for help or a version.',
    match: (command) =>
      command.shell === 'posix' && command.words[0]?.text.includes('/') === false && asksForHelp(command),
  },
  {
    id: 'harmless.version',
    level: 'low',
    categories: [],
    reason: 'It only asks for a version.',
    match: (command) =>
      command.shell === 'posix' &&
      asksForHelp(command) &&
      /^(python\d?|node|npm|npx|yarn|pnpm|bun|deno|ruby|perl|php|go|cargo|rustc|java|javac|gcc|g\+\+|clang|make|cmake|docker|kubectl|terraform|git|gh|aws|psql|mysql|sqlite3|redis-cli|brew|pip\d?|uv|poetry|ssh|curl|wget|tsc|vim|nvim|ffmpeg|convert|openssl|gpg|sudo)$/.test(
        command.program,
      ),
  },
  {
    id: 'harmless.shell',
    level: 'low',
    categories: [],
    reason: 'What the shell runs is judged as what it is.',
    match: (command) => isShell(command.program),
  },
  {
    id: 'harmless.function',
    level: 'low',
    categories: [],
    reason: 'What the function runs is judged as what it is.',
    match: (command, view) =>
      view.graph.recursive.length === 0 &&
      command.words.length > 0 &&
      view.graph.commands.some((each) => each.via === 'function' && each.id === command.id + 1),
  },
  {
    id: 'harmless.status',
    level: 'low',
    categories: [],
    reason: 'It asks how a service stands.',
    match: (command) => {
      const [verb = ''] = verbs(command)
      return (
        (command.program === 'systemctl' &&
          /^(status|is-active|is-enabled|is-failed|list-units|list-unit-files|list-timers|show|cat|)$/.test(
            verb,
          )) ||
        (command.program === 'launchctl' && /^(list|print|blame)$/.test(verb)) ||
        (command.program === 'service' && hasArg(command, /^(status|--status-all)$/)) ||
        (/^(ip|ifconfig|route|nmcli|sysctl|timedatectl|hostnamectl|networksetup|defaults|scutil|loginctl|resolvectl)$/.test(
          command.program,
        ) &&
          argsOf(command).every((text) =>
            /^(-?-?(a|all|addr|address|link|route|show|list|ls|status|brief|br|c|4|6|o|json|n|get\w*|-get\w+|read|device|dev|[a-z0-9.]+_?[a-z0-9.]*))$/.test(
              text,
            ),
          ))
      )
    },
  },
  {
    id: 'harmless.runner',
    level: 'low',
    categories: [],
    reason: 'What it runs is judged as what it is.',
    match: (command, view) =>
      (wrapperNames.has(command.program) ||
        Object.hasOwn(runnerWords, command.program) ||
        Object.hasOwn(starterOpeners, command.program)) &&
      view.graph.commands.some((each) => each.parent === command.id && /^(wrapper|script)$/.test(each.via)),
  },
]
