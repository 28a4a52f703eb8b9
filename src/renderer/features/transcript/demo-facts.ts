import type { CommandItem, TranscriptItem } from '../../state/transcript-items'

/** What happened in a demo, as its record has it. */
export interface DemoFacts {
  /** What a person was asked, whatever the answer was; and of these the yeses, the noes, and what was over before an answer. */
  readonly asked: number
  readonly allowed: number
  readonly denied: number
  readonly unanswered: number
  /** The rules that answered in place of a person, each once. */
  readonly rules: readonly string[]
  /** Files outside the folder that are changed and can be taken back, and that were. */
  readonly undoable: number
  readonly undone: number
  /** The last run of these that can be taken back now, and how many files that are. */
  readonly lastRun: { readonly id: string; readonly files: number } | undefined
  /** Every command ran in the sandbox, and none of them changed a file outside the folder. */
  readonly untouched: boolean
}

function lastOf(runs: readonly NonNullable<CommandItem['undoable']>[]): DemoFacts['lastRun'] {
  const last = runs.findLast(({ undone }) => !undone)?.event
  return last?.id === undefined ? undefined : { id: last.id, files: last.files }
}

const notAPerson: ReadonlySet<string | undefined> = new Set(['grant', 'engine'])

/** Counts it. Whatever is not on record is not in it: a call that nobody was asked about is neither allowed nor denied. */
export function demoFacts(items: readonly TranscriptItem[]): DemoFacts {
  const calls = items.filter((item) => item.kind === 'command')
  const answers = calls.flatMap(({ request }) =>
    request?.decision === undefined || notAPerson.has(request.decidedBy) ? [] : [request.decision.kind],
  )
  const unanswered = calls.filter(
    ({ request }) => request?.state === 'cancelled' || request?.state === 'expired',
  ).length
  const outcomes = calls.flatMap(({ attempts }) => attempts.map(({ outcome }) => outcome))
  const rules = outcomes.flatMap((outcome) =>
    outcome?.kind === 'exited' && outcome.applied?.rule !== undefined ? [outcome.applied.rule] : [],
  )
  const runs = calls.flatMap(({ undoable }) => (undoable?.event.id === undefined ? [] : [undoable]))
  const files = (undone: boolean): number =>
    runs.reduce((sum, run) => sum + (run.undone === undone ? run.event.files : 0), 0)
  return {
    asked: answers.length + unanswered,
    allowed: answers.filter((kind) => kind === 'allow' || kind === 'apply').length,
    denied: answers.filter((kind) => kind === 'deny' || kind === 'abort').length,
    unanswered,
    rules: [...new Set(rules)],
    undoable: files(false),
    undone: files(true),
    lastRun: lastOf(runs),
    untouched: calls.every(
      ({ attempts, undoable }) =>
        undoable === undefined && attempts.every(({ confinement }) => confinement !== 'none'),
    ),
  }
}
