import type { Facts } from '@shared/domain/facts'
import { readGitCall } from '../shell/nested/git-call'
import type { CommandGraph, SimpleCommand } from '../shell/graph'
import { isWithin } from '../shell/paths'

/**
 * What a program logs in with, from the home folder (places of core/policy/credential-stores); with `verbs` only where its first word fits. `direct`: it connects past a proxy,
 * so that nothing is gained by reading them where the network is not open.
 */
interface Login {
  readonly places: readonly string[]
  readonly verbs?: RegExp
  readonly direct?: true
}

const ssh: Login = { places: ['.ssh'], direct: true }
const gpg: Login = { places: ['.gnupg'] }
const kube: Login = { places: ['.kube'] }
const google: Login = { places: ['.config/gcloud'] }
const postgres: Login = { places: ['.pgpass', '.pg_service.conf'], direct: true }
const mysql: Login = { places: ['.mylogin.cnf', '.my.cnf'], direct: true }
const npm: Login = {
  places: ['.npmrc'],
  verbs: /^(publish|unpublish|whoami|owner|access|token|team|profile|dist-tag|deprecate|org|hook)$/,
}
const fly: Login = { places: ['.fly'] }

/** By program. */
export const logins: Readonly<Record<string, Login>> = {
  ...{ ssh, scp: ssh, sftp: ssh, mosh: ssh },
  ...{ gpg, gpg2: gpg },
  ...{ kubectl: kube, helm: kube, k9s: kube },
  ...{ aws: { places: ['.aws'] }, az: { places: ['.azure'] }, gcloud: google, gsutil: google, bq: google },
  ...{ gh: { places: ['.config/gh/hosts.yml'] }, glab: { places: ['.config/glab-cli'] } },
  ...{ psql: postgres, pg_dump: postgres, pg_restore: postgres, mysql, mysqldump: mysql },
  ...{ npm, pnpm: npm, twine: { places: ['.pypirc'], verbs: /^upload$/ } },
  cargo: { places: ['.cargo/credentials.toml', '.cargo/credentials'], verbs: /^(publish|yank|owner)$/ },
  gem: { places: ['.gem/credentials', '.local/share/gem/credentials'], verbs: /^(push|yank|owner)$/ },
  ...{ terraform: { places: ['.terraformrc', '.terraform.d/credentials.tfrc.json'] } },
  ...{ pulumi: { places: ['.pulumi/credentials.json'] }, vault: { places: ['.vault-token'] } },
  ...{ fly, flyctl: fly, heroku: { places: ['.netrc', '.config/heroku'] } },
  ...{ doctl: { places: ['.config/doctl'] }, hcloud: { places: ['.config/hcloud'] } },
  ...{ rclone: { places: ['.config/rclone'] }, s3cmd: { places: ['.s3cfg'] } },
}

/** What changes how every program behind it is found or started: what it loads, whose home it has, what a shell reads first. */
const turnsPrograms =
  /^(HOME|LD_\w+|DYLD_\w+|BASH_ENV|ENV|GIT_EXEC_PATH|GIT_CONFIG\w*|NODE_OPTIONS|PYTHON\w+|PERL5\w+|RUBY\w+)$/
/** What starts a program as the name that it is given says, here and as who asks. What runs it elsewhere, or finds it in a project first (`npx`, `uv run`), is none of these. */
const startsAsNamed: ReadonlySet<string> = new Set([
  ...['bash', 'sh', 'dash', 'zsh', 'ksh', 'eval', '.', 'source', 'exec', 'command', 'builtin', 'coproc', 'trap', 'time'],
  ...['env', 'timeout', 'nice', 'ionice', 'nohup', 'setsid', 'stdbuf', 'xargs', 'find', 'watch', 'flock', 'git'],
]) // prettier-ignore

/** What the prediction of a run needs: where it starts, what finds its programs, and the folders that commands may write to. `network`: it is open to it. */
interface ReadsAt {
  readonly home: string
  readonly network: boolean
  readonly roots: readonly string[]
  readonly find: (name: string) => Promise<{ readonly path: string; readonly at?: string } | undefined>
}

/** `own`: programs that lie where commands may write, see programsBelow. */
interface Judged extends Pick<CommandGraph, 'commands' | 'unreadable'> {
  readonly own: ReadonlySet<string>
}

/** So many programs of one line are looked for. */
const mostPrograms = 100

/**
 * Which of a line's programs, and of those that they start for what they log in with, are found below one of these folders: PATH of who started the engine may name
 * a project's own, which a command may have put there. Where a link leads does not matter: it can be another by then.
 */
async function programsBelow(
  { roots, find }: Pick<ReadsAt, 'roots' | 'find'>,
  { commands }: Pick<CommandGraph, 'commands'>,
): Promise<ReadonlySet<string>> {
  const names = [...new Set([...commands.map(({ program }) => program), 'ssh', 'gpg'])].slice(0, mostPrograms)
  const found = await Promise.all(
    names.filter((name) => name !== '').map(async (name) => ({ name, place: await find(name) })),
  )
  const isBelow = (path: string): boolean => roots.some((root) => isWithin(path, root))
  return new Set(
    found.flatMap(({ name, place }) =>
      place && (isBelow(place.path) || isBelow(place.at ?? place.path)) ? [name] : [],
    ),
  )
}

/** Whether text that was not read runs in a shell of the line itself, where it can set or name anything. */
const isInShell = (unread: SimpleCommand | undefined): boolean =>
  unread !== undefined &&
  /^(\.|source|eval|)$/.test(unread.program) &&
  !/^(escape|each|remote|container)$/.test(unread.via)

/** Whether what a name stands for may be another thing all over the line: what could not be read runs in its own shell, or says so. */
const mayRename = ({ commands, unreadable }: Judged): boolean =>
  unreadable.some(({ limit, command }) => limit === true || isInShell(commands[command ?? -1])) ||
  commands.some(
    ({ program, words, assignments }) =>
      assignments.some(({ name }) => turnsPrograms.test(name)) ||
      program === 'enable' ||
      // Without it a shell looks in the folder that it is in.
      (program === 'unset' && words.some(({ text, known }) => !known || text === 'PATH')) ||
      (program === 'hash' && words.length > 1) ||
      (program === 'alias' && words.some(({ known }) => !known)),
  )

/** Where programs lie that are called by a path and are no project's own. */
const ofTheSystem = /^\/(?:usr\/(?:local\/)?|opt\/[\w./-]+\/)?s?bin\/[^/]+$/

/** Whether it is the program of that name for all that the words of it, and of what starts it, say. */
function isTheProgram(command: SimpleCommand, judged: Judged): boolean {
  const text = command.words[0]?.text ?? ''
  return (
    command.renamed !== true &&
    !judged.own.has(command.program) &&
    (!text.includes('/') || ofTheSystem.test(text)) &&
    isStartedAsNamed(command, judged)
  )
}

function isStartedAsNamed({ parent, via }: SimpleCommand, judged: Judged): boolean {
  const starter = parent === undefined ? undefined : judged.commands[parent]
  if (!starter) return true
  // A script that was read, which looks for programs as whoever starts it does.
  const isScript =
    via === 'script' && !startsAsNamed.has(starter.program) && starter.words[0]?.text.includes('/') === true
  return isScript
    ? isStartedAsNamed(starter, judged)
    : startsAsNamed.has(starter.program) && isTheProgram(starter, judged)
}

/** Whether a call of git connects and signs by the programs that it does so by where nobody says otherwise, or by others of the system. */
function isByItsOwn({ id, words }: SimpleCommand, judged: Judged): boolean {
  const given = judged.commands
    .flatMap(({ assignments }) => assignments)
    .filter(({ name }) => /^GIT_SSH(_COMMAND)?$/.test(name))
  return (
    !judged.own.has('ssh') &&
    !judged.own.has('gpg') &&
    !words.some(({ text }) => text.startsWith('--exec-path=')) &&
    given.every(({ value }) =>
      /^\s*((\/usr\/bin\/)?ssh|\$GIT_SSH_COMMAND|\$\{GIT_SSH_COMMAND\})(\s|$)/.test(value.text),
    ) &&
    judged.commands.every((each) => each.parent !== id || each.via !== 'escape' || isTheProgram(each, judged))
  )
}

/** What git logs in with over http. */
const gitWeb = ['.git-credentials', '.config/git/credentials', '.netrc', '.config/gh/hosts.yml']
/** Calls of git that connect, by subcommand and first operand. */
const connects =
  /^(?:(?:fetch|pull|push|clone|ls-remote) |submodule (?:update|add)$|remote (?:update|show|prune)$)/
/** Calls that sign, by subcommand, and the word that says so. */
const signs: readonly (readonly [subcommand: RegExp, word: RegExp])[] = [
  [/^(commit|merge|rebase|cherry-pick|revert|am)$/, /^(-S.*|--gpg-sign.*)$/],
  [/^tag$/, /^(-s|-u.*|--sign|--local-user.*)$/],
  [/^push$/, /^--signed.*$/],
]

/** Whether an address of git's is reached by ssh: with its scheme, or `host:path`. */
const isOverSsh = (url: string): boolean =>
  /^(?:git\+)?ssh:\/\/|^ssh\+git:\/\//i.test(url) || /^(?!\/|\.)[^/:]+:(?!\/\/)./.test(url)

/** What a call of git logs in with; `remotes` are those of the repository that it works in. */
function gitPlaces(
  { words }: SimpleCommand,
  remotes: readonly { readonly name: string; readonly url: string }[],
): readonly string[] {
  const { subcommand, rest } = readGitCall(words.slice(1))
  const texts = rest.map(({ text }) => text)
  const operands = texts.filter((text) => !text.startsWith('-'))
  const signing = signs.some(
    ([subcommands, word]) => subcommands.test(subcommand) && texts.some((text) => word.test(text)),
  )
  const named = remotes.filter(({ name }) => operands.includes(name))
  const given = operands.filter((text) => isOverSsh(text) || text.includes('://'))
  const all = subcommand === 'clone' ? [] : remotes
  const known = [named.map(({ url }) => url), given, all.map(({ url }) => url)]
  const urls = connects.test(`${subcommand} ${operands[0] ?? ''}`)
    ? (known.find((each) => each.length > 0) ?? [])
    : []
  return [
    ...(signing ? gpg.places : []),
    ...(urls.some(isOverSsh) ? ssh.places : []),
    ...(urls.some((url) => /^https?:\/\//i.test(url)) ? gitWeb : []),
  ]
}

/**
 * What a command certainly wants to read, by what it is and what its words say: the files that it names, and what its programs log in with. Absolute;
 * whether any of it is there, or closed to the run, is not asked here. Of a name that may not mean the program that is known by it nothing is said. It explains a run that failed, and permits nothing. Never throws but as `find` does.
 */
export async function predictedReads(
  graph: Pick<CommandGraph, 'commands' | 'unreadable'>,
  { targets, rows }: Pick<Facts, 'targets' | 'rows'>,
  { home, network, ...where }: ReadsAt,
): Promise<readonly string[]> {
  const judged: Judged = { ...graph, own: await programsBelow(where, graph) }
  const remotes = rows.flatMap((row) => (row.kind === 'remotes' ? row.remotes : []))
  const places = (mayRename(judged) ? [] : judged.commands).flatMap((command) => {
    const { program, words } = command
    if (!isTheProgram(command, judged)) return []
    if (program === 'git') return isByItsOwn(command, judged) ? gitPlaces(command, remotes) : []
    const login = Object.hasOwn(logins, program) ? logins[program] : undefined
    if (!login || (login.direct && !network)) return []
    const verb = words.slice(1).find(({ text }) => !text.startsWith('-'))?.text ?? ''
    return login.verbs === undefined || login.verbs.test(verb) ? login.places : []
  })
  const named = targets.flatMap(({ access, path, realPath }) => (access === 'read' ? [realPath ?? path] : []))
  const all = [...new Set([...named, ...places.map((place) => `${home}/${place}`)])]
  return all.filter((path) => !all.some((other) => other !== path && isWithin(path, other)))
}
