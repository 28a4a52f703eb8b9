import type { RiskCategory } from '@shared/domain/assessment'
import type { Act, EffectKind } from '@shared/domain/effect'
import { touchesFiles } from '../actions/file-programs'
import type { Findings, Touched } from '../facts/gather'
import type { RepositoryFact } from '../facts/facts-reader'
import type { RecordTable } from '../../programs/record-table'
import type { CommandGraph, SimpleCommand, SourceDocument } from '../../shell/graph'

/** What a rule may look at besides the command itself. */
export interface View {
  readonly graph: CommandGraph
  readonly findings: Findings
  /** A person's own records of programs. */
  readonly own: RecordTable | undefined
  touched(command: SimpleCommand): readonly Touched[]
  repository(command: SimpleCommand): RepositoryFact | undefined
  /** Texts in other languages that the command would run. */
  code(command: SimpleCommand): readonly SourceDocument[]
  /** All commands whose output flows into the given ones, these included. */
  sources(ids: readonly number[]): readonly SimpleCommand[]
}

/**
 * One rule. `match` gives false where it has nothing to say; true, or what it found, as it is written or as what is done, where
 * it holds. Its sentence stands in `shared/messages/rule-reasons.ts`. `effect` is what leads a request for which it is the gravest; absent: it leads none. A rule of level low says that the command is understood and harmless as far as it goes.
 */
export interface Rule {
  readonly id: string
  readonly effect?: EffectKind
  readonly level: 'low' | 'medium' | 'high'
  readonly categories: readonly RiskCategory[]
  /** True where a sandbox stops exactly this and reports the place: then nothing need be asked before it runs. */
  readonly contained?: true
  /** True where it says that what a command does is not known: facts are incomplete then, and where files are open it is asked about. */
  readonly unread?: true
  match(command: SimpleCommand, view: View): boolean | string | Act
}

/** Untrusted text as one line, with `~` for the home folder, and not so long that it hides what stands around it. */
export function brief(text: string, home = ''): string {
  const short = home.length > 1 ? text.replaceAll(home, '~') : text
  const flat = short.replace(/\s+/g, ' ').trim()
  return flat.length > 120 ? `${flat.slice(0, 119)}…` : flat
}

/** The text of a command's word; '' when there is none. */
export const textAt = (command: SimpleCommand, at: number): string => command.words[at]?.text ?? ''

/** The texts of all words after the program. */
export const argsOf = (command: SimpleCommand): readonly string[] =>
  command.words.slice(1).map((word) => word.text)

/** True when any word after the program fits the pattern. */
export const hasArg = (command: SimpleCommand, pattern: RegExp): boolean =>
  argsOf(command).some((text) => pattern.test(text))

/** The first words that are no options: a tool's subcommand and what follows it. */
export const verbs = (command: SimpleCommand): readonly string[] =>
  argsOf(command).filter((text) => !text.startsWith('-'))

/** Programs that hand their words on to something else, whose own --help it may be. */
const carriers =
  /^(sudo|doas|env|xargs|find|fd|ssh|npx|pnpx|bunx|uvx|npm|pnpm|yarn|bun|docker|podman|kubectl|cargo|go|uv|poetry|pipenv|bundle|time|timeout|nohup|nice|watch|parallel|make|just|task|java|flock|script|su|strace|command|exec|busybox|(python|node|ruby|perl|php|deno|lua|tsx|ts-node|(ba|da|z|k)?sh).*)$/

/**
 * True for a call that only prints its own help or version. What stands before `--help` must be options or plain words:
 * after a file name some systems take it for another one, and go on.
 */
export function asksForHelp(command: SimpleCommand): boolean {
  const args = argsOf(command)
  const [first = ''] = args
  if (args.length === 1) return /^(--help|--version|-version|-h|-V|-v|version|help)$/.test(first)
  if (carriers.test(command.program) && !/^(npm|pnpm|cargo|go|docker)$/.test(command.program)) return false
  const at = args.findIndex((text) => /^(--help|--version)$/.test(text))
  // `cargo yank --version 1.0.0` names one.
  if (at > 0 && /^[=~^v]*\d/.test(args[at + 1] ?? '')) return false
  const before = args.slice(0, Math.max(at, 0))
  if (at < 0 || before.some((text) => /^(run|exec|--|x|start|test|dlx|create)$/.test(text))) return false
  const isFiles = touchesFiles(command.program) && command.program !== 'git'
  return at === 0 || (!isFiles && before.every((text) => /^(-{1,2}[\w-]+|[a-z][a-z-]*)$/.test(text)))
}
