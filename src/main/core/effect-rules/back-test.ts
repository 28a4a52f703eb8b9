import type { RecordedEffects, RecordedRequest } from '@shared/domain/recorded-request'
import type { BackTest } from '@shared/domain/offered-rule'
import {
  answerPlaced,
  couldAnswer,
  placeRule,
  type CompiledRule,
  type DoneEffects,
  type PlacedRule,
} from './answer'

/** A recorded question, and what its rehearsal showed; undefined: it was not rehearsed. */
export interface Recorded {
  readonly request: RecordedRequest
  readonly effects: () => RecordedEffects | undefined
}

/** What a recorded question is judged with; `isIn` as of `RuleQuestion`, for the folder of one. */
export interface BackTestParts {
  readonly home: string
  readonly engine: readonly string[]
  readonly isIn: (folder: string, named: string) => boolean
}

/** So many that were denied are named. */
const mostDenied = 20

/** Who decides as a person: the rest is a flag, a grant or an end. */
export const people: ReadonlySet<RecordedRequest['by']> = new Set(['window', 'browser', 'terminal', 'client'])

/**
 * What a rule would have said to the recorded questions of its folders, by the very function that answers. What was not rehearsed then, or not kept whole, is not known,
 * and never counts as answered. Which files a session had made itself is not on record: they count as unsaved here.
 */
export function backTest(
  compiled: CompiledRule,
  recorded: readonly Recorded[],
  { home, engine, isIn }: BackTestParts,
): BackTest {
  const test = { asked: 0, answered: 0, unknown: 0 }
  const denied: RecordedRequest[] = []
  // There are few folders and many questions, and where one really lies has to be looked up.
  const known = new Map<string, PlacedRule | 'elsewhere'>()
  const placedIn = (workspace: string): PlacedRule | 'elsewhere' => {
    const before = known.get(workspace)
    if (before) return before
    const isFor = compiled.where?.some((named) => isIn(workspace, named)) ?? true
    const placed = isFor ? placeRule(compiled, { home, workspace, engine }) : 'elsewhere'
    known.set(workspace, placed)
    return placed
  }
  for (const { request, effects } of recorded) {
    const { folder, level } = request
    const placed = placedIn(folder)
    if (placed === 'elsewhere') continue
    test.asked += 1
    const question = {
      isIn: () => true,
      commands: request.commands ?? undefined,
      level,
    }
    if (!couldAnswer(compiled, question)) continue
    const done = doneOf(compiled, effects())
    if (done === 'unknown') {
      test.unknown += 1
      continue
    }
    if (answerPlaced(placed, question, done).kind !== 'inside') continue
    test.answered += 1
    if (request.outcome === 'denied' && people.has(request.by)) denied.push(request)
  }
  const last = denied.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, mostDenied)
  return {
    ...test,
    denied: last.map(({ id, session, at, text }) => ({ id, session, at, command: text })),
  }
}

function doneOf({ rule }: CompiledRule, effects: RecordedEffects | undefined): DoneEffects | 'unknown' {
  if (!effects || effects.unseen === 'unlisted') return 'unknown'
  // With these hosts open it would have gone on, and what it would have done then nobody saw.
  if (effects.hosts.length > 0 && effects.hosts.every((host) => rule.hosts.includes(host))) return 'unknown'
  const unsaved = new Map(effects.changes.map((change) => [change.from ?? change.path, change.unsaved]))
  return {
    changes: effects.changes.map(({ unsaved: _, ...change }) => ({ ...change, bytes: 0 })),
    hosts: effects.hosts,
    gone: ({ path, from, files = 1 }) => ({ files, unsaved: unsaved.get(from ?? path) ?? files }),
    ...(effects.unseen !== undefined && { unseen: effects.unseen }),
  }
}
