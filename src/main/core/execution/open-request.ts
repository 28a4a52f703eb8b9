import type { ApprovalRequest } from '@shared/domain/approval'
import type { RequestRehearsal } from '@shared/domain/request-rehearsal'
import { stopInWords } from '@shared/messages/stop'
import type { OpenAssessment } from '../assessment/request-assessor'
import type { RequestSubject } from '../assessment/request-subject'
import type { SeenInRehearsal, WaitingRehearsal } from '../turn/request-rehearsals'
import type { TurnContext } from '../turn/turn-context'
import type { Action, ActionParts, Question, Ran, RunOnCopies } from './action'
import { temporaryFolders } from '@shared/domain/sandbox-policy'
import { askRules, type AskedOfRules, type RuledBy } from './answer-by-rules'
import { noChanges, withChanged } from './changes-since'

/** When something is asked. */
export type Stage = ApprovalRequest['stage']

/** What of an action is put to a person, and when. */
export type Asked = Omit<Action<Ran>, 'stage'> & {
  readonly stage: Stage
  readonly question: Question
  /** Rules are not asked once more about what could not be put in place for one. */
  readonly ofPerson?: true
}

/** A request before anybody is asked: what is known of it, and its rehearsal, where there is one. */
export interface Opened {
  readonly subject: RequestSubject
  readonly open: OpenAssessment
  readonly rehearsing: WaitingRehearsal | undefined
  /** What the rehearsal has found so far, and who is told of it from now on. */
  readonly found: () => FoundSoFar | undefined
  readonly follow: (told: (found: FoundSoFar) => void) => void
  /** Shows the command's one run on copies from now on, where it is that; the same each time. */
  readonly show: () => RunOnCopies | undefined
  /** What is shown of it; undefined: nothing yet. */
  readonly shown: () => RunOnCopies | undefined
}

/** How a rehearsal stands, and what it saw, once it ran. */
export interface FoundSoFar {
  readonly rehearsal: RequestRehearsal
  readonly seen: SeenInRehearsal | undefined
}

/** Whether the policy of effects asks, and so may answer by them. */
const isOfPolicy = ({ approvalPolicy }: TurnContext, { stop }: Question): boolean =>
  approvalPolicy === 'effects' && stop.boundary === 'approval-policy'

/** Looks at what is asked, and has its rehearsal ready to begin; `over` ends that. */
export async function openRequest(
  asked: Asked,
  over: AbortSignal,
  turn: TurnContext,
  parts: ActionParts,
): Promise<Opened> {
  const { call, stage, requested, question } = asked
  const { command, cwd, justification } = call
  const stop = withChanged(question.stop, question.since ?? noChanges)
  const subject = {
    ...{ ...requested, command, cwd, justification, evidence: stop.evidence },
    // The model that is asked is told whole paths, as in everything else that it reads.
    failure: stage === 'retry' ? stopInWords(stop, undefined) : undefined,
  }
  // Rules that cannot be read make a host look new, which is the careful side.
  const held = await parts.grants.readable()
  const hosts = held.flatMap((each) =>
    each.grants.flatMap((grant) => (grant.kind === 'host' ? [grant.host] : [])),
  )
  const open = await parts.assessments.open(subject, turn, hosts)
  const isRehearsed =
    requested.kind === 'command' &&
    stage !== 'network' &&
    (asked.applied !== undefined || asked.desk !== undefined)
  let last: FoundSoFar | undefined
  let told: ((found: FoundSoFar) => void) | undefined
  let shown: RunOnCopies | undefined
  const alone = new AbortController()
  const isRun = isOfPolicy(turn, question) && asked.timeoutMs !== undefined
  const rehearsing = isRehearsed
    ? parts.rehearsals?.open({
        ...{ command, cwd, evidence: stop.evidence, turn, signal: over, checked: open.checked },
        ...(isRun && {
          asRun: {
            timeoutMs: asked.timeoutMs,
            onOutput: (stream: 'stdout' | 'stderr', text: string) => shown?.onOutput(stream, text),
            stop: alone.signal,
          },
        }),
        onUpdate: (rehearsal, seen) => {
          last = { rehearsal, seen }
          told?.(last)
        },
      })
    : undefined
  return {
    ...{ subject, open, rehearsing },
    found: () => last,
    follow: (listener) => (told = listener),
    show: () => {
      if (!isRun || shown) return shown
      shown = asked.onCopies?.()
      shown?.signal.addEventListener('abort', () => alone.abort(), { once: true })
      return shown
    },
    shown: () => shown,
  }
}

/**
 * Whether effect rules are asked about it: a command of the session's own, as the agent wrote it, whose rehearsal is contained. What a person has just denied
 * it is no rule's to give.
 */
export function isForRulesNow(
  { applied, desk, edited, managed, ofPerson, question, requested }: Asked,
  { rehearsing }: Opened,
): boolean {
  const { state, ...atFirst } = rehearsing?.atFirst ?? { state: 'found' }
  if (
    requested.kind !== 'command' ||
    !applied ||
    desk ||
    edited ||
    managed !== undefined ||
    ofPerson ||
    state === 'found'
  )
    return false
  // Nothing by itself begins what a rehearsal would not contain.
  if ('because' in atFirst && atFirst.because === 'not-contained') return false
  return !question.stop.evidence.some(({ kind, operation }) => kind === 'network' && operation === 'denied')
}

/** What the effect rules say of it; they are asked about commands of the session's own alone, as the agent wrote them. */
export async function ofRules(
  asked: Asked,
  opened: Opened,
  turn: TurnContext,
  parts: ActionParts,
): Promise<RuledBy> {
  const { call, stage, question } = asked
  const { effectRules, rehearsals } = parts
  const { rehearsing, open } = opened
  if (!effectRules || !rehearsals || !rehearsing || !isForRulesNow(asked, opened)) return { kind: 'asks' }
  const { command, cwd } = call
  const over = new AbortController()
  const release = rehearsing.hold()
  const signal = AbortSignal.any([turn.signal, over.signal, ...(asked.signal ? [asked.signal] : [])])
  const rehearse: AskedOfRules['rehearse'] = (hosts) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve(undefined)
      signal.addEventListener('abort', () => resolve(undefined), { once: true })
      const ended = (of: WaitingRehearsal, { rehearsal, seen }: FoundSoFar): void => {
        if (rehearsal.state === 'found') resolve({ found: rehearsal.found, seen, take: () => of.takeAny() })
      }
      if (hosts.length === 0) {
        opened.follow((found) => ended(rehearsing, found))
        opened.show()
        if (rehearsing.atFirst.state === 'running') rehearsing.begin()
        else rehearsing.ask()
        return
      }
      const again = rehearsals.open({
        ...{ command, cwd, evidence: question.stop.evidence, turn, signal, checked: open.checked, hosts },
        onUpdate: (rehearsal, seen) => {
          if (again) ended(again, { rehearsal, seen })
        },
      })
      if (!again || stage === 'network') resolve(undefined)
      else if (again.atFirst.state === 'running') again.begin()
      else again.ask()
    })
  try {
    const level = open.checked.floor.level ?? 'not-assessed'
    const byPolicy = isOfPolicy(turn, question)
      ? {
          kept: async (paths: readonly string[]) => ((await turn.kept) ? turn.keptAt?.(paths) : undefined),
          writable: turn.sandboxPolicy.mode !== 'read-only',
          temporary: temporaryFolders(
            turn.sandboxPolicy,
            parts.workspace.environment(turn.sandboxPolicy, true)['TMPDIR'],
          ),
        }
      : undefined
    return await askRules({ command, level, rehearse, byPolicy }, turn, effectRules)
  } finally {
    opened.shown()?.end()
    release()
    over.abort()
  }
}
