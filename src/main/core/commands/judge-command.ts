import { opensFiles } from '@shared/domain/sandbox-policy'
import { reasonClause } from '@shared/messages/reason'
import type { RiskLevel } from '@shared/domain/assessment'
import type { CommandAssessment } from '../assessment/assess-command'
import type { RequestAssessor } from '../assessment/request-assessor'
import { isListedSafe, listedIn, type Classification } from '../policy/classify'
import { reasonOf, type Verdict } from '../assessment/checks/judge-checks'
import { languageOf } from '../programs/built-in'
import type { ProgramLookup } from '../policy/program-lookup'
import type { SimpleCommand, CommandGraph } from '../shell/graph'
import type { ShellParser } from '../shell/parse'
import { predictedChanges, type PredictedChanges } from '../run/predicted-changes'
import type { CommandCall, TurnContext } from '../turn/turn-context'

/** What judging takes. `programs` looks names up as the command would. */
export interface JudgeParts {
  readonly parser: ShellParser
  readonly assessments: Pick<RequestAssessor, 'judge'>
  readonly programs: ProgramLookup
}

type JudgedTurn = Pick<TurnContext, 'cwd' | 'sandboxPolicy' | 'approvalPolicy'>

/** Code of an interpreter that deletes, and whatever empties a file. */
const losesUnnamed = (rule: string, { program }: SimpleCommand): boolean =>
  rule === 'write.empties' || (rule.startsWith('delete.') && languageOf(program) !== undefined)

/**
 * Whether a high rule is one to stop for before anything ran. What a sandbox stops is left to it: it then names the place,
 * and the yes is the narrowest. Where nobody can be asked, only what loses something is refused: the person chose that the
 * rest runs (decision 055).
 */
function countsHere({ rule, command }: Verdict, { approvalPolicy, sandboxPolicy }: JudgedTurn): boolean {
  // Where `rm -rf` is asked about by its name, so is what loses as much in another way.
  if (opensFiles(sandboxPolicy) && losesUnnamed(rule.id, command)) return true
  if (rule.level !== 'high') return false
  if (approvalPolicy === 'never') return rule.categories.includes('data_deletion')
  return opensFiles(sandboxPolicy) || rule.contained !== true
}

/** What the lists say, and what the command is predicted to do; absent for what is known to change nothing. */
export type Judgement = Classification & {
  readonly predicted?: PredictedChanges
  readonly fetches?: readonly string[]
  readonly looked?: Pick<CommandAssessment, 'facts' | 'judged'>
}

const notTold = 'a text that is not shown cannot be read to its end'

/**
 * Why a command could not be analysed, in words: a part of its own text cannot be read, or nothing is known of a program in
 * it. Files that it runs are not its text. Undefined where it could.
 */
function notAnalysed(
  { unreadable, commands, documents, verdicts, told }: CommandAssessment['judged'],
  level: RiskLevel,
): string | undefined {
  const hidden = unreadable.find(({ ofFile }) => ofFile !== true)
  if (hidden) {
    const isTold = told.unreadable.some(({ reason }) => reason === hidden.reason)
    return `the command could not be analysed: ${isTold ? hidden.reason : notTold}`
  }
  // How a name is spelt says nothing of the program that it names.
  const known = verdicts.filter(({ rule }) => rule.id !== 'unknown.look-alike')
  const judged = new Set(
    [...known, ...unreadable].flatMap(({ command }) =>
      typeof command === 'object' ? [command.id] : [command],
    ),
  )
  const fetching = new Set(
    known.filter(({ rule }) => rule.id === 'packages.run-remote').map(({ command }) => command.id),
  )
  // What stands in a file is the project's code; what runs elsewhere or is fetched first is judged by that.
  const isSpokenFor = ({ place, parent, via }: SimpleCommand): boolean => {
    const above = parent === undefined ? undefined : commands[parent]
    return (
      documents[place.document]?.ofFile === true ||
      /^(container|remote)$/.test(via) ||
      (above !== undefined && (fetching.has(above.id) || isSpokenFor(above)))
    )
  }
  const unread = verdicts.find(({ rule, command }) => rule.unread === true && !isSpokenFor(command))
  if (unread) return reasonClause(reasonOf(unread))
  // What stands beside a program makes it no better known, whatever level that has.
  const unknown = commands.find((each) => !judged.has(each.id) && !isSpokenFor(each))
  if (level !== 'not-assessed' && unknown === undefined) return undefined
  const named = told.commands.find(({ program }) => program === unknown?.program)?.program
  return `the command could not be analysed: nothing is known of ${named || 'what it runs'}`
}

/**
 * What the lists and the checks say of a command before its first run. A high floor counts as dangerous, whatever way it is
 * written, and so does the dangerous list for any command that would run; with full access and somebody to ask, so does what
 * could not be analysed (decision 070). A known-safe use of git is one only while nothing that the repository configures makes it more than low.
 */
export async function judgeCommand(
  call: Pick<CommandCall, 'command' | 'cwd'>,
  turn: JudgedTurn,
  { parser, assessments, programs }: JudgeParts,
): Promise<Judgement> {
  const { command } = call
  const safe = await isListedSafe(command, parser, programs)
  const usesGit = safe && command.some((word) => /\bgit\b/.test(word))
  // Without a sandbox that hides them, what is known to change nothing may still show keys and passwords: any name may be a link to them.
  const mayShow = opensFiles(turn.sandboxPolicy) && command.length > 1
  if (safe && !usesGit && !mayShow) return { safe, danger: undefined, mayConnect: false, usesGit }
  const { judged, level, facts } = await assessments.judge(call, turn)
  const listed = listedIn(judged)
  const worst = judged.verdicts.find((verdict) => countsHere(verdict, turn))
  const asksOpenly = opensFiles(turn.sandboxPolicy) && turn.approvalPolicy !== 'never'
  const danger =
    listed.danger ??
    (worst && reasonClause(reasonOf(worst))) ??
    (asksOpenly ? notAnalysed(judged, level) : undefined) ??
    (asksOpenly && safe && !usesGit && !facts.complete
      ? 'the command could not be analysed: not all that it names could be looked at'
      : undefined)
  const predicted = predictedChanges(judged, facts.targets, turn.cwd)
  return {
    ...listed,
    safe: safe && danger === undefined && level === 'low',
    danger,
    ...(predicted && { predicted }),
    fetches: fetchingPrograms(judged),
    looked: { facts, judged },
  }
}

/** What makes a package manager fetch what it has not, by its first word. */
const fetches: Readonly<Record<string, RegExp>> = {
  cargo: /^(add|fetch|install|update|generate-lockfile|vendor)$/,
  go: /^(get|mod|work)$/,
}

/** What goes before the word that says what is done. */
const before = /^[+-]/

/** The package managers that a command tells to fetch packages, of those that read a person's own as long as they need no more. */
export function fetchingPrograms({ commands }: Pick<CommandGraph, 'commands'>): readonly string[] {
  const found = commands.flatMap(({ program, words }) => {
    const [verb = '', ...operands] = words
      .slice(1)
      .map(({ text }) => text)
      .filter((text) => !before.test(text))
    const remote = program === 'go' && verb === 'install' && operands.some((text) => text.includes('@'))
    const known = Object.hasOwn(fetches, program) ? fetches[program] : undefined
    return remote || known?.test(verb) === true ? [program] : []
  })
  return [...new Set(found)]
}
