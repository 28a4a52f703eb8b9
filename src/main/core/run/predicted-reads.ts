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

/** Where programs lie that are called by a path and are no project's own. */
const ofTheSystem = /^\/(?:usr\/(?:local\/)?|opt\/[\w./-]+\/)?s?bin\/[^/]+$/

/** Whether it is the program of that name for all that its words say: not one by a path in a project, nor one that the line has looked for elsewhere. */
const isTheProgram = ({ words, assignments }: SimpleCommand): boolean => {
  const text = words[0]?.text ?? ''
  return (!text.includes('/') || ofTheSystem.test(text)) && !assignments.some(({ name }) => name === 'PATH')
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
 * whether any of it is there, or closed to the run, is not asked here. It explains a run that failed, and permits nothing. `network`: it is open to it.
 */
export function predictedReads(
  { commands }: Pick<CommandGraph, 'commands'>,
  { targets, rows }: Pick<Facts, 'targets' | 'rows'>,
  { home, network }: { readonly home: string; readonly network: boolean },
): readonly string[] {
  const remotes = rows.flatMap((row) => (row.kind === 'remotes' ? row.remotes : []))
  const places = commands.flatMap((command) => {
    const { program, words } = command
    if (!isTheProgram(command)) return []
    if (program === 'git') return gitPlaces(command, remotes)
    const login = Object.hasOwn(logins, program) ? logins[program] : undefined
    if (!login || (login.direct && !network)) return []
    const verb = words.slice(1).find(({ text }) => !text.startsWith('-'))?.text ?? ''
    return login.verbs === undefined || login.verbs.test(verb) ? login.places : []
  })
  const named = targets.flatMap(({ access, path, realPath }) => (access === 'read' ? [realPath ?? path] : []))
  const all = [...new Set([...named, ...places.map((place) => `${home}/${place}`)])]
  return all.filter((path) => !all.some((other) => other !== path && isWithin(path, other)))
}
