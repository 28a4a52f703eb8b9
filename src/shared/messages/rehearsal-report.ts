import { z } from 'zod'
import type { ApprovalRequest } from '../domain/approval'
import { RehearsalAttempt } from '../domain/rehearsal'
import {
  RehearsalCounts,
  RehearsedChange,
  type RequestRehearsal,
  type ShownRehearsal,
} from '../domain/request-rehearsal'
import { rehearsalChangeInWords, rehearsalLimitInWords, rehearsedInWords, wentThrough } from './rehearsal'
import { ended } from './effect'
import { pathInWords } from './path'
import { saidInEnglish } from './spoken'

/**
 * The rehearsal of a request as other programs are told it, with the members of `countersign rehearse --json`. `state`: `offered` (it
 * begins when the person asks for it), `running`, or `found`, and then the rest. `headline`: what would change, as one sentence; absent
 * where it shows nothing, and where it failed, was ended or was limited: then it is a `note`, which never leads. `changes` are the first of what `counts` counts. Names and texts are untrusted.
 */
export const RehearsalReport = z.strictObject({
  state: z.enum(['offered', 'running', 'found']),
  headline: z.string().optional(),
  note: z.string().optional(),
  status: z.enum(['done', 'timed-out', 'refused', 'unavailable']).optional(),
  exit_code: z.number().int().nullable().optional(),
  counts: RehearsalCounts.optional(),
  changes: z.array(RehearsedChange).optional(),
  attempts: z.array(RehearsalAttempt).optional(),
  limits: z.array(z.string()).optional(),
  more_limits: z.number().int().optional(),
  output: z.string().optional(),
  duration_ms: z.number().int().optional(),
})
export type RehearsalReport = z.infer<typeof RehearsalReport>

const limitsOf = ({ reason, limits }: Pick<ShownRehearsal, 'reason' | 'limits'>): readonly string[] => [
  ...(reason === undefined ? [] : [reason]),
  ...limits.map(rehearsalLimitInWords),
]

/** How the rehearsal of a request stands, as other programs are told it. */
export function rehearsalReport(
  rehearsal: RequestRehearsal,
  { naming }: Pick<ApprovalRequest, 'naming'>,
): RehearsalReport {
  if (rehearsal.state !== 'found') return { state: rehearsal.state }
  const { found } = rehearsal
  const reported = rehearsedInWords(found, naming)
  return {
    state: 'found',
    ...(reported !== undefined && { [wentThrough(found) ? 'headline' : 'note']: reported }),
    status: found.status,
    exit_code: found.exitCode,
    counts: found.counts,
    changes: found.changes,
    attempts: found.attempts,
    limits: [...limitsOf(found)],
    more_limits: found.moreLimits,
    output: found.output,
    duration_ms: Math.round(found.durationMs),
  }
}

/** So many changes stand where a text is read as it comes. */
const mostLines = 6

const countOf = ({
  counts: { created, changed, deleted, moved, mode },
}: Pick<ShownRehearsal, 'counts'>): number => created + changed + deleted + moved + mode

/** What came of a rehearsal, as one sentence. */
function sentence({ status, reason, exitCode, counts }: Omit<ShownRehearsal, 'changes'>): string {
  const all = countOf({ counts })
  const count = all === 1 ? '1 change' : `${all.toLocaleString('en-GB')} changes`
  switch (status) {
    case 'done':
      return `It would end with exit code ${String(exitCode)}: ${all === 0 ? 'no changes' : count}.`
    case 'timed-out':
      return `It did not finish: ${count} until then.`
    case 'refused':
      return ended(`Not rehearsed to its end: ${reason ?? 'it was refused'}`)
    case 'unavailable':
      return ended(`It cannot be rehearsed here: ${reason ?? 'unknown why'}`)
  }
}

/** The change with its paths as they are named to a person. */
const pathsFrom = (change: RehearsedChange, naming: ApprovalRequest['naming']): RehearsedChange => ({
  ...change,
  path: pathInWords(change.path, naming),
  ...(change.from !== undefined && { from: pathInWords(change.from, naming) }),
})

/** How a rehearsal stands as lines of text, in English: what would change leads, or behind how it ended where it did not go through, then the first changes, then what it does not show. */
export function rehearsalLines(
  rehearsal: RequestRehearsal,
  { naming }: Pick<ApprovalRequest, 'naming'>,
): readonly string[] {
  return saidInEnglish(() => {
    if (rehearsal.state === 'running') return ['It is being rehearsed on copies, without a network.']
    if (rehearsal.state === 'offered') return ['It can be rehearsed first, on copies and without a network.']
    const { found } = rehearsal
    const reported = rehearsedInWords(found, naming)
    const all = countOf(found)
    const shown = found.changes.slice(0, mostLines)
    const more = all - shown.length
    return [
      `Rehearsed: ${(wentThrough(found) ? reported : undefined) ?? sentence(found)}`,
      ...(reported === undefined || wentThrough(found) ? [] : [reported]),
      ...shown.map((change) => `  ${rehearsalChangeInWords(pathsFrom(change, naming))}`),
      ...(more > 0 ? [`  and ${more.toLocaleString('en-GB')} more`] : []),
      ...(found.limits.length === 0 ? [] : ['It does not show:']),
      ...found.limits.slice(0, mostLines).map((limit) => `  ${rehearsalLimitInWords(limit)}`),
    ]
  })
}
