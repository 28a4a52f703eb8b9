import type { Grant } from '@shared/domain/grant'
import type { NotOnCopies } from '@shared/domain/agent-event'
import type { Permit } from '../policy/permit'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import { changesInWords, managedInWords } from '@shared/messages/stop'
import type { Offer } from '@shared/domain/approval'
import { FaultError } from '@shared/domain/fault'
import { opensNetwork } from '@shared/domain/sandbox-policy'
import { grantKey, type GrantKeys } from '../approvals/grant-key'
import { starCovers } from '../approvals/star-covers'
import { incidentalTo } from '../commands/incidental-to-command'
import { guardGit } from '../commands/guarded-git'
import { judgeApplied, judgeResult } from '../commands/judge-result'
import { forOnce, staysAsSaid } from '../commands/offers'
import { namedBy } from '../commands/removed-trees'
import { checkEdit, editedCall, askedStop, withEditNote, type EditableCall } from '../commands/edited-command'
import { decideFirst, type FirstDecision as ByPolicy, type FirstQuestion } from '../commands/first-decision'
import { judgeCommand } from '../commands/judge-command'
import { outcomeText } from '../commands/result-text'
import type { OutputListener, RunResult, OpenPort } from '../ports/sandbox'
import { predictedReads } from '../run/predicted-reads'
import type { ProcessInput } from '../run/process-input'
import type { ManagedWord } from '../policy/managed-rules'
import { lookUpPrograms } from '../policy/program-lookup'
import type { CommandCall, CommandParts, TurnContext } from '../turn/turn-context'
import type {
  Action,
  Applied,
  CommandReply,
  FirstDecision,
  Question,
  Ran,
  Refusal,
  RunOnCopies,
} from './action'
import { withForesight } from './predicted-offers'
import { createHostAsker } from './host-action'
import { managedRefusal, namedByFacts } from './managed-action'
import { keepForUndo } from './keep-for-undo'
import { keyedGrants } from './keyed-grants'
import { promiseOf, type BeginWatch } from './kept-promise'
import { summariseCommand } from '../shell/summarise-command'
import { recognisePatch } from '../patch/recognise-patch'
import { namingOf } from './ask'
import { perform } from './perform'
import { retryQuestion } from './retry-question'
import { watchTexts } from './watched-texts'
import { asIfOpen, holdsInContainer, unheldInContainer } from './in-container'
import { performPatch, preparePatch, unreadText, type PreparedPatch } from './patch-action'

/** What an attempt came to, and the text for the model. No outcome: it still runs, and may end at any later time. */
export interface AttemptReply extends Ran {
  readonly text: string
}

/**
 * The turn of one attempt, which counts from 1. With `input` the run can be written to; `onOutput` gets its output
 * instead of the transcript.
 */
export interface AttemptTurn extends TurnContext {
  readonly attempt: number
  readonly input?: ProcessInput
  readonly onOutput?: OutputListener
  /** Compares it with what was shown; absent: nothing was. */
  readonly promise?: BeginWatch
  /** Whether a person stopped this run and not its turn. */
  readonly stoppedAlone?: () => boolean
}

/** One way of running a permitted command. It neither asks nor widens anything. */
export type Attempting = (
  call: CommandCall,
  permit: Permit,
  turn: AttemptTurn,
  parts: CommandParts,
) => Promise<AttemptReply>

/** Runs a command to its end. */
const runToEnd: Attempting = async (call, permit, turn, parts) => {
  const outcome = await runAttempt(call, permit, turn, parts)
  return { outcome, text: outcomeText(outcome, parts.outputLimit?.()) }
}

/** A person can be asked this often about one call before it simply stays stopped. */
const maxRetries = 8

/**
 * Runs a command as it was asked for, unless it is a patch, which is then applied: policy, grant or first approval,
 * sandboxed attempt, evidence, approval, retry. A command that the person put in its place goes the same way, but never
 * unasked (decision 032). `attempting` says how a permitted command is run: by default to its end.
 */
export async function performCommand(
  asked: EditableCall,
  turn: TurnContext,
  parts: CommandParts,
  attempting: Attempting = runToEnd,
): Promise<CommandReply> {
  const patched = await runAsPatch(asked, turn, parts)
  if (patched) return patched
  let call = asked
  for (;;) {
    const done = await perform(await commandAction(call, turn, parts, attempting), turn, parts)
    if (done.kind === 'ran') {
      const { outcome, text } = done.run
      return {
        text: withEditNote({ text, ran: true }, call),
        ends: outcome?.kind === 'cancelled' && outcome.by === undefined,
      }
    }
    if (done.before === 'any-run' || done.reason !== undefined) {
      const { command, cwd } = call
      const unasked = done.how === 'policy' && { unasked: { command: [...command], cwd } }
      if (unasked) parts.refused?.note(turn.sessionId, call.callId, call)
      const how = { ...unasked, ...(done.stopped && { stopped: done.stopped }) }
      const outcome: CommandOutcome = { kind: 'refused', reason: notRunText(done), ...how }
      turn.emit({ type: 'command.finished', callId: call.callId, outcome })
    }
    if (done.edit === undefined)
      return { text: withEditNote({ text: done.text, ran: false }, call), ends: done.ends }
    call = editedCall(call, done.edit)
  }
}

/** A command that is a patch in one of the shell forms of docs/spec/tools.md, before anybody is asked; undefined: it is an ordinary one. */
type ShellPatch =
  | { readonly kind: 'rejected'; readonly reason: string; readonly text: string }
  | { readonly kind: 'patch'; readonly patch: Parameters<typeof performPatch>[0] }

/** A `cd` that leads nowhere stops the patch, as the shell's `&&` would. Changes nothing. */
async function asPatch(
  call: EditableCall,
  { parser, workspace }: Pick<CommandParts, 'parser' | 'workspace'>,
): Promise<ShellPatch | undefined> {
  const found = await recognisePatch(call.command, parser)
  switch (found.kind) {
    case 'command':
      return undefined
    case 'bare-body': {
      const reason = 'a patch was passed without a command; call apply_patch with it'
      return {
        ...{ kind: 'rejected', reason },
        text: unreadText(reason),
      }
    }
    case 'patch': {
      const { callId, escalated, justification } = call
      let { cwd } = call
      try {
        if (found.folder !== undefined) cwd = await workspace.resolveFolder(found.folder, cwd)
      } catch (error) {
        if (!(error instanceof FaultError)) throw error
        const reason = error.message
        const text = `apply_patch verification failed: cd: ${reason} Nothing was changed.`
        return { kind: 'rejected', reason, text }
      }
      const again = call.again !== undefined && ({ again: true } as const)
      return { kind: 'patch', patch: { callId, body: found.body, cwd, escalated, justification, ...again } }
    }
  }
}

/** Takes over a command that is a patch. Undefined: it is an ordinary command, and nothing was done. */
async function runAsPatch(
  call: EditableCall,
  turn: TurnContext,
  parts: CommandParts,
): Promise<CommandReply | undefined> {
  const found = await asPatch(call, parts)
  if (found?.kind === 'patch') return performPatch(found.patch, turn, parts)
  if (!found) return undefined
  turn.emit({ type: 'tool.rejected', callId: call.callId, name: 'apply_patch', reason: found.reason })
  return { text: found.text, ends: false }
}

/** What a command comes to before anybody is asked, whatever it turns out to be; changes nothing. A patch that cannot be read is `unread`. */
export async function actionOf(
  call: CommandCall,
  turn: TurnContext,
  parts: CommandParts,
): Promise<PreparedPatch | { readonly kind: 'ready'; readonly action: Action<AttemptReply> }> {
  const found = await asPatch(call, parts)
  if (!found) return { kind: 'ready', action: await commandAction(call, turn, parts) }
  return found.kind === 'patch'
    ? preparePatch(found.patch, turn, parts)
    : { kind: 'unread', reason: found.reason }
}

function notRunText({ how, reason, edit }: Refusal): string {
  if (reason !== undefined) return reason
  if (edit !== undefined) return 'You put another command in its place. This one did not run.'
  return how === 'withdrawn' ? 'The turn was stopped before this was answered.' : 'Denied. Nothing ran.'
}

/** A command as an action: what the policies and the checks say of it, its keys, how it is run and what a denial asks. */
export async function commandAction(
  asked: EditableCall,
  turn: TurnContext,
  parts: CommandParts,
  attempting: Attempting = runToEnd,
): Promise<Action<AttemptReply>> {
  const { approvalPolicy, sandboxPolicy } = turn
  const { parser, assessments, workspace } = parts
  const writable = sandboxPolicy.mode === 'workspace-write' ? sandboxPolicy.writable_roots : []
  const programs = lookUpPrograms(workspace, asked.cwd, [turn.cwd, ...writable])
  // What may stay beyond its call, and what nothing can be rehearsed for, no view can carry.
  const notOnCopies = approvalPolicy === 'effects' ? await whyNotOnCopies(attempting, parts) : undefined
  const judging = judgeCommand(asked, turn, { parser, assessments, programs })
  const [confinable, sandbox, parsed, managed] = await Promise.all([
    judging,
    parts.sandbox.status(),
    summariseCommand(asked.command, parser),
    parts.managed?.({
      command: asked.command,
      folders: [turn.cwd, asked.cwd],
      names: async () => namedByFacts((await judging).looked),
    }),
  ])
  const summary = parsed.some(({ type }) => type === 'unknown') ? undefined : parsed
  const { command, cwd, escalated, edited } = asked
  const contained = holdsInContainer(sandbox, sandboxPolicy)
  const classification = contained
    ? await judgeCommand(asked, asIfOpen(turn), { parser, assessments, programs })
    : confinable
  const inContainer = contained ? { unheld: await unheldInContainer(classification, turn, parts) } : undefined
  const { danger, mayConnect, predicted, fetches, looked } = classification
  const keys = await grantKey({ command, cwd, sandboxPolicy, escalated, danger }, { parser, programs })
  const wanted: GrantKeys = {
    ...keys,
    starProblem: (rule) =>
      starCovers({ rule, command: keys.command, cwd }, (words) =>
        assessments.judge({ command: words, cwd }, turn),
      ),
  }
  const byList = approvalPolicy === 'untrusted' || approvalPolicy === 'effects'
  const guardsGit = (byList || contained) && classification.safe && classification.usesGit
  const at = {
    ...{ home: workspace.home(), roots: [turn.cwd, ...writable] },
    ...{ find: programs, network: opensNetwork(sandboxPolicy) },
  }
  const reads = looked && (() => predictedReads(looked.judged, looked.facts, at))
  // What a run was let reach goes with the yes to another: nobody is asked for it twice.
  const hosts: Grant[] = []
  const onHost = hosts.push.bind(hosts)
  const call = { ...asked, summary, mayConnect, predicted, reads, onHost, fetches, guardsGit }
  const judged = managed ? { safe: false, danger: managedInWords(managed.why) } : classification
  const onView = notOnCopies === undefined
  const policies = { approvalPolicy, sandboxPolicy, sandbox, inContainer }
  const question = { ...policies, classification: judged, escalated, onView }
  const { decided, wished } = afterAll(firstUnder(question, managed), () =>
    managed?.says !== 'deny' && (asked.again ?? parts.refused?.take(turn.sessionId, asked))
      ? decideFirst({ ...question, approvalPolicy: 'on-request' })
      : undefined,
  )
  const first = await neverUnasked(decided, asked, turn, parts)
  const foreseeing = (question: Question): Promise<Question> =>
    withForesight(question, { command, looked }, turn, parts)
  return {
    call,
    stage: 'first',
    requested: { kind: 'command' },
    timeoutMs: asked.timeoutMs,
    edited,
    checkEdit: (words) => checkEdit(words, parser),
    first: first.kind === 'ask' ? { kind: 'ask', ...(await foreseeing(first)) } : first,
    grants: keyedGrants(wanted, cwd, turn, parts),
    managed: managed?.name,
    grantsBefore: edited || wished || managed ? [] : ['run', 'ask'],
    run: (given, attempt) => {
      const promised = { callId: call.callId, wanted, targets: looked?.facts.targets ?? [] }
      const promise = promiseOf(promised, given, turn, parts)
      const attempted = { ...turn, attempt, ...(promise && { promise }) }
      const unasked = given.yes === undefined && !classification.safe
      const run = { ...call, yes: given.yes, ...(unasked && { notOnCopies }) }
      return attempting(run, given.permit, attempted, parts)
    },
    onCopies: () => showOnCopies(call, turn, parts),
    applied: (applied, attempt) => {
      const outcome = applyAsRun(call, applied, { ...turn, attempt }, parts)
      return { outcome, text: outcomeText(outcome, parts.outputLimit?.()) }
    },
    retry: {
      most: maxRetries,
      question: async (denied, permit) => {
        const question = await retryQuestion(call.command, { denied, permit, hosts }, turn, parts)
        return question && foreseeing(question)
      },
    },
  }
}

/** Why the policy of effects cannot have it run on copies; undefined: it can. */
async function whyNotOnCopies(
  attempting: Attempting,
  { rehearsals }: Pick<CommandParts, 'rehearsals'>,
): Promise<NotOnCopies | undefined> {
  if (attempting !== runToEnd) return { because: 'stays' }
  const reason = rehearsals ? await rehearsals.whyNot() : 'there are no rehearsals here'
  return reason === undefined ? undefined : { because: 'unavailable', reason }
}

/** What the policies say where a managed rule comes before them: what that denies is refused, what it asks about is never run unasked, and a yes is for once. */
function firstUnder(question: FirstQuestion, managed: ManagedWord | undefined): ByPolicy {
  const refused = managed && managedRefusal(managed)
  if (managed?.says === 'deny' && refused) return refused
  const decided = decideFirst(question)
  if (!managed || !refused || decided.kind === 'refuse') return decided
  const asked = decided.kind === 'run' ? decideFirst({ ...question, approvalPolicy: 'on-request' }) : decided
  if (asked.kind !== 'ask') return refused
  const { stop } = asked
  return onlyOnce(stop.why.kind === 'danger' ? { ...asked, stop: { ...stop, why: managed.why } } : asked)
}

/** What a person has put in another's place, or has run again, is asked about where the policies would let it run; by what stopped it, where that is known. */
async function neverUnasked(
  decided: ByPolicy,
  { command, edited, again }: EditableCall,
  turn: TurnContext,
  parts: CommandParts,
): Promise<FirstDecision> {
  if (decided.kind !== 'run') return decided
  const { permit } = decided
  if (edited) return { kind: 'ask', ...askedStop('edited', turn, permit.confinement) }
  if (!again) return decided
  const stopped = permit.because === 'policy-sandboxed' && again.evidence.length > 0
  const question = stopped ? await retryQuestion(command, { denied: again, permit }, turn, parts) : undefined
  const asked = { kind: 'ask', ...(question ?? askedStop('again', turn, permit.confinement)) } as const
  return turn.approvalPolicy === 'never' ? onlyOnce(asked) : asked
}

const onlyOnce = <T extends { readonly offers: readonly Offer[] }>(asked: T): T => ({
  ...asked,
  offers: forOnce(asked.offers),
})

/**
 * What the policy refuses, asked about where a person wishes that: for once, and never run unasked. `wish` is what a policy that asks would
 * say of it; undefined: nobody wishes it.
 */
function afterAll(
  decided: ByPolicy,
  wish: () => ByPolicy | undefined,
): { readonly decided: ByPolicy; readonly wished: boolean } {
  const asked = decided.kind === 'refuse' ? wish() : undefined
  if (asked?.kind !== 'ask') return { decided, wished: false }
  return { decided: onlyOnce(asked), wished: true }
}

/** Tells of a rehearsal that was put in place as of a run: it is what the command did. */
function applyAsRun(
  call: CommandCall,
  { result, put, shown }: Applied,
  turn: AttemptTurn,
  parts: Pick<CommandParts, 'sandbox'>,
): CommandOutcome {
  const { callId } = call
  const { output, notes = '' } = result
  if (!shown) startOnCopies(call, turn, parts)
  // What was shown while it ran lacks what was said of putting it in place.
  const rest = shown ? { stdout: '', stderr: notes } : output
  for (const stream of ['stdout', 'stderr'] as const)
    if (rest[stream] !== '') turn.emit({ type: 'command.output', callId, stream, text: rest[stream] })
  const outcome = judgeApplied(result, call.timeoutMs, put)
  turn.emit({ type: 'command.finished', callId, outcome })
  return outcome
}

function startOnCopies(
  { callId, command, cwd, summary }: CommandCall,
  turn: AttemptTurn,
  { sandbox }: Pick<CommandParts, 'sandbox'>,
): void {
  turn.emit({
    type: 'command.started',
    callId,
    attempt: turn.attempt,
    ...{ command: [...command], cwd, confinement: sandbox.confinement, grants: [], onCopies: true },
    ...(summary && { summary: [...summary] }),
  })
}

/** Tells of a run on copies as of any run: it begins, prints and can be stopped. What became of it is told when that is known. */
function showOnCopies(call: CommandCall, turn: TurnContext, parts: CommandParts): RunOnCopies {
  const { callId } = call
  startOnCopies(call, { ...turn, attempt: 1 }, parts)
  const open = turn.processes?.runs.begin(callId)
  return {
    onOutput: (stream, text) => {
      turn.emit({ type: 'command.output', callId, stream, text })
    },
    signal: open?.signal ?? turn.signal,
    end: () => open?.end(),
    setAside: () => {
      const reason = 'It ran on copies. None of that was put in place.'
      turn.emit({ type: 'command.finished', callId, outcome: { kind: 'refused', reason, setAside: true } })
    },
  }
}

/** Runs a command once under its permit, with its events, and lets a person stop it. The permit decides between sandbox and none. */
export async function runAttempt(
  call: CommandCall,
  permit: Permit,
  turn: AttemptTurn,
  parts: CommandParts,
): Promise<CommandOutcome> {
  const open = turn.processes?.runs.begin(call.callId)
  if (!open) return runOnce(call, permit, turn, parts)
  const signal = AbortSignal.any([turn.signal, open.signal])
  const stoppedAlone = (): boolean => open.signal.aborted && !turn.signal.aborted
  try {
    return await runOnce(call, permit, { ...turn, signal, stoppedAlone }, parts)
  } finally {
    open.end()
  }
}

async function runOnce(
  call: CommandCall,
  permit: Permit,
  turn: AttemptTurn,
  parts: CommandParts,
): Promise<CommandOutcome> {
  const { callId, command, cwd, timeoutMs } = call
  const sandboxed = permit.confinement === 'sandbox'
  turn.emit({
    type: 'command.started',
    callId,
    attempt: turn.attempt,
    command: [...command],
    cwd,
    confinement: sandboxed ? parts.sandbox.confinement : 'none',
    grants: [...permit.grants],
    ...(call.summary && { summary: [...call.summary] }),
    ...(call.notOnCopies && { notOnCopies: call.notOnCopies }),
  })
  const runner = sandboxed ? parts.sandbox : parts.unconfined
  const given = parts.workspace.environment(turn.sandboxPolicy, sandboxed)
  const env = call.guardsGit === true ? guardGit(given) : given
  const mayConnect = sandboxed && call.mayConnect !== false
  const askHost = mayConnect
    ? await createHostAsker(call, turn, parts, () => {
        turn.stop()
      })
    : undefined
  const spec = {
    ...(askHost ? { askHost } : mayConnect ? { watchHosts: true as const } : {}),
    ...(turn.input ? { input: turn.input } : {}),
    permit,
    command,
    cwd,
    env,
    policy: turn.sandboxPolicy,
    timeoutMs,
    workspace: turn.cwd,
    inTurn: turn.input === undefined,
    session: turn.sessionId,
    ...(sandboxed ? { onPorts: reportPorts(callId, turn) } : {}),
    ...(sandboxed && call.predicted ? { predicted: call.predicted } : {}),
    ...(sandboxed && call.reads ? { reads: call.reads } : {}),
    ...(sandboxed && call.fetches?.length ? { fetches: call.fetches } : {}),
  }
  const show: OutputListener = (stream, text) => {
    turn.emit({ type: 'command.output', callId, stream, text })
  }
  const compared = turn.promise && (await turn.promise())
  const watched = await watchTexts(call.yes, turn, parts)
  const kept = (): Promise<RunResult> =>
    keepForUndo({ call, permit }, turn, parts, () => runner.run(spec, turn.signal, turn.onOutput ?? show))
  const result: RunResult =
    watched.late.length > 0
      ? { kind: 'failed', reason: changesInWords(watched.late, namingOf(turn, parts)) }
      : await watched.after(await kept())
  if (!turn.onOutput && 'notes' in result && result.notes) show('stderr', result.notes) // nobody heard them as it ran
  const home = parts.workspace.home()
  const failed = result.kind === 'exited' && result.exitCode !== 0
  const evidence = result.kind === 'exited' ? result.evidence : []
  // Where nothing was stopped nothing is asked of the words.
  const { names, paths } =
    evidence.length > 0 ? await namedBy(command, home, parts.parser) : { names: () => false, paths: [] }
  const mayStay = failed && permit.grants.length > 0 && evidence.length > 0
  const stays = mayStay ? staysAsSaid(permit.grants, { home, names }) : undefined
  const incidental = await incidentalTo(command, evidence, {
    ...{ home, env, named: paths, parser: parts.parser },
    succeeded: !failed,
  })
  const judged = judgeResult(result, timeoutMs, incidental, stays)
  const alone = judged.kind === 'cancelled' && turn.stoppedAlone?.() === true
  const outcome: CommandOutcome = alone ? { ...judged, by: 'person' } : judged
  turn.emit({ type: 'command.finished', callId, outcome })
  if (compared) await compared.ended(outcome)
  return outcome
}

/** Has the session know the ports that a command listens on, and everybody else their numbers. */
function reportPorts(callId: string, turn: TurnContext): (ports: readonly OpenPort[]) => void {
  return (ports) => {
    turn.processes?.ports.set(callId, ports)
    turn.emit({ type: 'command.ports', callId, ports: ports.map(({ port }) => port) })
  }
}
