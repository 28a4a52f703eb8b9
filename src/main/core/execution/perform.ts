import type { RunPromise } from '@shared/domain/run-promise'
import { noChanges, type Changes } from './changes-since'
import { shownForGrants } from '../commands/shown-run'
import { asksAfterDenial } from '../policy/granular'
import { allow } from '../policy/permit'
import type { TurnContext } from '../turn/turn-context'
import type { Action, ActionParts, Applied, Given, Held, Question, Ran, Refusal } from './action'
import { ask, namingOf } from './ask'
import { changesInWords } from '@shared/messages/stop'
import type { Evidence } from '@shared/domain/evidence'

/** What became of an action. `refused`: it did not run, or not again; `before` says whether nothing of it ran at all. */
export type Performed<Run> =
  | { readonly kind: 'ran'; readonly run: Run }
  | ({ readonly kind: 'refused'; readonly before: 'any-run' | 'next-run' } & Refusal)

const saying = (question: Question, since: Changes, exceeded: RunPromise | undefined): Question => ({
  ...question,
  since,
  ...(exceeded && { stop: { ...question.stop, exceeded } }),
})

/** What was put in place counts as the run. Nobody is asked to for an action that has no such thing. */
function ranAs<Run extends Ran>(action: Action<Run>, applied: Applied, attempt: number): Performed<Run> {
  if (!action.applied) throw new Error('nothing can be put in place of this')
  return { kind: 'ran', run: action.applied(applied, attempt) }
}

/** What is said before anybody is asked, besides the first decision: the grants that go before it. */
export async function firstWord<Run extends Ran>({
  first,
  grants,
  grantsBefore,
}: Action<Run>): Promise<{ readonly held: Held | undefined }> {
  return { held: grantsBefore.includes(first.kind) ? await grants.held() : undefined }
}

/**
 * The one way from what an agent wants to what is done (docs/spec/approvals.md): first decision, grants given earlier, a
 * person, a run under the permit, and after each denial a person again with what the kernel newly reported; never silently.
 * Fails closed: whatever is not an explicit permit ends without a run, and so does a yes to what has changed since. Throws
 * only when a request cannot be put on record, and what `run` throws.
 */
export async function perform<Run extends Ran>(
  wanted: Action<Run>,
  turn: TurnContext,
  parts: ActionParts,
): Promise<Performed<Run>> {
  let action = wanted
  const { first, grants } = action
  const no = (before: 'any-run' | 'next-run', refusal: Refusal) =>
    ({ ...refusal, kind: 'refused', before }) as const
  const found = (await firstWord(action)).held
  const held = found?.kind === 'held' && !(await grants.use(found.records)) ? undefined : found
  let changes = held?.kind === 'changed' ? held.changes : noChanges
  let exceeded = held?.kind === 'suspended' ? held.by : undefined
  let given: Given
  let shown = 0
  if (held?.kind === 'held') {
    const { yes, records } = held
    for (const grant of records) turn.emit({ type: 'grant.applied', callId: action.call.callId, grant })
    const permit = allow(yes.kind === 'outside' ? 'grant-unsandboxed' : 'grant-sandboxed', yes.grants)
    given = { permit, yes, shown: shownForGrants(records) }
  } else if (first.kind === 'refuse') {
    return no('any-run', {
      how: 'policy',
      reason: first.reason,
      text: first.message ?? first.reason,
      ends: false,
    })
  } else if (first.kind === 'run') {
    given = { permit: first.permit }
  } else {
    const answer = await ask({ ...action, question: saying(first, changes, exceeded) }, turn, parts)
    if (answer.kind === 'refused') return no('any-run', answer)
    shown = answer.attempts ?? 0
    if (answer.kind === 'applied') return ranAs(action, answer, shown + 1)
    given = answer
    if (answer.left) action = action.inParts?.rest(answer.left) ?? action
    changes = noChanges
    exceeded = undefined
  }
  for (let attempt = shown + 1; ; attempt++) {
    await turn.kept
    const late = given.yes ? await grants.changed(given.yes) : []
    if (late.length > 0) {
      const reason = `Nothing ran. ${changesInWords(late, namingOf(turn, parts))}`
      const refusal = { how: 'changed', reason, text: `${reason} Ask again.`, ends: false } as const
      return no(attempt === shown + 1 ? 'any-run' : 'next-run', refusal)
    }
    const run = await action.run(given, attempt)
    const { outcome } = run
    const { retry } = action
    const mayAsk =
      retry !== undefined &&
      attempt - shown <= retry.most &&
      asksAfterDenial(turn.approvalPolicy, given.permit.because)
    if (outcome?.kind !== 'denied' || !mayAsk || alreadyAnswered(outcome.evidence))
      return { kind: 'ran', run }
    const asked = await retry.question(outcome, given.permit)
    if (asked === undefined) return { kind: 'ran', run }
    const question = saying(asked, changes, exceeded)
    const answer = await ask({ ...action, stage: 'retry', question }, turn, parts)
    if (answer.kind === 'refused') return no('next-run', answer)
    if (answer.kind === 'applied') return ranAs(action, answer, attempt + 1)
    given = answer
    if (answer.left) action = action.inParts?.rest(answer.left) ?? action
    changes = noChanges
    exceeded = undefined
  }
}

/**
 * Whether a denied run was stopped by nothing but answers that a person gave while it ran. Asking once more would be
 * nagging; the model is told instead. False for an empty list.
 */
export function alreadyAnswered(evidence: readonly Evidence[]): boolean {
  return (
    evidence.length > 0 && evidence.every((each) => each.kind === 'network' && each.operation === 'denied')
  )
}
