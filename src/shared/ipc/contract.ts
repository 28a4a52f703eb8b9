import { z } from 'zod'
import { SessionEvent } from '../domain/agent-event'
import { Appearance } from '../domain/appearance'
import { ApprovalPolicy, NamedApprovalPolicy } from '../domain/approval-policy'
import { ApprovalRequest, DecideReply, Decision } from '../domain/approval'
import { CustomPrompt } from '../domain/custom-prompt'
import { SandboxStatus } from '../domain/doctor'
import { AcpAgentId } from '../domain/acp-agent-settings'
import { FoundInSession, FoundText } from '../domain/found-text'
import { OpenedFile, OpenFileRequest, WholeFile, WholeFileRequest } from '../domain/opened-file'
import { Fault } from '../domain/fault'
import { HostAsk } from '../domain/host-ask'
import { HostState } from '../domain/host-state'
import { Language } from '../domain/language'
import { McpServerId, McpServerListing, McpSignInAddress } from '../domain/mcp-server'
import { Question, QuestionAnswer } from '../domain/question'
import { SandboxMode } from '../domain/sandbox-policy'
import { ExportFormat, SessionListItem, SessionSummary, TurnOverrides } from '../domain/session'
import { SessionOverview } from '../domain/session-overview'
import { ReviewTarget } from '../domain/review'
import { ModelChoice, ModelPrices, FileOpener } from '../domain/settings'
import { NarrowerRule, StoredGrant } from '../domain/stored-grant'
import { WorktreeWish } from '../domain/worktree'
import type { RequestChannel } from './channels'
import { effectRuleContract } from './effect-rule-contract'
import { settingsContract } from './settings-contract'
import { fleetContract } from './fleet-contract'
import { folderChannels } from './folder-channels'
import { hostContract } from './host-contract'
import { sandboxContract } from './sandbox-contract'
import { streamChannels } from './stream-channels'
import { terminalChannels } from './terminal-channels'
import { turnChannels } from './turn-channels'
import { typedChannels } from './typed-channels'

const Nothing = z.strictObject({})
const SessionId = z.string().min(1).max(100)
/** On this host, or of what is on record there; absent: on this machine. */
const OnHost = z.string().min(1).max(60).optional()

/** The only addresses that are opened outside of the window. */
export const PortUrl = z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}\/$/)

/** What a window needs to draw itself. `seq` is the number of the last push it contains; later pushes follow it. */
export const AppSnapshot = z.strictObject({
  seq: z.number().int().nonnegative(),
  version: z.string(),
  host: z.enum(['desktop', 'browser']),
  platform: z.string(),
  home: z.string(),
  /** Where the program was started, if that is a place to work in. */
  startedIn: z.string().optional(),
  /** The host of `hosts` that new sessions begin on, and none on this machine; absent: it was not started for one. */
  startedOn: z.string().optional(),
  sandbox: SandboxStatus,
  models: z.array(ModelChoice),
  defaults: z.strictObject({
    provider: z.string(),
    model: z.string(),
    approvalPolicy: ApprovalPolicy,
    sandboxMode: SandboxMode,
  }),
  /** The language chosen in the configuration; absent: the person's own. */
  language: Language.optional(),
  /** How the window is to look. */
  appearance: Appearance,
  /** Where files that are named are opened; absent: in the first editor there is. */
  fileOpener: FileOpener.optional(),
  /** What models cost, by `provider/model`; absent: no price is known. */
  prices: ModelPrices.optional(),
  sessions: z.array(SessionSummary),
  approvals: z.array(ApprovalRequest),
  questions: z.array(Question),
  /** The engines on other machines that are shown beside this one's; absent: there are none. */
  hosts: z.array(HostState).optional(),
  /** What the command of one of them asks now. */
  hostAsk: HostAsk.optional(),
})
export type AppSnapshot = z.infer<typeof AppSnapshot>
/** By its own name, as an event is. */
const namedSnapshot: z.ZodType<AppSnapshot> = AppSnapshot

/**
 * A session as a window is given it: the end of its record, or a part further back. `older`: what stands before the first
 * event was left out; it is asked for with `before`, and holds so many of the person's messages. Absent: nothing was.
 */
export const OpenedRecord = z.strictObject({
  session: SessionSummary,
  events: z.array(SessionEvent),
  older: z.strictObject({ before: z.int().positive(), userMessages: z.int().nonnegative() }).optional(),
})
export type OpenedRecord = z.infer<typeof OpenedRecord>

/** What a program has a host's engine tell its windows apart by, which share one line. */
const OfWindow = z.string().min(1).max(64).optional()

/** Every request: what goes in and what comes out. Both sides validate with these schemas. */
export const contract = {
  ...settingsContract,
  ...effectRuleContract,
  'app.hello': { request: z.strictObject({}), response: namedSnapshot },
  'session.create': {
    request: z.strictObject({
      cwd: z.string().min(1).max(4096).optional(),
      provider: z.string().max(200).optional(),
      model: z.string().max(200).optional(),
      approvalPolicy: NamedApprovalPolicy.optional(),
      sandboxMode: SandboxMode.optional(),
      demo: z.boolean().optional(),
      title: z.string().min(1).max(60).optional(),
      worktree: WorktreeWish.optional(),
      agent: AcpAgentId.optional(),
      host: OnHost,
    }),
    response: SessionSummary,
  },
  'session.open': {
    request: z.strictObject({
      sessionId: SessionId,
      before: z.int().positive().optional(),
      from: z.int().positive().optional(),
    }),
    response: OpenedRecord,
  },
  'session.configure': {
    request: z.strictObject({
      ...TurnOverrides.pick({ cwd: true, effort: true, summary: true }).shape,
      sessionId: SessionId,
      provider: z.string().max(200).optional(),
      model: z.string().max(200).optional(),
      approvalPolicy: NamedApprovalPolicy.optional(),
      sandboxMode: SandboxMode.optional(),
    }),
    response: SessionSummary,
  },
  'session.list': {
    request: z.strictObject({
      cursor: z.string().max(200).optional(),
      limit: z.int().min(1).max(200).optional(),
      archived: z.boolean().optional(),
      search: z.string().max(200).optional(),
      host: OnHost,
    }),
    response: z.strictObject({ items: z.array(SessionListItem), nextCursor: z.string().optional() }),
  },
  'session.resume': {
    request: z.strictObject({ sessionId: SessionId }),
    response: OpenedRecord,
  },
  'session.fork': {
    request: z.strictObject({ sessionId: SessionId, beforeUserMessage: z.int().nonnegative() }),
    response: SessionSummary,
  },
  'session.rename': {
    request: z.strictObject({ sessionId: SessionId, title: z.string().trim().min(1).max(200) }),
    response: SessionSummary,
  },
  'session.archive': {
    request: z.strictObject({ sessionId: SessionId, removeWorktree: z.boolean().optional() }),
    response: z.strictObject({}),
  },
  'session.unarchive': { request: z.strictObject({ sessionId: SessionId }), response: SessionSummary },
  'session.delete': {
    request: z.strictObject({ sessionId: SessionId, removeWorktree: z.boolean().optional() }),
    response: z.strictObject({}),
  },
  'session.export': {
    request: z.strictObject({ sessionId: SessionId, format: ExportFormat }),
    response: z.strictObject({
      fileName: z.string(),
      mediaType: z.string(),
      text: z.string(),
      encoding: z.literal('base64').optional(),
    }),
  },
  /** Exports into a file that the person names in the host's own dialog; `unsupported` where there is none. */
  'session.save': {
    request: z.strictObject({ sessionId: SessionId, format: ExportFormat }),
    response: z.strictObject({ kind: z.enum(['saved', 'cancelled', 'unsupported']) }),
  },
  /** Where a text stands in a session's record, the earliest place first. `more`: places before these are not told. */
  'session.find': {
    request: z.strictObject({ sessionId: SessionId, text: z.string().min(1).max(200) }),
    response: z.strictObject({ found: z.array(FoundText), more: z.boolean() }),
  },
  'session.overview': { request: z.strictObject({ sessionId: SessionId }), response: SessionOverview },
  /** A page of the records that hold a text; a newer search of a window ends the one before it, and an empty text only does that. */
  'records.find': {
    request: z.strictObject({
      text: z.string().max(200),
      window: OfWindow,
      cursor: z.string().max(200).optional(),
      host: OnHost,
    }),
    response: z.strictObject({ sessions: z.array(FoundInSession), cursor: z.string().optional() }),
  },
  'session.compact': {
    request: z.strictObject({ sessionId: SessionId }),
    response: z.strictObject({ turnId: z.string() }),
  },
  /** A review of what was changed, as a turn of its own: its findings are an event of the session. */
  'review.start': {
    request: z.strictObject({ sessionId: SessionId, target: ReviewTarget }),
    response: z.strictObject({ turnId: z.string() }),
  },
  /** Ends one command, of the turn that runs or kept beyond it, with all that it started. */
  'process.stop': {
    request: z.strictObject({ sessionId: SessionId, callId: z.string().min(1).max(200) }),
    response: z.strictObject({ stopped: z.boolean() }),
  },
  /**
   * A port that a command listens on, in the person's browser. `url`: the window is to open it, since its host cannot; it leads to
   * the loopback of the engine's machine, and ends with what listens.
   */
  'port.open': {
    request: z.strictObject({
      sessionId: SessionId,
      callId: z.string().min(1).max(200),
      port: z.int().min(1).max(65_535),
    }),
    response: z.strictObject({ url: PortUrl.optional() }),
  },
  /** `unasked`, which counts with a no alone: the client could ask nobody. */
  'approval.decide': {
    request: z.strictObject({
      requestId: z.string().min(1).max(100),
      decision: Decision,
      unasked: z.literal(true).optional(),
    }),
    response: DecideReply,
  },
  /** Whether a rule's text, as far as it is typed, could be saved with this request's answer; changes nothing. */
  'approval.check-rule': {
    request: z.strictObject({ requestId: z.string().min(1).max(100), rule: z.string().max(20_000) }),
    response: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('valid') }),
      z.strictObject({ kind: z.literal('invalid'), problem: z.string() }),
    ]),
  },
  'approval.view-again': {
    request: z.strictObject({ requestId: z.string().min(1).max(100) }),
    response: z.strictObject({ asked: z.boolean() }),
  },
  /** Rehearses a request that waits; `begun` is false where it does not wait (any more) or is rehearsed already. */
  'approval.rehearse': {
    request: z.strictObject({ requestId: z.string().min(1).max(100) }),
    response: z.strictObject({ begun: z.boolean() }),
  },
  /** Parts of what a waiting request shows are left out in this window, or none any more; ends with the window. Until then no grant and no rule answers it. */
  'approval.leaves-out': {
    request: z.strictObject({ requestId: z.string().min(1).max(100), some: z.boolean() }),
    response: z.strictObject({}),
  },
  /** `counted` is false where the question does not wait any more. */
  'question.answer': {
    request: z.strictObject({ questionId: z.string().min(1).max(100), answer: QuestionAnswer }),
    response: z.strictObject({ counted: z.boolean() }),
  },
  /** Opens the address of a question in the person's browser; `unsupported` where the window has to do it itself. */
  'question.open': {
    request: z.strictObject({ questionId: z.string().min(1).max(100) }),
    response: z.strictObject({ kind: z.enum(['opened', 'gone', 'unsupported']) }),
  },
  'mcp.list': { request: Nothing, response: z.strictObject({ servers: z.array(McpServerListing) }) },
  /** Writes the switch to config.toml; sessions follow with their next turn. */
  'mcp.enable': {
    request: z.strictObject({ server: McpServerId, enabled: z.boolean() }),
    response: z.strictObject({}),
  },
  'mcp.restart': { request: z.strictObject({ server: McpServerId }), response: z.strictObject({}) },
  /** Begins a sign-in and tells where the person is to go; how it ends is told by `servers`. */
  'mcp.sign-in': { request: z.strictObject({ server: McpServerId }), response: McpSignInAddress },
  /** Opens the address of the sign-in that waits, as `question.open` does. */
  'mcp.visit': {
    request: z.strictObject({ server: McpServerId }),
    response: z.strictObject({ kind: z.enum(['opened', 'gone', 'unsupported']) }),
  },
  'mcp.sign-out': { request: z.strictObject({ server: McpServerId }), response: z.strictObject({}) },
  /** `allSuspended`: the person has everything asked about again; no rule counts. */
  'grant.list': {
    request: z.strictObject({}),
    response: z.strictObject({ grants: z.array(StoredGrant), allSuspended: z.boolean() }),
  },
  /** One rule by its id, or with `all` every one, of effects too, asks again or counts again. */
  'grant.suspend': {
    request: z.strictObject({ key: z.string().min(1).max(100), suspended: z.boolean() }),
    response: z.strictObject({}),
  },
  'grant.revoke': {
    request: z.strictObject({ grantId: z.string().min(1).max(100) }),
    response: z.strictObject({ revoked: z.boolean() }),
  },
  /** Has a rule cover less than it does. */
  'grant.narrow': {
    request: z.strictObject({ grantId: z.string().min(1).max(100), to: NarrowerRule }),
    response: z.strictObject({ narrowed: z.boolean() }),
  },
  /** Files of a session's folder, the best first; none with a character that is not seen. */
  'files.search': {
    request: z.strictObject({ sessionId: SessionId, query: z.string().min(1).max(200), window: OfWindow }),
    response: z.strictObject({ paths: z.array(z.string()) }),
  },
  'file.read': { request: WholeFileRequest, response: WholeFile },
  'file.open': { request: OpenFileRequest, response: OpenedFile },
  /** The person's own prompts, by name in order. */
  'prompts.list': { request: Nothing, response: z.strictObject({ prompts: z.array(CustomPrompt) }) },
  ...folderChannels,
  ...terminalChannels,
  ...streamChannels,
  ...turnChannels,
  ...typedChannels,
  ...hostContract,
  ...fleetContract,
  ...sandboxContract,
} satisfies Record<RequestChannel, { request: z.ZodType; response: z.ZodType }>

/** The same where any channel may be meant: a union of all their types is what the compiler takes seconds for. */
export const forms: Readonly<
  Record<RequestChannel, { readonly request: z.ZodType; readonly response: z.ZodType }>
> = contract

/** The contract's types: `RequestOf<'turn.start'>`, `ResponseOf<'turn.start'>`. */
export type RequestOf<C extends RequestChannel> = z.infer<(typeof contract)[C]['request']>
export type ResponseOf<C extends RequestChannel> = z.infer<(typeof contract)[C]['response']>

/** What every request is answered with: errors cross as data, since thrown ones lose all but their message. */
export const Reply = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), fault: Fault }),
])
export type Reply = z.infer<typeof Reply>

/**
 * What the preload (or the browser transport) exposes as `window.countersign`. Payloads are unvalidated here: the
 * renderer's `lib/bridge.ts` and the main process's bridge server each parse with `contract`.
 */
export interface RawBridge {
  invoke(channel: RequestChannel, payload: unknown): Promise<unknown>
  on(listener: (push: unknown) => void): () => void
  /** Where a file or folder lies that a person dropped on the page; absent in a browser, which does not tell. '' for what lies nowhere. */
  pathOf?(file: object): string
}
