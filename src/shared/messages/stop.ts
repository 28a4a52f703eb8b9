import { z } from 'zod'
import { StopReason, type ApprovalRequest, type NoOnlyThis, type ChangedText } from '../domain/approval'
import type { NamingFolders } from '../domain/named-path'
import type { SandboxPolicy } from '../domain/sandbox-policy'
import { pathInWords } from './path'
import { describeSandboxPolicy } from './policies'
import { suspendedInWords } from './promise'
import { messages } from './spoken'

/** The folders that paths are named from; undefined: paths are told whole. */
type Naming = NamingFolders | undefined

/** Why something waits, for a person. It may hold paths and names, which are untrusted. */
export function stopInWords(
  { why: it, changed = [], exceeded }: Pick<StopReason, 'why' | 'changed' | 'exceeded'>,
  naming: Naming,
): string {
  const reason = messages().stop.why(it, naming)
  return [
    reason,
    ...(changed.length === 0 ? [] : [changesInWords(changed, naming)]),
    ...(exceeded === undefined ? [] : [suspendedInWords(exceeded, naming)]),
  ].join(' ')
}

/** What changed since a yes, as a sentence. */
export const changesInWords = (paths: readonly string[], naming: Naming): string =>
  messages().stop.changes(paths, naming)

/** What stands in a run's output where what it was allowed for was another text while it ran; agents read it as well. */
export const whileItRan = (paths: readonly string[]): string =>
  `changed while it ran, so that what ran may not be what was allowed: ${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ` and ${String(paths.length - 5)} more` : ''}`

/** Why a changed file has no lines to be seen, as a clause. */
export const unseenInWords = (how: Exclude<ChangedText['how'], 'text'>): string => messages().stop.unseen[how]

/** A changed file as other programs are told it: hunks of a unified diff, or why there are none. */
export const ChangeReport = z.strictObject({
  path: z.string(),
  diff: z.string().optional(),
  text: z.string().optional(),
})
type ChangeReport = z.infer<typeof ChangeReport>

const changeReport = ({ path, how, diff }: ChangedText): ChangeReport =>
  how === 'text' ? { path, diff: diff ?? '' } : { path, text: unseenInWords(how) }

/** What became of what a yes was given on, as other programs are told it; nothing, where nothing did. */
export const changeReports = ({ differences = [] }: Pick<StopReason, 'differences'>) =>
  differences.length === 0 ? {} : { changed: differences.map(changeReport) }

/** So many lines of a difference stand where a text is read as it comes. */
const mostLines = 60

/** The same as lines of text. Names and lines are untrusted. */
export function changedLines(
  { differences = [] }: Pick<StopReason, 'differences'>,
  naming: Naming,
): readonly string[] {
  return differences.flatMap(({ path, how, diff = '' }) => {
    const name = pathInWords(path, naming)
    if (how !== 'text') return [`${name}: ${unseenInWords(how)}`]
    const lines = diff.trimEnd().split('\n')
    const more = lines.length - mostLines
    return [`${name}:`, ...lines.slice(0, mostLines), ...(more > 0 ? [`… ${String(more)}`] : [])]
  })
}

/** The policies that have it asked, on one line. */
export function policyInWords({ why: it, policy }: StopReason, sandboxPolicy: SandboxPolicy): string {
  if (it.kind === 'said') return it.policyLine
  const limits = describeSandboxPolicy(sandboxPolicy)
  return policy === undefined ? limits : `approval_policy = ${policy}; ${limits}`
}

/** Why nothing narrow can be added, as a sentence. */
export const noOnlyThisInWords = (it: NoOnlyThis, naming: Naming): string =>
  messages().stop.noOnlyThis(it, naming)

/** A stop as other programs are told it. */
export const StopReport = StopReason.omit({
  why: true,
  changed: true,
  exceeded: true,
  differences: true,
  policy: true,
}).extend({
  text: z.string(),
  policyLine: z.string(),
  noOnlyThis: z.string().optional(),
  changed: z.array(ChangeReport).optional(),
})
export type StopReport = z.infer<typeof StopReport>

/** The stop of a request as other programs are told it. */
export function stopReport({
  stop,
  sandboxPolicy,
  naming,
}: Pick<ApprovalRequest, 'stop' | 'sandboxPolicy' | 'naming'>): StopReport {
  const { boundary, evidence, noOnlyThis } = stop
  return {
    boundary,
    text: stopInWords(stop, naming),
    policyLine: policyInWords(stop, sandboxPolicy),
    evidence,
    ...changeReports(stop),
    ...(noOnlyThis && { noOnlyThis: noOnlyThisInWords(noOnlyThis, naming) }),
  }
}
