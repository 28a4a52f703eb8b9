import type { CommandAssessment } from '../assessment/assess-command'
import type { RequestAssessor } from '../assessment/request-assessor'
import { classify, type Classification } from '../policy/classify'
import type { Verdict } from '../assessment/rails/judge-rails'
import { dangerOf, dangerOnWindows } from '../policy/dangerous'
import type { ProgramLookup } from '../policy/program-lookup'
import type { ShellParser } from '../ports'
import type { CommandCall, TurnContext } from './command-call'

/** What judging takes. `programs` looks names up as the command would. */
export interface JudgeParts {
  readonly parser: ShellParser
  readonly assessments: Pick<RequestAssessor, 'judge'>
  readonly programs: ProgramLookup
}

/** A reason as the part of a sentence: without its full stop. */
const clause = ({ text }: Verdict): string => text.replace(/\.\s*$/, '')

type JudgedTurn = Pick<TurnContext, 'cwd' | 'sandboxPolicy' | 'approvalPolicy'>

/**
 * Whether a high rule is one to stop for before anything ran. What a sandbox stops is left to it: it then names the place,
 * and the yes is the narrowest. Where nobody can be asked, only what loses something is refused: the person chose that the
 * rest runs (decision 055).
 */
function countsHere({ rule }: Verdict, { approvalPolicy, sandboxPolicy }: JudgedTurn): boolean {
  if (rule.level !== 'high') return false
  if (approvalPolicy === 'never') return rule.categories.includes('data_deletion')
  return sandboxPolicy.mode === 'danger-full-access' || rule.contained !== true
}

/** Why a command may do harm, by everything that it would run: the dangerous list first, else what makes its floor high. */
function dangerIn(
  { judged: { commands, verdicts } }: CommandAssessment,
  turn: JudgedTurn,
): string | undefined {
  for (const { words, shell, program } of commands) {
    const danger =
      shell === 'posix'
        ? dangerOf(words.map(({ text, known }) => ({ text, literal: known })))
        : dangerOnWindows(
            program,
            words.map(({ text }) => text),
          )
    if (danger !== undefined) return danger
  }
  const worst = verdicts.find((verdict) => countsHere(verdict, turn))
  return worst && clause(worst)
}

/**
 * What the lists and the rails say of a command before its first run. A high floor counts as dangerous, whatever way it is
 * written; a known-safe use of git is one only while nothing that the repository configures makes it more than low.
 */
export async function judgeCommand(
  call: Pick<CommandCall, 'command' | 'cwd'>,
  turn: JudgedTurn,
  { parser, assessments, programs }: JudgeParts,
): Promise<Classification> {
  const listed = await classify(call.command, parser, programs)
  if (listed.danger !== undefined || (listed.safe && !listed.usesGit)) return listed
  const assessed = await assessments.judge(call, turn)
  const danger = dangerIn(assessed, turn)
  return { ...listed, safe: listed.safe && danger === undefined && assessed.level === 'low', danger }
}
