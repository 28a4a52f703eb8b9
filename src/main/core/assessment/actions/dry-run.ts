import type { SimpleCommand } from '../../shell/graph'
import { readGitCall } from '../../shell/nested/git-call'
import { packageVerb } from '../../shell/nested/package-scripts'

/**
 * A way of asking a program what it would do: by what it is asked (`verbs`, without options), by a word of its own, or by both. `letters`:
 * a cluster of short options that take no value, one of them the one that asks. `far`: it asks others for it, or builds on the way.
 */
interface Asking {
  readonly programs: RegExp
  readonly verbs?: RegExp
  readonly option?: RegExp
  readonly letters?: RegExp
  readonly far?: true
}

const plain = /^--dry-run$/

const askings: readonly Asking[] = [
  { programs: /^(kubectl|oc)$/, verbs: /^auth can-i\b/, far: true },
  { programs: /^(kubectl|oc)$/, option: /^--dry-run=(client|server)$/, far: true },
  { programs: /^helm$/, option: /^--dry-run(=(client|server|true))?$/, far: true },
  { programs: /^(terraform|tofu)$/, verbs: /^plan\b/, far: true },
  { programs: /^pulumi$/, verbs: /^preview\b/, far: true },
  { programs: /^cdk$/, verbs: /^diff\b/, far: true },
  { programs: /^aws$/, verbs: /^s3 (cp|mv|rm|sync)\b/, option: /^--dryrun$/, far: true },
  { programs: /^aws$/, verbs: /^ec2 /, option: plain, far: true },
  { programs: /^gsutil$/, verbs: /^rsync\b/, letters: /^-[cCdeiJpPrRuU]*n[cCdeiJpPrRuU]*$/, far: true },
  { programs: /^gcloud$/, verbs: /^storage rsync\b/, option: plain, far: true },
  { programs: /^az$/, verbs: /^storage (blob|fs|file) /, option: /^--dryrun$/, far: true },
  { programs: /^az$/, verbs: /^deployment (group|sub|mg|tenant) what-if\b/, far: true },
  {
    programs: /^(apt|apt-get|aptitude)$/,
    option: /^(--simulate|--dry-run|--just-print|--recon|--no-act)$/,
    letters: /^-[dfmquy]*s[dfmquy]*$/,
  },
  { programs: /^(dnf|yum|microdnf)$/, option: /^--assumeno$/, far: true },
  { programs: /^apk$/, option: /^--simulate$/, letters: /^-[fqv]*s[fqv]*$/ },
  {
    programs: /^(pip|pip3|composer|poetry|conda|mamba|brew|certbot|zypper|semantic-release)$/,
    option: plain,
    far: true,
  },
  { programs: /^(npm|pnpm)$/, verbs: /^publish$/, option: plain },
  { programs: /^(npm|pnpm)$/, verbs: /^(?!publish$)/, option: plain, far: true },
  { programs: /^uv$/, verbs: /^(pip|sync|lock|publish)\b/, option: plain, far: true },
  { programs: /^cargo$/, verbs: /^(publish|update|add|remove|install)\b/, option: plain, far: true },
  { programs: /^git$/, verbs: /^(push|fetch)$/, option: plain, far: true },
  { programs: /^git$/, verbs: /^push$/, letters: /^-[46dfqv]*n[46dfqv]*$/, far: true },
  { programs: /^git$/, verbs: /^(rm|clean|add|mv|commit|prune)$/, option: plain },
  { programs: /^git$/, verbs: /^(rm|clean|add|mv|prune)$/, letters: /^-[AdfikqruvxX]*n[AdfikqruvxX]*$/ },
  {
    programs: /^rsync$/,
    option: plain,
    letters: /^-[AaCcDdEgHhIiKkLlNOoPpqRrSstUuvWXxyz]*n[AaCcDdEgHhIiKkLlNOoPpqRrSstUuvWXxyz]*$/,
  },
  { programs: /^(rclone|restic|borg|ansible-playbook)$/, option: /^(--dry-run|--check)$/, far: true },
  {
    programs: /^(stow|chezmoi|logrotate|rename|emerge)$/,
    option: /^(--simulate|--no|--dry-run|--debug|--no-act|--nono|--pretend)$/,
  },
]

/** Options of any program that take no value, so that what follows them is no value of theirs. */
const flag = /^(--(all|force|yes|quiet|verbose|recursive|delete|prune|tags|install)|-[yqvfr]|-[a-zA-Z]*[ar])$/

/** True where the word at this place is an option, and no value of the one before: of `letters` none takes one. */
function isOption(args: readonly string[], at: number, letters: RegExp | undefined): boolean {
  const before = args[at - 1] ?? ''
  if (!before.startsWith('-') || before.includes('=') || flag.test(before)) return true
  return letters?.test(`${before}${args[at]?.slice(1) ?? ''}`) ?? false
}

/** Takes a dry run back, or says that it may be one only by its name. */
const takesBack = /^--(no-dry-?run|dry-?run=(none|false|no|0)|no-simulate|no-assumeno)$/

/**
 * How a call only asks what it would do; undefined for every other call, and wherever that is not certain: a word that is not known, an
 * option that may be another's value, one given twice, a program that is named by a place.
 */
export function dryRun(command: SimpleCommand): { readonly far: boolean; readonly call: string } | undefined {
  const { program, words, shell } = command
  if (shell !== 'posix' || words[0]?.text !== program || words.some(({ known, glob }) => !known || glob))
    return undefined
  const rest = words.slice(1)
  const end = rest.findIndex(({ text }) => text === '--')
  const args = (end < 0 ? rest : rest.slice(0, end)).map(({ text }) => text)
  if (args.some((text) => takesBack.test(text))) return undefined
  const spoken =
    program === 'git'
      ? readGitCall(rest).subcommand
      : /^(npm|pnpm)$/.test(program)
        ? packageVerb(rest).verb
        : args.filter((text) => !text.startsWith('-')).join(' ')
  for (const { programs, verbs, option, letters, far = false } of askings) {
    if (!programs.test(program) || verbs?.test(spoken) === false) continue
    const call = `${program} ${spoken.split(' ').slice(0, 2).join(' ')}`.trim()
    if (!option && !letters) return { far, call }
    const given = args.flatMap((text, at) =>
      (option?.test(text) ?? false) || (letters?.test(text) ?? false) ? [at] : [],
    )
    const [at, ...more] = given
    if (at !== undefined && more.length === 0 && isOption(args, at, letters)) return { far, call }
  }
  return undefined
}
