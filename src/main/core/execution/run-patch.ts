import type { CommandOutcome, CommandOutput } from '@shared/domain/command-outcome'
import { emptyOutput } from '@shared/domain/command-outcome'
import type { Evidence } from '@shared/domain/evidence'
import { FaultError } from '@shared/domain/fault'
import type { FileChanges } from '@shared/domain/file-change'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import { judgeResult } from '../commands/judge-result'
import type { Permit } from '../policy/permit'
import type { RunSpec } from '../ports/sandbox'
import type { StagedPatch, PatchStep } from '../ports/patch-files'
import { keepForUndo } from './keep-for-undo'
import { patchSteps } from '../patch/patch-steps'
import type { PlannedFile } from '../patch/planned-file'
import { resolvePath } from '../patch/resolve-path'
import { foldersOf, toldIn } from './told-in'

/** Far more than any patch within the limits needs; only a file system that hangs comes near it. */
const timeoutMs = 120_000

/** A verified patch, ready to be applied. `writable` is where sandboxed commands may write. */
export interface ReadyPatch {
  readonly callId: string
  readonly files: readonly PlannedFile[]
  readonly changes: FileChanges
  readonly writable: readonly string[]
}

/** What the model and the person read of a patch that was applied: added, modified, deleted, as the patch named them. */
export function summaryOf(files: readonly PlannedFile[]): string {
  const lines = (['A', 'M', 'D'] as const).flatMap((verb) =>
    files.filter((file) => file.verb === verb).map((file) => `${verb} ${file.shown}\n`),
  )
  return `Success. Updated the following files:\n${lines.join('')}`
}

/** The kernel names the applier's temporary files; a person is told the file that they stand for. */
function nameTargets(evidence: readonly Evidence[], id: string, steps: readonly PatchStep[]): Evidence[] {
  const named = evidence.map((each) => {
    const [before, rest = ''] = each.target.split(`.countersign-${id}-`)
    const step = before === each.target ? undefined : steps[Number.parseInt(rest, 10)]
    return step ? { ...each, target: resolvePath(step.folder, `./${step.name}`) } : each
  })
  return [...new Map(named.map((each) => [`${each.operation ?? ''} ${each.target}`, each])).values()]
}

const printed = (text: string): CommandOutput => ({ ...emptyOutput, stdout: text, aggregated: text })

async function carryOut(staged: StagedPatch, spec: Omit<RunSpec, 'command'>, parts: CommandParts) {
  const runner = spec.permit.confinement === 'sandbox' ? parts.sandbox : parts.unconfined
  // Once begun it is finished or taken back: an interrupted turn must not leave half a patch.
  const uninterrupted = new AbortController().signal
  const run = (command: readonly string[]) => runner.run({ ...spec, command }, uninterrupted, () => undefined)
  const result = await run(staged.command)
  if (result.kind !== 'timed-out') return result
  const undone = await run(staged.undo)
  return undone.kind === 'exited' ? { ...result, output: undone.output } : result
}

async function attempt(
  patch: ReadyPatch,
  permit: Permit,
  turn: TurnContext,
  parts: CommandParts,
): Promise<CommandOutcome> {
  if (turn.signal.aborted) return { kind: 'cancelled', durationMs: 0, output: emptyOutput }
  const id = parts.ids.next()
  const steps = patchSteps(patch.files, permit.grants)
  let staged: StagedPatch
  try {
    staged = await parts.patches.stage(id, steps, patch.writable)
  } catch (error) {
    if (error instanceof FaultError) return { kind: 'failed', reason: error.message }
    throw error
  }
  const { TMPDIR } = parts.workspace.environment(turn.sandboxPolicy, permit.confinement === 'sandbox')
  const spec = {
    permit,
    cwd: '/',
    workspace: turn.cwd,
    // TMPDIR only because the sandbox takes it for a writable root.
    env: TMPDIR === undefined ? staged.env : { ...staged.env, TMPDIR },
    policy: turn.sandboxPolicy,
    timeoutMs,
    staging: staged.folder,
  }
  const result = await carryOut(staged, spec, parts)
  await staged.settle(result.kind === 'exited' && result.exitCode === 0)
  const outcome = judgeResult(result, timeoutMs)
  if (outcome.kind === 'denied') return { ...outcome, evidence: nameTargets(outcome.evidence, id, steps) }
  return outcome.kind === 'exited' && outcome.exitCode === 0
    ? { ...outcome, output: printed(summaryOf(patch.files)) }
    : outcome
}

/**
 * Applies a verified patch once under its permit, with its events: all of it or nothing. The permit decides between
 * sandbox and none. The turn's abort is heeded before it begins, not after. Never throws for what the file system does.
 */
export async function runPatch(
  patch: ReadyPatch,
  permit: Permit,
  turn: TurnContext & { readonly attempt: number },
  parts: CommandParts,
): Promise<CommandOutcome> {
  const { callId, changes, files } = patch
  turn.emit({
    type: 'patch.started',
    callId,
    attempt: turn.attempt,
    changes,
    autoApproved: permit.because.startsWith('policy-'),
    confinement: permit.confinement === 'sandbox' ? parts.sandbox.confinement : 'none',
    grants: [...permit.grants],
  })
  const { cwd } = turn
  const writes = files.flatMap(({ before, move }) => [before.place, ...(move ? [move.target.place] : [])])
  const call = { callId, command: ['apply_patch'], cwd }
  const targets = files.map(({ before, move }) => move?.target ?? before)
  // Looked at before it is done.
  const over =
    (await parts.effectRules?.gone.untouched(
      targets.map(({ place }) => place),
      turn.keptSince,
    )) ?? []
  const made = targets.flatMap(({ kind, place }) => (kind === 'missing' ? [place] : []))
  const outcome = await keepForUndo({ call, permit, writes }, turn, parts, () =>
    attempt(patch, permit, turn, parts),
  )
  if (outcome.kind === 'exited' && outcome.exitCode === 0) {
    await parts.effectRules?.gone.made(turn.sessionId, over, 'over')
    await parts.effectRules?.gone.made(turn.sessionId, made, 'added')
  }
  turn.emit({ type: 'patch.finished', callId, outcome })
  if (outcome.kind === 'exited' && outcome.exitCode === 0 && turn.touched) {
    turn.touched.record(files, toldIn(foldersOf(turn), parts.workspace.home()))
    turn.emit({
      type: 'turn.diff',
      turnId: turn.turnId,
      unifiedDiff: turn.touched.diff(turn.cwd, parts.textDiff),
    })
  }
  return outcome
}
