import { z } from 'zod'
import { Assessment, RiskLevel } from './assessment'
import { HookAgent, HookSubject, HookOrigin } from './hook-agent'
import { Effect } from './effect'
import { NearestRule, YesEnds } from './nearest-rule'
import { Evidence } from './evidence'
import { FileChanges } from './file-change'
import { Grant } from './grant'
import { RemoteRun } from './remote-run'
import { McpRequest } from './mcp-result'
import { NamingFolders } from './named-path'
import { OnlyHunks } from './only-hunks'
import { RequestRehearsal } from './request-rehearsal'
import { RunPromise } from './run-promise'
import { SandboxPolicy } from './sandbox-policy'
import { GrantScope } from './stored-grant'
import { WhatWasRead } from './what-was-read'

const parts = {
  leaveOut: z.array(z.string().max(20_000)).min(1).max(10_000).optional(),
  onlyHunks: z.array(OnlyHunks).min(1).max(10_000).optional(),
}

/**
 * What a person can answer. `allow` adds exactly `grants` of the offer with the same id, for as long as `scope` says
 * (absent: for one run). `rule` is the rule's text as the person edited it, for an offer that shows one, in scope `rule`.
 * `leaveOut`: of a patch, for one run, the keys of `changes` that are not to be applied; the others are, and the agent is told. `onlyHunks`: of other
 * files of it that are updated, some of their hunks, not all.
 * `edit` puts another command in this one's place, which is then asked about as a request of its own; nothing runs by it.
 * `apply` puts what the rehearsal with this id (`applies`) showed in place of a run; `leaveOut`: the paths of its changes that stay away,
 * with all below them; `onlyHunks` as above. One of another id is refused.
 * `deny` lets the turn go on and hands `message` to the agent; `abort` denies and ends the turn.
 */
export const Decision = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('allow'),
    offerId: z.string(),
    scope: GrantScope.optional(),
    rule: z.string().min(1).max(20_000).optional(),
    ends: YesEnds.optional(),
    ...parts,
  }),
  z.strictObject({
    kind: z.literal('apply'),
    rehearsal: z.string().max(200),
    ...parts,
  }),
  z.strictObject({ kind: z.literal('deny'), message: z.string().max(4000).optional() }),
  z.strictObject({ kind: z.literal('abort') }),
  z.strictObject({ kind: z.literal('edit'), command: z.array(z.string().max(1_000_000)).min(1).max(10_000) }),
])
export type Decision = z.infer<typeof Decision>

/**
 * Who decided: a person at a face of the engine, a command-line flag, a grant given meanwhile to an identical command,
 * or the engine itself (turn ended, quitting).
 */
export const DecidedBy = z.enum(['window', 'browser', 'terminal', 'flag', 'client', 'grant', 'engine'])
export type DecidedBy = z.infer<typeof DecidedBy>

/**
 * What a yes to an offer does; with its kind and its grants that is all that is said of it.
 * - `run`, `apply`: runs the command, applies the patch, once; `mayFail`: the agent asked for more than this, or it does what no grant gives (`lacks`). The grants of a run that
 *   has not been stopped yet are what facts or a rehearsal foresee
 * - `run-again`: after a denial; the first `before` of the grants are of an earlier yes
 * - `stays` of both are folders that are to go and can only be emptied
 * - `connect`: lets a connection through that waits; `input`: gives text to a process; `call`: calls a tool of a server
 * - `guest`: tells an agent of another maker that it may; `always` is its own word for what it makes of it where it takes no yes for once
 * - `guest-from-now`: its process may do so from its next start on, which is its next prompt; `conversation`: whether it takes it up then.
 *   Absent: not known
 * - `guest-again`: tells it that it may, and begins its process anew with the grants at once, in the same turn; it is told to go on
 * - `server-from-now`: the process of an MCP server may do so from its next start on, which follows at once
 * - `answer`: lets an agent of another maker do it, in its own session and outside every sandbox of ours
 * - `said`: the sentences of a record from before offers were kept as data
 */
export const OfferMeaning = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('run'),
    mayFail: z.union([z.literal(true), z.literal('lacks')]).optional(),
    stays: z.array(z.string()).optional(),
  }),
  z.strictObject({ kind: z.literal('apply') }),
  z.strictObject({
    kind: z.literal('run-again'),
    before: z.number().int().nonnegative(),
    stays: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('connect') }),
  z.strictObject({ kind: z.literal('input') }),
  z.strictObject({ kind: z.literal('call'), server: z.string(), tool: z.string() }),
  z.strictObject({ kind: z.literal('guest'), agent: z.string(), always: z.string().optional() }),
  z.strictObject({
    kind: z.literal('guest-from-now'),
    agent: z.string(),
    conversation: z.enum(['kept', 'lost']).optional(),
  }),
  z.strictObject({
    kind: z.literal('guest-again'),
    agent: z.string(),
    conversation: z.enum(['kept', 'lost']).optional(),
  }),
  z.strictObject({ kind: z.literal('server-from-now'), server: z.string() }),
  z.strictObject({
    ...{ kind: z.literal('answer'), agent: HookAgent, of: HookSubject },
    again: z.literal(true).optional(),
  }),
  z.strictObject({ kind: z.literal('said'), text: z.string() }),
])
export type OfferMeaning = z.infer<typeof OfferMeaning>

/**
 * One way to say yes. `only-this` runs in the sandbox with exactly `grants` added (none for a first approval);
 * `outside` runs without the sandbox and is never the default. `scopes` says for how long it may be given. `rule` is the
 * text of the rule it would be stored as, which the person may edit; absent: it is stored as it is shown, or not at all.
 * `onceOnly`: for one run alone, since a part of what runs could not be read. `unreachable`: a host that the command names and
 * that this yes does not open. Put into words by `shared/messages/offer.ts` alone.
 */
export const Offer = z.strictObject({
  id: z.string(),
  kind: z.enum(['only-this', 'outside']),
  grants: z.array(Grant),
  scopes: z.array(GrantScope).default(['once']),
  means: OfferMeaning,
  onceOnly: z.literal(true).optional(),
  unreachable: z.string().optional(),
  rule: z.string().optional(),
})
export type Offer = z.infer<typeof Offer>

/** Whether a yes to it would be stopped again: no grant lets the command through. */
export const isStoppedAgain = ({ means }: Offer): boolean => means.kind === 'run' && means.mayFail === 'lacks'

/** A path as it was asked for; `place` is where it really is, where that is elsewhere. */
const AskedPath = z.strictObject({ path: z.string(), place: z.string().optional() })

/** A rule of the machine asks, or (`perhaps`) may be about it; `reason` is its own. */
const Managed = z.strictObject({
  kind: z.literal('managed'),
  rule: z.string(),
  perhaps: z.literal(true).optional(),
  reason: z.string().optional(),
})
/** The rules of the machine cannot be gone by, and why. */
const ManagedUnread = z.strictObject({ kind: z.literal('managed-unread'), problem: z.string() })

/**
 * What a container in the place of a sandbox does not hold: that nothing is written, that there is no network, that only the session's own
 * folders are written to, that what a command does is seen on copies first.
 */
export const Unheld = z.enum(['read-only', 'no-network', 'own-folders', 'effects'])
export type Unheld = z.infer<typeof Unheld>

/**
 * Why something waits.
 * - `stopped`: what the sandbox stopped: the first target of `count` of a kind, and what forbids it; `patch`: of a patch
 * - `unreported`: the sandbox stopped it, and does not say what
 * - `effects`: what it did on copies is not only what the policy lets happen
 * - `asks-host`: a connection waits; `not-listed`, `danger`, `escalated`, `edited`: the policy asks before a command runs;
 *   `danger` says in words what it may do, `unconfined` that no sandbox is in force
 * - `no-sandbox`: nothing contains it, for this reason; `unheld`: the container does, and this of the policy is not held by it
 * - `every-patch`, `patch`: the policy asks before a patch; `guarded` and `outside` are the paths that are the reason
 * - `input-limits`, `input-outside`: text for a process that runs under other limits, or under none
 * - `guest`: an agent of another maker asks before it does something itself, in the session's sandbox; `open`: there is none
 * - `desk`: an agent of another maker asks, in its own session; `edited`: with the person's command in place of its own;
 *   `refusal`: its own reviewer refused it, and says this; untrusted, and empty where it says nothing
 * - `said`: the sentence of a record from before reasons were kept as data, with its line of policy
 */
export const StopWhy = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('stopped'),
    what: Evidence.shape.kind,
    target: z.string(),
    count: z.number().int().positive(),
    because: z.enum([
      'protected',
      'read-only',
      'no-root',
      'credentials',
      'past-proxy',
      'not-granted',
      'never-allowed',
      'not-allowed',
    ]),
    protectedBy: z.string().optional(),
    patch: z.literal(true).optional(),
  }),
  z.strictObject({ kind: z.literal('unreported'), patch: z.literal(true).optional() }),
  z.strictObject({
    kind: z.literal('asks-host'),
    target: z.string(),
    protocol: z.enum(['http', 'connect', 'socks5']),
  }),
  z.strictObject({ kind: z.literal('not-listed') }),
  z.strictObject({ kind: z.literal('effects') }),
  z.strictObject({
    kind: z.literal('danger'),
    what: z.string(),
    unconfined: z.literal(true).optional(),
  }),
  Managed,
  ManagedUnread,
  z.strictObject({ kind: z.literal('escalated') }),
  z.strictObject({ kind: z.enum(['edited', 'again']) }),
  z.strictObject({
    kind: z.literal('no-sandbox'),
    of: z.enum(['command', 'patch']),
    reason: z.string(),
    unheld: Unheld.optional(),
  }),
  z.strictObject({ kind: z.literal('every-patch') }),
  z.strictObject({ kind: z.literal('patch'), guarded: z.array(AskedPath), outside: z.array(AskedPath) }),
  z.strictObject({ kind: z.literal('input-limits'), policy: SandboxPolicy }),
  z.strictObject({ kind: z.literal('input-outside') }),
  /** `doubt`: its server says that it only reads, and also that it destroys, said otherwise before in this session, or has changed its list since. */
  z.strictObject({
    kind: z.literal('tool'),
    server: z.string(),
    tool: z.string(),
    doubt: z.enum(['contradicts', 'restated', 'unread']).optional(),
  }),
  /** `besides` of it and of `desk`: what the agent gives its run beside the command, as JSON; untrusted. */
  z.strictObject({
    kind: z.literal('guest'),
    agent: z.string(),
    open: z.literal(true).optional(),
    besides: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal('desk'),
    agent: HookAgent,
    edited: z.literal(true).optional(),
    besides: z.string().optional(),
    refusal: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('said'), text: z.string(), policyLine: z.string() }),
])
export type StopWhy = z.infer<typeof StopWhy>

/** Why the first of what was reported could not be added alone, and how much more could not. `said` as above. */
export const NoOnlyThis = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('target'),
    target: z.string(),
    because: z.enum(['guess', 'connection', 'read', 'system-call', 'home-entry', 'part-of-path', 'shut']),
    more: z.number().int(),
  }),
  z.strictObject({ kind: z.literal('said'), text: z.string() }),
])
export type NoOnlyThis = z.infer<typeof NoOnlyThis>

/**
 * What became of a file since a yes was given on it. `text`: `diff` has the hunks of a unified diff from what was read then to what
 * is read now. `gone`: nothing is there any more. `secret`: it may hold keys or passwords. `large`: more than is shown. `unshown`:
 * one of the two texts is not known or may not be shown. The path is absolute; all texts are untrusted.
 */
export const ChangedText = z.strictObject({
  path: z.string(),
  how: z.enum(['text', 'gone', 'secret', 'large', 'unshown']),
  diff: z.string().optional(),
})
export type ChangedText = z.infer<typeof ChangedText>

/**
 * Why the command waits: which boundary, why, and the evidence for it (empty when policy asked first). `changed` are the paths
 * that are not any more what an earlier yes was given on, and `differences` what became of those that were read. `policy`: the approval policy, where it has it asked. `noOnlyThis`: why
 * what was reported could not be added alone, where something was reported. `exceeded`: a yes that would cover it is suspended, since a
 * run under it did this beyond what was shown. `nearest`: the effect rule that came closest to answering, and what it does not cover. Put into words by `shared/messages/stop.ts` alone.
 */
export const StopReason = z.strictObject({
  boundary: z.enum(['sandbox', 'approval-policy', 'missing-sandbox', 'escalation', 'network']),
  why: StopWhy,
  changed: z.array(z.string()).optional(),
  exceeded: RunPromise.optional(),
  /** A rule of the machine asks, whatever else does. */
  managed: z.discriminatedUnion('kind', [Managed, ManagedUnread]).optional(),
  differences: z.array(ChangedText).optional(),
  nearest: NearestRule.optional(),
  policy: z.enum(['untrusted', 'effects', 'on-failure', 'on-request', 'never', 'granular']).optional(),
  evidence: z.array(Evidence),
  noOnlyThis: NoOnlyThis.optional(),
})
export type StopReason = z.infer<typeof StopReason>

/** The child session that asks, and the session that it works for; names and titles are untrusted text. */
export const AskedBy = z.strictObject({
  childId: z.string(),
  childName: z.string(),
  parentId: z.string(),
  parentTitle: z.string(),
})
export type AskedBy = z.infer<typeof AskedBy>

/**
 * One decision a person is asked for; the record the queue owns (docs/spec/approvals.md).
 * `effect` is what leads it; `justification` is the agent's claim, quoted; times are ISO 8601 in UTC.
 * Stage `network`: the command is running and one of its connections waits.
 * `offers` may be empty of `only-this` (no sandbox, no kernel evidence), never of an explanation in `stop`.
 * `editable`: it can be answered with a command of the person's own. `edited`: `command` is such a one; what the agent asked
 * for stands there, with the level of the request that was answered with it.
 * `askedBy`: a child session asks, and `sessionId` is its own.
 * `remoteRun`: another process's run asks, and nothing else of its session is known here; never on file.
 * `desk`: an agent of another maker asks, and what it does runs outside every sandbox of ours.
 * `naming`: the folders that its paths are named from; absent in records from before, whose paths are shown whole.
 * `rehearsal`: how its rehearsal stands; absent where there is none. On file, of one that is over, without texts.
 * `undo`: of what lies beyond its folders and it may write over, so many bytes are copied before the run and kept for so many days;
 * absent where nothing is. `folder`: all that goes within the session's folder is kept as it is, from the turn's beginning and for as long.
 * `whatWasRead` is what look-through read for it, and what a yes is given on.
 * `kind` is absent for a command; a `patch` shows `changes`, which are bounded for display; `input` is text that the
 * agent wants to give to the running process of `command`, shown whole; `tool` is a call of an MCP server's tool, and
 * `command` then what the model called it by and the arguments as JSON, for faces that know nothing else.
 */
export const ApprovalRequest = z.strictObject({
  id: z.string(),
  sessionId: z.string(),
  sessionTitle: z.string(),
  askedBy: AskedBy.optional(),
  remoteRun: RemoteRun.optional(),
  desk: HookOrigin.optional(),
  turnId: z.string(),
  turnNumber: z.number().int().positive(),
  callId: z.string(),
  stage: z.enum(['first', 'retry', 'network']),
  kind: z.enum(['command', 'patch', 'input', 'tool']).optional(),
  command: z.array(z.string()),
  cwd: z.string(),
  naming: NamingFolders.optional(),
  changes: FileChanges.optional(),
  input: z.string().optional(),
  tool: McpRequest.optional(),
  effect: Effect,
  stop: StopReason,
  sandboxPolicy: SandboxPolicy,
  justification: z.string().optional(),
  editable: z.literal(true).optional(),
  edited: z.strictObject({ command: z.array(z.string()), level: RiskLevel }).optional(),
  assessment: Assessment,
  rehearsal: RequestRehearsal.optional(),
  whatWasRead: WhatWasRead.optional(),
  undo: z
    .strictObject({ bytes: z.number(), days: z.number(), folder: z.literal(true).optional() })
    .optional(),
  offers: z.array(Offer),
  createdAt: z.string(),
  state: z.enum(['pending', 'answered', 'cancelled', 'expired']),
  decision: Decision.optional(),
  decidedBy: DecidedBy.optional(),
  decidedAt: z.string().optional(),
})
export type ApprovalRequest = z.infer<typeof ApprovalRequest>

/** What became of an answer. `already` and `unknown` changed nothing, and say so (answering twice is harmless). */
export const DecideReply = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('accepted') }),
  z.strictObject({
    kind: z.literal('already'),
    state: ApprovalRequest.shape.state,
    decidedBy: DecidedBy.optional(),
    decidedAt: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('unknown') }),
])
export type DecideReply = z.infer<typeof DecideReply>
