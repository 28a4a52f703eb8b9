import { builtInRecords, languageOf, wrapperNames } from '../../programs/built-in'
import { readsOfPlainCode } from '../actions/plain-code'
import type { CommandGraph, SimpleCommand, Word } from '../../shell/graph'
import { readGitCall } from '../../shell/nested/git-call'
import { packageVerb } from '../../shell/nested/package-scripts'
import { isShell } from '../../shell/shell-script'

/**
 * Programs that load nothing but what their words name, and run nothing but commands that are read by themselves: of every other program
 * it is not known. The second tells the calls that do load more: by a configuration, a plugin, a package's own scripts or their input.
 */
const selfContained: readonly (readonly [program: RegExp, unless?: RegExp])[] = [
  [
    /^(make|gmake|local|readonly|umask|ulimit|getopts|wait|trap|chroot|unshare|taskset|chrt|setpriv|runuser)$/,
  ],
  [/^(su|sudo|doas|passwd|useradd|userdel|usermod|groupadd|groupdel|chsh|visudo|loginctl|hostnamectl)$/],
  [/^(reboot|shutdown|poweroff|halt|swapon|swapoff|umount|modprobe|sysctl|iptables|ip6tables|nft|ufw)$/],
  [/^(mkfs\S*|wipefs|blkdiscard|fdisk|sfdisk|parted|shred|srm|losetup|cryptsetup|lvremove|sync|rimraf)$/],
  [/^(ip|ifconfig|route|ping6?|dig|host|nslookup|whois|traceroute|nc|ncat|netcat|telnet|lpr|wall|write)$/],
  [/^(7z|7za|unrar|ar|cpio|pigz|lz4|brotli|mogrify|gpg|gpg2|gpgconf|age|ssh-keygen|ssh-keyscan)$/],
  [/^(open|xdg-open|pbcopy|pbpaste|xclip|xsel|wl-copy|wl-paste|defaults|launchctl)$/],
  [/^(createdb|dropdb|pg_dump|pg_restore|pg_dumpall|mysqldump|mysqladmin|createuser|dropuser)$/],
  [
    /^(psql|mysql|mariadb|sqlite3|redis-cli)$/,
    /^(-f|--file|--eval|-init)|\\[!.giow]|(^|\s)\.\w|system|source/,
  ],
  [
    /^(gh|glab|gcloud|gsutil|az|doctl|hcloud|linode-cli|heroku)$/,
    /^(deploy|submit|extension|alias|config-ssh)$/,
  ],
  [/^(aws|aws-vault)$/, /^(package|deploy|export-credentials)$/],
  [/^(kubectl|oc)$/, /^--(kubeconfig|enable-\S*|load-\S*)|^(diff|edit|plugin)$/],
  [/^(docker|podman|nerdctl)$/, /^(--config|build|buildx|compose|run|bake|up)/],
  [/^(curl|wget)$/, /^(-[a-zA-Z]*K|--config|--use-askpass|-e|--execute)/],
  [/^(ssh|scp|sftp|ssh-add|ssh-copy-id|mosh)$/, /^-[A-Za-z]*[FISD]/],
  [
    /^(systemctl|service|snap|flatpak|brew|apt|apt-get|apt-mark|aptitude)$/,
    /\/|\.(deb|rb|service|timer)$|^-[co]/,
  ],
  [/^(dnf|yum|rpm|dpkg|zypper|apk|pacman|port|pkg|nix-env)$/, /\/|\.(deb|rpm|apk|zst|xz)$|^-c/],
  [
    /^(cc|gcc|g\+\+|c\+\+|clang|clang\+\+|ld|as|rustc|javac)$/,
    /^(@|-f(plugin|pass)|-B|-specs|-wrapper|-C|-J|-processor)/,
  ],
  [/^go$/, /^(run|test|generate|tool|vet|work)$|^--?(toolexec|exec|vettool|overlay|modfile)/],
  [/^(pip|pip3)$/, /^(install|wheel|download)$/],
]

/** Calls of programs that are there for plain reading and printing, and for starting others, which load more all the same. */
const loadsMore: readonly (readonly [program: RegExp, calls?: RegExp])[] = [
  [
    /^(direnv|mise|dotenv|dotenvx|concurrently|rename|gio|dc|hash|enable|ltrace|poetry|pipenv|pdm|hatch|uv|uvx)$/,
  ],
  [
    /^(nix\S*|devbox|bundle|bundler|foreman|honcho|nodemon|watchexec|cargo|corepack|fnm|nvm|asdf|pyenv|rbenv)$/,
  ],
  [/^(awk|gawk|mawk|nawk)$/, /^(-[fliE]|--(file|load|include|exec|bignum))/],
  [/^(sed|gsed)$/, /^-[a-zA-Z]*f|^--file/],
  [/^(read|mapfile|readarray)$/, /^\w*(PATH|ENV|OPTIONS|PRELOAD)$/],
  [/^openssl$/, /^-(config|engine|provider|provider-path)$/],
  [/^(bash|sh|dash|ksh|mksh|zsh|fish|ash)$/, /^(--rcfile|--init-file|-[a-zA-Z]*i[a-zA-Z]*$)/],
  [
    /^(node|nodejs|bun|deno|tsx|ts-node)$/,
    /^(-r|-C|--(?!eval|print|version|check|help)\S+|test|run|task|serve|x)$|^--\S+=/,
  ],
]

/** Verbs of package managers that run what is read (a script, a tool), or read and ask only; the others run scripts of packages. */
const packageVerbs =
  /^(run|run-script|test|t|tst|start|stop|restart|ls|list|view|info|show|outdated|why|explain|whoami|ping|root|prefix|bin|search|fund|audit|config|get|help)$/

/** Options of theirs that say where, which script, and how much is told. Any other may name a file of settings, code or a shell. */
const packageOptions =
  /^(-[asdqvhglwrFC]|-dd+|-ws|--(prefix|cwd|dir|workspaces?|filter|recursive|include-workspace-root|if-present|ignore-scripts|silent|quiet|verbose|loglevel|json|long|parseable|depth|all|global|production|dev|prod|only|omit|include|offline|prefer-offline|(no-)?(color|progress|audit|fund|update-notifier)|parallel|stream|help|version|registry))(=.*)?$/

/** A call that reads or asks, or runs scripts that are read, with options that change nothing else. Of npm all before `--` are its own. */
function isPlainPackageCall(program: string, args: readonly Word[]): boolean {
  const { verb, rest } = packageVerb(args)
  const own = program === 'npm' ? args : args.slice(0, args.length - rest.length)
  const end = own.findIndex(({ text }) => text === '--')
  return (
    packageVerbs.test(verb) &&
    !(verb === 'audit' && rest.some(({ text }) => /^(--)?fix$/.test(text))) &&
    (end < 0 ? own : own.slice(0, end)).every(
      ({ text }) => !text.startsWith('-') || packageOptions.test(text),
    )
  )
}

/** Subcommands of git's own; another may be an alias or a program. */
const gitOwn =
  /^(add|am|annotate|apply|archive|bisect|blame|branch|bundle|cat-file|check-(attr|ignore)|checkout|cherry(-pick)?|clean|clone|commit|config|count-objects|describe|diff(-tree|-index|-files)?|fetch|filter-branch|for-each-ref|format-patch|fsck|gc|grep|hash-object|help|init|log|ls-(files|remote|tree)|maintenance|merge(-base)?|mv|name-rev|notes|prune|pull|push|rebase|reflog|remote|reset|restore|rev-(list|parse)|revert|rm|shortlog|show(-ref)?|sparse-checkout|stash|status|submodule|switch|symbolic-ref|tag|update-(index|ref)|var|version|whatchanged|worktree|write-tree)$/

/** The programs whose words say all, as what is known of them for other reasons tells. */
const plain: ReadonlySet<string> = new Set([
  ...builtInRecords.flatMap(({ names, effects }) =>
    effects.some(({ id }) => id === 'harmless.plain') ? names : [],
  ),
  ...wrapperNames,
])

function isSelfContained(command: SimpleCommand): boolean {
  const { program, words, stdin } = command
  const args = words.slice(1)
  const [only, ...more] = args
  if (only !== undefined && more.length === 0 && /^(--version|-V|--help)$/.test(only.text)) return true
  const [, calls] = loadsMore.find(([name]) => name.test(program)) ?? [undefined, /(?!)/]
  if (calls === undefined || args.some(({ text }) => calls.test(text))) return false
  if (program === 'git') {
    const { subcommand, options } = readGitCall(args)
    return gitOwn.test(subcommand) && options.every(({ text }) => !/^-(c|-(git|work|exec|config))/.test(text))
  }
  if (/^(npm|pnpm|yarn|bun)$/.test(program)) return isPlainPackageCall(program, args)
  if (plain.has(program) || isShell(program)) return true
  if (languageOf(program) !== undefined) return true
  const [known, unless] = selfContained.find(([name]) => name.test(program)) ?? []
  if (known === undefined) return false
  // What a client of a database is fed may hold commands of its own.
  if (/^(psql|mysql|mariadb|sqlite3)$/.test(program) && stdin.kind !== 'inherit') return false
  return unless === undefined || !args.some(({ text }) => unless.test(text))
}

/** A language or a shell without anything to run that was read: it takes what it is fed. */
const needsInput = ({ program, words }: SimpleCommand): boolean =>
  !plain.has(program) &&
  (isShell(program) || languageOf(program) !== undefined) &&
  !words.some(({ text }) => /^(--version|-V|--help)$/.test(text))

const isModule = ({ program, words }: SimpleCommand): boolean =>
  /^(python|pypy)/.test(program) && words.some(({ text }) => /^-[A-Za-z]*m$/.test(text))

/** Code of which every word is known to compute, print or read, and none brings in more: a library may be shadowed by a file beside it. */
const loadsNothing = (text: string, program: string): boolean =>
  readsOfPlainCode(text, languageOf(program) ?? program) !== undefined &&
  !/\b(import|from|require)\b/.test(text)

/**
 * The programs of a line that may load more than was read: those whose code is of a language of its own, a module by its name, a word that
 * is not known, and every program of which it is not known that its words say all. Which files those are cannot be told from a text that
 * chooses them itself. What a line names by a path is read as a file, and no program of a table.
 */
export function loadsUnread({
  commands,
  documents,
}: Pick<CommandGraph, 'commands' | 'documents'>): readonly string[] {
  const programs = new Map(commands.map(({ id, program }) => [id, program]))
  const runsCode = new Set(
    documents.flatMap(({ language, runBy, text }) =>
      language === 'code' && !loadsNothing(text, programs.get(runBy ?? -1) ?? '') ? [runBy] : [],
    ),
  )
  const isRead = new Set(
    documents.flatMap(({ runBy, ofFile }) => (ofFile && runBy !== undefined ? [runBy] : [])),
  )
  const functions = new Set(commands.flatMap(({ via, id }) => (via === 'function' ? [id - 1] : [])))
  const seen = new Set([...documents.map(({ runBy }) => runBy), ...commands.map(({ parent }) => parent)])
  const found = commands.filter((each) => {
    const { id, host, words, shell } = each
    const [first] = words
    // What a variable holds is read as a command as well, its options included.
    if (host !== undefined || first === undefined || first.text.startsWith('-')) return false
    if (!first.known || runsCode.has(id) || isModule(each)) return true
    if (functions.has(id) || (first.text.includes('/') && isRead.has(id))) return false
    return shell === 'posix' && !(isSelfContained(each) && (seen.has(id) || !needsInput(each)))
  })
  return [...new Set(found.map(({ program, words }) => program || (words[0]?.text ?? '')))]
}
