import type { ReplayReport } from '../domain/replay'
import { countInWords, joined, numberInWords, present } from './amounts'
import { replay } from '../languages/english/messages/replay'
import { upperFirst, type Wording } from './spoken'

/** The words of a look back in one language. */
export type ReplayWords = Wording<typeof replay>

/** Why a past action would be asked about today, where the checks do not say it. The engine says it, in English. */
export const pastReasons = {
  writes: (path: string) => `Its words name ${path}, which the sandbox does not let it write to.`,
  connects: (host: string) => `Its words name ${host}, which nobody has allowed.`,
  connectsElsewhere: 'It wants a connection, and its words do not say all of where to.',
  edits: (path: string) => `It changes ${path}, which is outside of what edits may change unasked.`,
  everyEdit: 'Under this policy every edit is asked about.',
  escalated: 'It wanted to run outside the sandbox.',
  notListed: 'It is not known to change nothing.',
  noPatch: 'It is no patch that could be applied.',
} as const

/** How much of the past needed a person. Of questions it speaks only where the histories say of each action whether it was one. */
export function headlineOfPast(
  { actions, asked_then, asked_unknown, would_ask }: ReplayReport,
  { ofQuestions, ofActions }: ReplayWords = replay,
): string {
  return asked_then > 0 && asked_unknown === 0
    ? ofQuestions(numberInWords(asked_then), numberInWords(would_ask))
    : ofActions(numberInWords(actions), numberInWords(would_ask))
}

/** What was read, and what the histories say of it. */
export function countsOfPast(report: ReplayReport, words: ReplayWords = replay): string {
  const { counted, session, action, asked, denied, unknown, refused, byRules } = words
  const known = joined(
    present(
      [report.asked_then, asked],
      [report.denied_then, denied],
      [report.asked_unknown, unknown],
      [report.would_refuse, refused],
      [report.rules_could_answer, byRules],
    ),
  )
  const read = counted(countInWords(report.sessions, session), countInWords(report.actions, action))
  return known === '' ? read : `${read} ${upperFirst(known)}.`
}

/** What could not be read of it, and why; undefined where that is nothing. */
export function unreadableInWords(
  { unreadable, unreadable_because }: ReplayReport,
  words: ReplayWords = replay,
): string | undefined {
  if (unreadable === 0) return undefined
  const { unreadable: lines, torn, tooLong, hidden, unopened } = words
  const because = joined(
    present(
      [unreadable_because.torn, torn],
      [unreadable_because.too_long, tooLong],
      [unreadable_because.hidden, hidden],
      [unreadable_because.unopened, unopened],
    ),
  )
  return `${lines(unreadable)} ${because}.`
}
