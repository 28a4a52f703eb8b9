import type { ReplayReport } from '../domain/replay'
import { countInWords, joined, numberInWords, present } from './amounts'
import { messages, upperFirst, type Messages } from './spoken'

/** Why a past action would be asked about today, where the checks do not say it. */
export const pastReasons = (): Messages['replay']['reasons'] => messages().replay.reasons

/** How much of the past needed a person. Of questions it speaks only where the histories say of each action whether it was one. */
export function headlineOfPast({ actions, asked_then, asked_unknown, would_ask }: ReplayReport): string {
  const { ofQuestions, ofActions } = messages().replay
  return asked_then > 0 && asked_unknown === 0
    ? ofQuestions(numberInWords(asked_then), numberInWords(would_ask))
    : ofActions(numberInWords(actions), numberInWords(would_ask))
}

/** What was read, and what the histories say of it. */
export function countsOfPast(report: ReplayReport): string {
  const { counted, session, action, asked, denied, unknown, refused } = messages().replay
  const known = joined(
    present(
      [report.asked_then, asked],
      [report.denied_then, denied],
      [report.asked_unknown, unknown],
      [report.would_refuse, refused],
    ),
  )
  const read = counted(countInWords(report.sessions, session), countInWords(report.actions, action))
  return known === '' ? read : `${read} ${upperFirst(known)}.`
}

/** What could not be read of it, and why; undefined where that is nothing. */
export function unreadableInWords({ unreadable, unreadable_because }: ReplayReport): string | undefined {
  if (unreadable === 0) return undefined
  const { unreadable: lines, torn, tooLong, hidden, unopened } = messages().replay
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
