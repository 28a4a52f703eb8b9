import type { CommandAssessment } from '../assessment/assess-command'
import { isWithin } from '../shell/paths'
import { starProblem, type StarUse } from './star-words'
import { wordReader } from './word-reader'

type Judge = (command: readonly string[]) => Promise<Pick<CommandAssessment, 'facts' | 'level' | 'judged'>>

const rank = { low: 0, medium: 1, high: 2, 'not-assessed': 3 } as const

/** What a formatter does to the files that it mends; where they lie is looked at by itself. */
const formats = /^(project\.format|write\.(over-inside|below|many))$/

/** The programs that a command would start beside itself, and how it comes to that. */
const started = ({ judged }: Awaited<ReturnType<Judge>>): readonly string[] =>
  judged.commands.flatMap(({ parent, via, program }) => (parent === undefined ? [] : [`${via} ${program}`]))

/**
 * Why the star of a rule does not stand for the rest of a command; undefined when it does. Besides what the words say,
 * facts and checks of the whole are compared with those of the rule's own words: no higher level (but for a formatter that
 * mends what it finds), no other program
 * started, nothing newly unreadable, nothing changed outside the folder that those do not change.
 */
export async function starCovers(use: StarUse, judge: Judge): Promise<string | undefined> {
  const { rule, command, cwd } = use
  if (rule.length === command.length) return undefined
  const own = await judge(rule)
  const reader = wordReader(own.judged.commands)
  if (!reader) return 'nothing is known of what the rule runs'
  const problem = starProblem(use, reader)
  if (problem !== undefined) return problem
  const whole = await judge(command)
  const raising = whole.judged.verdicts.filter(({ rule: { level } }) => rank[level] > rank[own.level])
  const onlyFormats =
    raising.some(({ rule: { id } }) => id === 'project.format') &&
    raising.every(({ rule: { id } }) => formats.test(id))
  if (rank[whole.level] > rank[own.level] && !onlyFormats)
    return 'the words behind “*” make it more than the rule was made for'
  const known = new Set(started(own))
  if (started(whole).some((each) => !known.has(each))) return 'the words behind “*” start another program'
  const unreadable = new Set(own.judged.unreadable.map(({ reason }) => reason))
  if (whole.judged.unreadable.some(({ reason }) => !unreadable.has(reason)))
    return 'the words behind “*” make it unreadable'
  const changed = new Set(own.facts.targets.map(({ path }) => path))
  const beyond = whole.facts.targets.some(
    ({ access, path }) => access !== 'read' && !isWithin(path, cwd) && !changed.has(path),
  )
  return beyond ? 'the words behind “*” change another place' : undefined
}
