import { z } from 'zod'
import {
  StopReason,
  type ApprovalRequest,
  type NoOnlyThis,
  type ChangedText,
  type StopWhy,
} from '../domain/approval'
import { hookAgentNames } from '../domain/hook-agent'
import { isUntold } from '../domain/what-was-read'
import { withinQuotes } from '../domain/within-quotes'
import type { NamingFolders } from '../domain/named-path'
import type { SandboxPolicy } from '../domain/sandbox-policy'
import { recordInWords } from './effect'
import { placeInWords } from './machine'
import { pathInWords } from './path'
import { describeSandboxPolicy } from './policies'
import { suspendedInWords } from './promise'
import { messages, upperFirst } from './spoken'

/** The folders that paths are named from; undefined: paths are told whole. */
type Naming = NamingFolders | undefined

type Of<K extends StopWhy['kind']> = Extract<StopWhy, { kind: K }>

function stopped({ what, target: it, count, because, protectedBy }: Of<'stopped'>, naming: Naming): string {
  const say = messages().stop
  const { one, many } = say.nouns[what]
  const target = what === 'network' ? placeInWords(it) : pathInWords(it, naming)
  return say.stopped(
    count === 1 ? `${one} ${target}` : say.firstOf(`${String(count)} ${many}`, target),
    protectedBy === undefined ? say.because[because] : say.protectedBy(pathInWords(protectedBy, naming)),
  )
}

/** The first three, and how many more there are. */
function someOf(names: readonly string[]): string {
  const more = names.length > 3 ? messages().stop.more(names.length - 3) : ''
  return `${names.slice(0, 3).join(', ')}${more}`
}

function patch({ guarded, outside }: Of<'patch'>, naming: Naming): string {
  const say = messages().stop
  const listed = (paths: Of<'patch'>['guarded']): string =>
    someOf(
      paths.map(({ path, place }) => {
        const name = pathInWords(path, naming)
        return place === undefined ? name : say.really(name, pathInWords(place, naming))
      }),
    )
  const parts = [
    ...(guarded.length > 0 ? [say.guarded(listed(guarded))] : []),
    ...(outside.length > 0 ? [say.outside(listed(outside))] : []),
  ]
  return say.patch(parts.join('; '))
}

function desk({ agent, edited, besides, refusal }: Of<'desk'>): string {
  const say = messages().stop
  const name = hookAgentNames[agent]
  const refused =
    refusal === '' ? say.deskRefused(name) : say.deskRefusedSaying(name, withinQuotes(refusal ?? ''))
  const asks = edited ? say.deskEdited(name) : refusal === undefined ? say.desk(name) : refused
  return `${asks}${besides === undefined ? '' : say.besides(besides)}`
}

/** What a rule of the machine has to do with it, as a clause. */
export function managedInWords(it: Of<'managed' | 'managed-unread'>): string {
  const say = messages().stop.managed
  if (it.kind === 'managed-unread') return say.unread(it.problem)
  const said = say[it.perhaps ? 'perhaps' : 'sure'](withinQuotes(it.rule))
  return it.reason === undefined ? said : `${said}${say.because(it.reason)}`
}

function whyInWords(it: StopWhy, naming: Naming): string {
  const say = messages().stop
  switch (it.kind) {
    case 'stopped':
      return `${stopped(it, naming)}${it.patch ? say.unchanged : ''}`
    case 'unreported':
      return `${say.unreported}${it.patch ? say.unchanged : ''}`
    case 'asks-host':
      return say.asksHost(placeInWords(it.target, say.protocols[it.protocol]))
    case 'not-listed':
      return say.notListed
    case 'effects':
      return say.effects
    case 'danger':
      return say[it.unconfined ? 'dangerUnconfined' : 'danger'](upperFirst(recordInWords(it.what)))
    case 'managed':
    case 'managed-unread':
      return say.managedAsks(managedInWords(it))
    case 'escalated':
      return say.escalated
    case 'edited':
    case 'again':
      return say[it.kind]
    case 'no-sandbox':
      return it.unheld === undefined
        ? say.noSandbox[it.of](it.reason)
        : say.noSandbox.contained(it.reason, say.noSandbox.unheld[it.unheld])
    case 'every-patch':
      return say.everyPatch
    case 'patch':
      return patch(it, naming)
    case 'input-limits':
      return say.inputLimits(describeSandboxPolicy(it.policy))
    case 'input-outside':
      return say.inputOutside
    case 'tool':
      return `${say.tool(it.tool, it.server)}${it.doubt === undefined ? '' : say.doubts[it.doubt]}`
    case 'guest':
      return `${say.acpAgent(it.agent, it.open ? say.withoutSandbox : say.inSandbox)}${it.besides === undefined ? '' : say.besides(it.besides)}`
    case 'desk':
      return desk(it)
    case 'said':
      return it.text
  }
}

/** Why something waits, for a person. It may hold paths and names, which are untrusted. */
export function stopInWords(
  { why, managed, changed = [], exceeded }: Pick<StopReason, 'why' | 'managed' | 'changed' | 'exceeded'>,
  naming: Naming,
): string {
  return [
    whyInWords(why, naming),
    ...(managed ? [`${managedInWords(managed)}.`] : []),
    ...(changed.length === 0 ? [] : [changesInWords(changed, naming)]),
    ...(exceeded === undefined ? [] : [suspendedInWords(exceeded, naming)]),
  ].join(' ')
}

const changedInWords = (path: string, naming: Naming): string =>
  isUntold(path) ? messages().stop.untold : pathInWords(path, naming)

/** What changed since a yes, as a sentence. */
export const changesInWords = (paths: readonly string[], naming: Naming): string =>
  messages().stop.changes(someOf([...new Set(paths.map((path) => changedInWords(path, naming)))]))

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
export function noOnlyThisInWords(it: NoOnlyThis, naming: Naming): string {
  if (it.kind === 'said') return it.text
  const say = messages().stop
  return say.noOnlyThis(pathInWords(it.target, naming), say.notAdded[it.because], say.noOnlyThisMore(it.more))
}

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
