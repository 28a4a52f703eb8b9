import { readGitCall } from '../shell/nested/git-call'
import type { SimpleCommand } from '../shell/graph'

/** Who reads the words behind a rule's own. */
export interface WordReader {
  readonly program: string
  /** The first word that is no option; undefined: there is none. */
  readonly subcommand: string | undefined
  /** How many of its words in the rule are no options, the sub-command among them. */
  readonly plainWords: number
  /** Who gets what stands behind `--`, where that is a script's program; null: nobody knows. Absent: it runs no script. */
  readonly script?: WordReader | null
  /** Everything behind the rule's own words goes to that one. */
  readonly handsOn?: true
}

/** What runs a script of the project and hands words on to its last command. */
const runsScripts = /^(npm|pnpm|yarn|bun)$/

/** Follows `timeout 5`, `npx`, `python3 -m` and their kin to the program that they run. */
function innermost(commands: readonly SimpleCommand[], from: SimpleCommand): SimpleCommand {
  let at = from
  for (;;) {
    const next = commands.find(({ parent, via }) => parent === at.id && via === 'wrapper')
    if (!next) return at
    at = next
  }
}

function readerOf({ program, words }: SimpleCommand): WordReader {
  const args = words.slice(1)
  const call = program === 'git' ? readGitCall(args) : undefined
  const rest = call && call.subcommand !== '' ? args.slice(call.options.length) : args
  const plain = rest.map(({ text }) => text).filter((text) => !text.startsWith('-'))
  return { program, subcommand: plain[0], plainWords: plain.length }
}

/** Who reads the words that a star adds to a rule, by what the rule's own words run. Undefined: that is not known. */
export function wordReader(commands: readonly SimpleCommand[]): WordReader | undefined {
  const [root] = commands
  if (!root) return undefined
  const first = innermost(commands, root)
  const reader = readerOf(first)
  if (!runsScripts.test(first.program)) return reader
  const last = commands.findLast(({ parent, via }) => parent === first.id && via === 'script')
  const script = last ? readerOf(innermost(commands, last)) : null
  return { ...reader, script, ...(first.program === 'npm' || !last ? {} : { handsOn: true as const }) }
}
