import type { Offer, StopReason } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { SandboxStatus } from '@shared/domain/doctor'
import { approvalPolicyName } from '@shared/domain/approval-policy'
import type { FileChanges } from '@shared/domain/file-change'
import { describeSandboxPolicy } from '@shared/domain/sandbox-policy'
import { askPerson, type Question } from '../asking/ask-person'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { CommandReply } from '../commands/orchestrate'
import { withChanges } from '../asking/changes-since'
import { permitByGrant } from '../asking/permit-by-grant'
import { outcomeText } from '../asking/result-text'
import { asksAfterDenial, mayEscalate, switchedOff } from '../policy/granular'
import { stopText } from '../asking/stop-text'
import { allow, type Permit } from '../policy/permit'
import { decidePatch, pathsBeyond } from '../patch/decide-patch'
import { effectOfPatch } from './effect-of-patch'
import { fileChanges } from '../patch/file-changes'
import { parsePatch } from '../patch/parse-patch'
import type { PatchCall } from '../patch/patch-call'
import { patchKeys } from '../patch/patch-keys'
import { patchOffers } from './patch-offers'
import { planPatch } from '../patch/plan-patch'
import type { PlannedFile } from '../patch/planned-file'
import { runPatch, type ReadyPatch } from './run-patch'
import { touchedPaths, type TouchedPath } from '../patch/touched-paths'

/** A person can be asked this often about one patch before it simply stays stopped. */
const maxRetries = 3

interface Verified extends ReadyPatch {
  readonly call: PatchCall
  readonly touched: readonly TouchedPath[]
  readonly beyond: readonly TouchedPath[]
  readonly sandbox: SandboxStatus
}

/** What stands for a patch where a command would stand (the reference's wire says the same). */
const command = ['apply_patch']

/** The change map as one text for a model. */
const diffOf = (changes: FileChanges): string =>
  Object.entries(changes)
    .map(
      ([path, change]) =>
        `${change.type} ${path}\n${change.type === 'update' ? change.unified_diff : change.content}`,
    )
    .join('\n')

/** The session's own folders, whose files may be shown. */
const foldersOf = ({ cwd, sandboxPolicy: policy }: TurnContext): readonly string[] =>
  policy.mode === 'workspace-write' ? [cwd, ...policy.writable_roots] : [cwd]

const wholly = (line: number): string => (line === 0 ? '' : `line ${line}: `)

async function verify(
  call: PatchCall,
  turn: TurnContext,
  parts: CommandParts,
): Promise<readonly PlannedFile[] | { problem: string }> {
  const parsed = parsePatch(call.body)
  if (parsed.kind === 'malformed') return { problem: `${wholly(parsed.line)}${parsed.problem}` }
  const plan = await planPatch(parsed.hunks, {
    cwd: call.cwd,
    look: (path, end) => parts.patches.look(path, end, foldersOf(turn)),
  })
  return plan.kind === 'planned' ? plan.files : { problem: plan.problem }
}

function ask(
  patch: Verified,
  turn: TurnContext,
  parts: CommandParts,
  why: { stage: 'first' | 'retry'; stop: StopReason },
) {
  const { call, changes, touched, beyond, sandbox } = patch
  const home = parts.workspace.home()
  const offers: Offer[] = [...patchOffers({ beyond, sandboxPolicy: turn.sandboxPolicy, sandbox, home })]
  const subject = { keys: patchKeys(touched), command }
  const question: Question = {
    ...why,
    effect: effectOfPatch(touched, beyond, home),
    offers,
    subject,
    changes,
    about: {
      kind: 'patch',
      writes: touched.filter((each) => each.effect === 'write').map((each) => each.place),
      removes: touched.filter((each) => each.effect === 'remove').map((each) => each.place),
      diff: diffOf(changes),
    },
  }
  return askPerson({ ...call, command }, question, turn, parts)
}

/** Runs, and after a denial asks where the policy lets it. A denied patch is never repeated outside unasked. */
async function runAndRetry(
  patch: Verified,
  first: Permit,
  turn: TurnContext,
  parts: CommandParts,
): Promise<CommandReply> {
  let permit = first
  for (let attempt = 1; ; attempt++) {
    const outcome = await runPatch(patch, permit, { ...turn, attempt }, parts)
    if (outcome.kind === 'cancelled') return { text: outcomeText(outcome), ends: true }
    const mayAsk = asksAfterDenial(turn.approvalPolicy, permit.because)
    if (outcome.kind !== 'denied' || !mayAsk || attempt > maxRetries)
      return { text: outcomeText(outcome), ends: false }
    const stop: StopReason = {
      boundary: 'sandbox',
      text: `${stopText(outcome.evidence, turn.sandboxPolicy)} Nothing was changed.`,
      policyLine: describeSandboxPolicy(turn.sandboxPolicy),
      evidence: outcome.evidence,
    }
    const answer = await ask(patch, turn, parts, { stage: 'retry', stop })
    if (answer.kind === 'refused') return { text: answer.text, ends: answer.ends }
    permit = answer.permit
  }
}

/**
 * The one way from a patch to changed files (docs/spec/tools.md): read, verify without side effects, decide, ask, apply in
 * the sandbox, and tell the model. Fails closed: whatever is not an explicit permit ends with nothing changed. Throws
 * only when a request cannot be put on record.
 */
export async function applyPatchCall(
  call: PatchCall,
  turn: TurnContext,
  parts: CommandParts,
): Promise<CommandReply> {
  const { callId } = call
  const { approvalPolicy, sandboxPolicy } = turn
  const refuse = (reason: string, text: string, ends = false): CommandReply => {
    const outcome: CommandOutcome = { kind: 'refused', reason }
    turn.emit({ type: 'patch.finished', callId, outcome })
    return { text, ends }
  }
  const policyName = approvalPolicyName(approvalPolicy)
  if (call.escalated && !mayEscalate(approvalPolicy)) {
    const reason = `the approval policy is ${policyName}: escalated permissions cannot be requested under it. Nothing was changed. Call apply_patch without with_escalated_permissions.`
    return refuse(reason, reason)
  }
  const files = await verify(call, turn, parts)
  if ('problem' in files) {
    turn.emit({ type: 'tool.rejected', callId, name: 'apply_patch', reason: files.problem })
    return { text: `apply_patch verification failed: ${files.problem}. Nothing was changed.`, ends: false }
  }
  const { TMPDIR } = parts.workspace.environment(sandboxPolicy, true)
  const [sandbox, places] = await Promise.all([
    parts.sandbox.status(),
    parts.patches.places(sandboxPolicy, turn.cwd, TMPDIR),
  ])
  const touched = touchedPaths(files)
  const where = { changes: touched, writableRoots: places.writable, protectedPaths: places.protected }
  const { outside, guarded } = pathsBeyond(where)
  const patch: Verified = {
    callId,
    call,
    files,
    changes: fileChanges(files, foldersOf(turn), parts.textDiff),
    writable: places.writable,
    touched,
    beyond: [...guarded, ...outside],
    sandbox,
  }
  const decision = decidePatch({ ...where, approvalPolicy, sandboxPolicy, sandbox })
  switch (decision.kind) {
    case 'reject':
      return refuse(decision.reason, `patch rejected: ${decision.reason}`)
    case 'auto-approve': {
      const unconfined = decision.confinement === 'none'
      return runAndRetry(patch, allow(unconfined ? 'policy-full-access' : 'policy-sandboxed'), turn, parts)
    }
    case 'ask': {
      const policyLine = `approval_policy = ${policyName}; ${describeSandboxPolicy(sandboxPolicy)}`
      const { boundary, text } = decision
      const off = switchedOff(approvalPolicy, boundary)
      if (off !== undefined) {
        const reason = `approval is required by policy, but ${off} is off`
        return refuse(reason, `patch rejected: ${reason}`)
      }
      const held = await permitByGrant(callId, { keys: patchKeys(touched), command }, turn, parts)
      if (held.kind === 'permit') return runAndRetry(patch, held.permit, turn, parts)
      const answer = await ask(patch, turn, parts, {
        stage: 'first',
        stop: { boundary, text: withChanges(text, held.changed), policyLine, evidence: [] },
      })
      if (answer.kind === 'allowed') return runAndRetry(patch, answer.permit, turn, parts)
      const reason =
        answer.text === 'aborted'
          ? 'The turn was stopped before this was answered.'
          : 'Denied. Nothing was changed.'
      return refuse(reason, answer.text, answer.ends)
    }
  }
}
