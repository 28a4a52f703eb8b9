import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { SandboxStatus } from '@shared/domain/doctor'
import { approvalPolicyName } from '@shared/domain/approval-policy'
import type { FileChanges } from '@shared/domain/file-change'
import { choosableOfPatch } from '@shared/domain/choosable-hunks'
import { type LeftOut, type OnlyHunks } from '@shared/domain/only-hunks'
import { perform } from './perform'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { Action, CommandReply, FirstDecision } from './action'
import { underManaged } from './managed-action'
import type { ManagedWord } from '../policy/managed-rules'
import { keyedGrants } from './keyed-grants'
import { namingOf } from './ask'
import { askedStop } from '../commands/edited-command'
import { outcomeText } from '../commands/result-text'
import { mayEscalate, switchedOff } from '../policy/granular'
import { whyStopped } from '../commands/why-stopped'
import { allow } from '../policy/permit'
import { decidePatch, pathsBeyond, type PatchQuestion } from '../patch/decide-patch'
import { effectOfPatch } from './effect-of-patch'
import { fileChanges, type IsTold } from '../patch/file-changes'
import { parsePatch } from '../patch/parse-patch'
import { planPatch } from '../patch/plan-patch'
import type { PlannedFile } from '../patch/planned-file'
import { takeHunks } from '../text/take-hunks'
import { runPatch, type ReadyPatch } from './run-patch'
import { foldersOf, toldIn } from './told-in'
import type { TextDiff } from '../ports/patch-files'
import { stillNeeded, patchGrants, touchedPaths, type TouchedPath } from '../patch/patch-grants'
import { leftOutText } from '@shared/messages/refusal-text'
import type { Offer } from '@shared/domain/approval'
import { opensFiles, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import { forOnce, offerOutside } from '../commands/offers'

/** A person can be asked this often about one patch before it simply stays stopped. */
const maxRetries = 3

/** One patch as a tool asks for it. `cwd` is absolute and real, and is where the patch's paths start. */
interface PatchCall {
  readonly callId: string
  readonly body: string
  readonly cwd: string
  readonly escalated: boolean
  readonly justification: string | undefined
  /** A person has it applied again after it was stopped: it is asked about, whatever the policy. */
  readonly again?: true
}

interface Verified extends ReadyPatch {
  readonly call: PatchCall
  readonly touched: readonly TouchedPath[]
  readonly beyond: readonly TouchedPath[]
  readonly sandbox: SandboxStatus
  /** What the person left out of it, as the patch names them. */
  readonly leftOut: readonly string[]
  /** Of which files only these hunks were taken, as the patch names them. */
  readonly partly: readonly OnlyHunks[]
  /** Whether a yes to it is for once alone. */
  readonly once: boolean
}

/** What the run of a patch came to, and what of it was not to be applied. */
interface PatchRan {
  readonly outcome: CommandOutcome
  readonly leftOut: readonly string[]
  readonly partly: readonly OnlyHunks[]
}

/** What stands for a patch where a command would stand (the reference's wire says the same). */
const command = ['apply_patch']

/** The change map as one text for a model. */
export const diffOf = (changes: FileChanges): string =>
  Object.entries(changes)
    .map(
      ([path, change]) =>
        `${change.type} ${path}\n${change.type === 'update' ? change.unified_diff : change.content}`,
    )
    .join('\n')

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

/** A verified patch as an action: what the policies say of it, its keys, how it is applied and what a denial asks. */
function patchAction(
  patch: Verified,
  decision: FirstDecision,
  turn: TurnContext,
  parts: CommandParts,
): Action<PatchRan> {
  const { call, changes, touched, beyond, sandbox } = patch
  const { sandboxPolicy } = turn
  const home = parts.workspace.home()
  const offers = patchOffers({ beyond, sandboxPolicy, sandbox, home })
  const asked = {
    effect: effectOfPatch(touched, beyond, namingOf(turn, parts)),
    offers: patch.once ? forOnce(offers) : offers,
  }
  // What an answer leaves out is asked for twice: what the rest needs, and the rest.
  let last: { readonly left: LeftOut; readonly rest: Verified | undefined } | undefined
  const takenOf = (left: LeftOut): Verified | undefined => {
    if (last?.left !== left)
      last = { left, rest: without(patch, left, toldIn(foldersOf(turn), home), parts.textDiff) }
    return last.rest
  }
  return {
    call: { ...call, command },
    stage: 'first',
    requested: {
      kind: 'patch',
      writes: touched.filter((each) => each.effect === 'write').map((each) => each.place),
      removes: touched.filter((each) => each.effect === 'remove').map((each) => each.place),
      diff: diffOf(changes),
    },
    changes,
    first: decision.kind === 'ask' ? { ...decision, ...asked } : decision,
    grants: keyedGrants({ keys: patchKeys(touched), command }, call.cwd, turn, parts),
    grantsBefore: ['ask'],
    inParts: {
      needed: (grants, left) => {
        const rest = takenOf(left)
        return rest && stillNeeded(grants, rest.beyond)
      },
      rest: (left) => {
        const rest = takenOf(left)
        if (!rest) throw new Error('these hunks are not those of the patch')
        return patchAction(rest, decision, turn, parts)
      },
    },
    run: async ({ permit }, attempt) => ({
      outcome: await runPatch(patch, permit, { ...turn, attempt }, parts),
      leftOut: patch.leftOut,
      partly: patch.partly,
    }),
    retry: {
      most: maxRetries,
      // A denied patch is never repeated outside unasked.
      question: ({ evidence }) =>
        Promise.resolve({
          ...asked,
          stop: {
            boundary: 'sandbox',
            why: { ...whyStopped(evidence, sandboxPolicy), patch: true },
            evidence,
          },
        }),
    },
  }
}

/**
 * The keys under which "for this session" remembers a patch: one for each file it touches, the ends of moves included,
 * sorted. A patch is covered only when every one of them is (docs/spec/approvals.md). A key holds where the file really is as
 * well as its name, so that a link which comes to lead elsewhere is another file. No files: no keys, covered by nothing.
 */
export function patchKeys(touched: readonly TouchedPath[]): readonly string[] {
  return [...new Set(touched.map(({ path, place }) => JSON.stringify(['apply_patch', path, place])))].sort()
}

/** What the offers depend on. */
interface PatchOffersQuestion {
  readonly beyond: readonly TouchedPath[]
  readonly sandboxPolicy: SandboxPolicy
  readonly sandbox: SandboxStatus
  readonly home: string
}

/**
 * The ways to say yes to a patch: inside the sandbox with exactly its missing paths, where there is a sandbox and the
 * paths are narrow enough, and always the separate one outside.
 */
function patchOffers({ beyond, sandboxPolicy, sandbox, home }: PatchOffersQuestion): readonly Offer[] {
  const confined = !opensFiles(sandboxPolicy) && sandbox.kind === 'available'
  const grants = confined ? patchGrants(beyond, home) : undefined
  if (!grants) return [offerOutside()]
  return [
    {
      id: 'only-this',
      kind: 'only-this',
      grants: [...grants],
      scopes: ['once', 'turn', 'session'],
      means: { kind: 'apply' },
    },
    offerOutside(),
  ]
}

/** A file with only these hunks of its change, made from the two texts that the patch was verified with. */
function inPart(file: PlannedFile, only: readonly string[], textDiff: TextDiff): PlannedFile | undefined {
  const { before, after } = file
  if (before.kind !== 'file' || after === undefined || file.move) return undefined
  const hunks = textDiff.hunks(before.text, after)
  const taken = takeHunks({ before: before.text, after, hunks }, only)
  return taken === undefined ? undefined : { ...file, after: taken }
}

/**
 * A patch without some of its files, by the keys of its changes, and with some hunks alone of others. No two changes of a patch meet, so that
 * each stands alone. Undefined where these are not its hunks.
 */
function without(
  patch: Verified,
  { leaveOut = [], onlyHunks = [] }: LeftOut,
  isTold: IsTold,
  textDiff: TextDiff,
): Verified | undefined {
  const left = new Set(leaveOut)
  const only = new Map(onlyHunks.map(({ path, hunks }) => [path, hunks]))
  const changes: [path: string, FileChanges[string]][] = []
  const files: PlannedFile[] = []
  for (const file of patch.files) {
    const change = patch.changes[file.path]
    if (left.has(file.path) || !change) continue
    const hunks = only.get(file.path)
    const taken = hunks ? inPart(file, hunks, textDiff) : file
    if (!taken || (hunks && choosableOfPatch(change).hunks.length === 0)) return undefined
    files.push(taken)
    if (hunks) changes.push(...Object.entries(fileChanges([taken], isTold, textDiff)))
    else changes.push([file.path, change])
  }
  const touched = touchedPaths(files)
  const places = new Set(touched.map(({ place }) => place))
  return {
    ...patch,
    files,
    changes: Object.fromEntries(changes),
    touched,
    beyond: patch.beyond.filter(({ place }) => places.has(place)),
    leftOut: [...patch.leftOut, ...patch.files.filter(({ path }) => left.has(path)).map(nameOf)],
    partly: [
      ...patch.partly,
      ...files.flatMap((file) => {
        const hunks = only.get(file.path)
        return hunks ? [{ path: nameOf(file), hunks: [...hunks] }] : []
      }),
    ],
  }
}

/** As the patch itself names it; of a move, where the file is. */
const nameOf = ({ shown, path, move }: PlannedFile): string => (move ? path : shown)

const because = {
  sandbox: 'policy-sandboxed',
  container: 'policy-container',
  none: 'policy-full-access',
} as const

/** The first decision on a verified patch; what it offers is added where it is asked. */
function decideFirst(
  question: Omit<PatchQuestion, 'approvalPolicy' | 'sandboxPolicy'>,
  { approvalPolicy, sandboxPolicy }: TurnContext,
): FirstDecision {
  const decision = decidePatch({ ...question, approvalPolicy, sandboxPolicy })
  const refuse = (reason: string): FirstDecision => ({
    kind: 'refuse',
    reason,
    message: `patch rejected: ${reason}`,
  })
  switch (decision.kind) {
    case 'reject':
      return refuse(decision.reason)
    case 'auto-approve': {
      return { kind: 'run', permit: allow(because[decision.confinement]) }
    }
    case 'ask': {
      const { boundary, why } = decision
      const off = switchedOff(approvalPolicy, boundary)
      if (off !== undefined) return refuse(`approval is required by policy, but ${off} is off`)
      const policy = approvalPolicyName(approvalPolicy)
      return { kind: 'ask', stop: { boundary, why, policy, evidence: [] }, offers: [] }
    }
  }
}

/** What a managed rule asks about is asked, where anybody may be. */
function underRules(
  decision: FirstDecision,
  word: ManagedWord | undefined,
  { approvalPolicy }: TurnContext,
): FirstDecision {
  if (word?.says !== 'ask' || decision.kind !== 'run') return decision
  const policy = approvalPolicyName(approvalPolicy)
  if (policy === 'never' || switchedOff(approvalPolicy, 'approval-policy') !== undefined) return decision
  return {
    kind: 'ask',
    stop: { boundary: 'approval-policy', why: word.why, policy, evidence: [] },
    offers: [],
  }
}

/** What a person has applied again is asked about where the policy would refuse it, and where it would apply it. */
function neverUnasked(
  decided: FirstDecision,
  question: Omit<PatchQuestion, 'approvalPolicy' | 'sandboxPolicy'>,
  turn: TurnContext,
): FirstDecision {
  if (decided.kind === 'ask') return decided
  if (decided.kind === 'run') return { kind: 'ask', ...askedStop('again', turn, decided.permit.confinement) }
  const asked = decideFirst(question, { ...turn, approvalPolicy: 'on-request' })
  return asked.kind === 'ask' ? asked : decided
}

/** A patch as it is before anybody is asked. `unread`: it is none, or does not fit what lies there; `refused`: none may be asked for this way. */
export type PreparedPatch =
  | { readonly kind: 'unread' | 'refused'; readonly reason: string }
  | { readonly kind: 'ready'; readonly action: Action<PatchRan> }

/** Reads and verifies a patch, and decides what the policies say of it. Changes nothing. */
export async function preparePatch(
  call: PatchCall,
  turn: TurnContext,
  parts: CommandParts,
): Promise<PreparedPatch> {
  const { callId } = call
  const { approvalPolicy, sandboxPolicy } = turn
  if (call.escalated && !mayEscalate(approvalPolicy))
    return {
      kind: 'refused',
      reason: `the approval policy is ${approvalPolicyName(approvalPolicy)}: escalated permissions cannot be requested under it. Nothing was changed. Call apply_patch without with_escalated_permissions.`,
    }
  const files = await verify(call, turn, parts)
  if ('problem' in files) return { kind: 'unread', reason: files.problem }
  const { TMPDIR } = parts.workspace.environment(sandboxPolicy, true)
  const [sandbox, places] = await Promise.all([
    parts.sandbox.status(),
    parts.patches.places(sandboxPolicy, turn.cwd, TMPDIR),
  ])
  const touched = touchedPaths(files)
  const where = { changes: touched, writableRoots: places.writable, protectedPaths: places.protected }
  const { outside, guarded } = pathsBeyond(where)
  const question = { ...where, sandbox }
  const decided = decideFirst(question, turn)
  const patch: Verified = {
    callId,
    call,
    files,
    changes: fileChanges(files, toldIn(foldersOf(turn), parts.workspace.home()), parts.textDiff),
    writable: places.writable,
    touched,
    beyond: [...guarded, ...outside],
    sandbox,
    leftOut: [],
    partly: [],
    once: call.again === true && (approvalPolicy === 'never' || decided.kind === 'refuse'),
  }
  const word = await parts.managed?.({
    command,
    folders: [turn.cwd, call.cwd],
    names: () => ({ paths: touched.flatMap(({ path, place }) => [path, place]), hosts: [] }),
  })
  const decision = underRules(call.again ? neverUnasked(decided, question, turn) : decided, word, turn)
  return { kind: 'ready', action: underManaged(patchAction(patch, decision, turn, parts), word) }
}

/**
 * The one way from a patch to changed files (docs/spec/tools.md): read, verify without side effects, decide, ask, apply in
 * the sandbox, and tell the model. Fails closed: whatever is not an explicit permit ends with nothing changed. Throws
 * only when a request cannot be put on record.
 */
export async function performPatch(
  call: PatchCall,
  turn: TurnContext,
  parts: CommandParts,
): Promise<CommandReply> {
  const { callId } = call
  const refuse = (reason: string, text: string, ends = false): CommandReply => {
    turn.emit({ type: 'patch.finished', callId, outcome: { kind: 'refused', reason } })
    return { text, ends }
  }
  const prepared = await preparePatch(call, turn, parts)
  switch (prepared.kind) {
    case 'refused':
      return refuse(prepared.reason, prepared.reason)
    case 'unread':
      turn.emit({ type: 'tool.rejected', callId, name: 'apply_patch', reason: prepared.reason })
      return { text: unreadText(prepared.reason), ends: false }
    case 'ready':
  }
  const done = await perform(prepared.action, turn, parts)
  if (done.kind === 'ran') {
    const { outcome, leftOut, partly } = done.run
    const text = `${outcomeText(outcome)}${leftOutText(leftOut, partly)}`
    return { text, ends: outcome.kind === 'cancelled' }
  }
  const { before, how, text, ends } = done
  if (before === 'next-run' && done.reason === undefined) return { text, ends }
  const denied =
    how === 'withdrawn' ? 'The turn was stopped before this was answered.' : 'Denied. Nothing was changed.'
  return refuse(done.reason ?? denied, text, ends)
}

/** What the model is told of a patch that is none, or does not fit. */
export const unreadText = (problem: string): string =>
  `apply_patch verification failed: ${problem}. Nothing was changed.`
