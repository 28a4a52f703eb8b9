import { z } from 'zod'
import { SessionEvent } from '../domain/agent-event'
import { ApprovalPolicy, NamedApprovalPolicy } from '../domain/approval-policy'
import { ApprovalRequest, DecideReply, Decision } from '../domain/approval'
import { DoctorCheck, SandboxStatus } from '../domain/doctor'
import { Fault } from '../domain/fault'
import { SandboxMode } from '../domain/sandbox-policy'
import { ExportFormat, SessionListItem, SessionSummary } from '../domain/session'
import { ModelKey, ModelListing } from '../domain/model-listing'
import { AddedProvider, NewProvider } from '../domain/new-provider'
import { ModelChoice } from '../domain/settings'
import { SettingsReply, SettingsView, WindowSetting } from '../domain/settings-view'
import { StoredGrant } from '../domain/stored-grant'
import { TurnOverrides } from '../domain/turn-overrides'
import { UserImage } from '../domain/user-input'
import type { RequestChannel } from './channels'

const SessionId = z.string().min(1).max(100)

/** What a window needs to draw itself. `seq` is the number of the last push it contains; later pushes follow it. */
export const AppSnapshot = z.strictObject({
  seq: z.number().int().nonnegative(),
  version: z.string(),
  host: z.enum(['desktop', 'browser']),
  platform: z.string(),
  home: z.string(),
  sandbox: SandboxStatus,
  models: z.array(ModelChoice),
  defaults: z.strictObject({
    provider: z.string(),
    model: z.string(),
    approvalPolicy: ApprovalPolicy,
    sandboxMode: SandboxMode,
  }),
  sessions: z.array(SessionSummary),
  approvals: z.array(ApprovalRequest),
})
export type AppSnapshot = z.infer<typeof AppSnapshot>

/**
 * What the main process pushes, numbered from 1 in `seq` per window connection. A gap means that pushes were dropped
 * (slow window): ask `app.hello` again. `events` keep the order of each session. `removed`: archived or deleted.
 */
export const Push = z.discriminatedUnion('kind', [
  z.strictObject({
    seq: z.number().int().positive(),
    kind: z.literal('events'),
    events: z.array(SessionEvent),
  }),
  z.strictObject({ seq: z.number().int().positive(), kind: z.literal('session'), session: SessionSummary }),
  z.strictObject({ seq: z.number().int().positive(), kind: z.literal('removed'), sessionId: z.string() }),
  z.strictObject({ seq: z.number().int().positive(), kind: z.literal('approval'), request: ApprovalRequest }),
  z.strictObject({ seq: z.number().int().positive(), kind: z.literal('sandbox'), sandbox: SandboxStatus }),
  z.strictObject({
    seq: z.number().int().positive(),
    kind: z.literal('grants'),
    grants: z.array(StoredGrant),
  }),
  z.strictObject({
    seq: z.number().int().positive(),
    kind: z.literal('show'),
    sessionId: SessionId,
    requestId: z.string().optional(),
  }),
])
export type Push = z.infer<typeof Push>

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

/** Every request: what goes in and what comes out. Both sides validate with these schemas. */
export const contract = {
  'app.hello': { request: z.strictObject({}), response: AppSnapshot },
  'session.create': {
    request: z.strictObject({
      cwd: z.string().min(1).max(4096).optional(),
      provider: z.string().max(200).optional(),
      model: z.string().max(200).optional(),
      approvalPolicy: NamedApprovalPolicy.optional(),
      sandboxMode: SandboxMode.optional(),
      demo: z.boolean().optional(),
    }),
    response: SessionSummary,
  },
  'session.open': {
    request: z.strictObject({ sessionId: SessionId, before: z.int().positive().optional() }),
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
  'session.archive': { request: z.strictObject({ sessionId: SessionId }), response: z.strictObject({}) },
  'session.unarchive': { request: z.strictObject({ sessionId: SessionId }), response: SessionSummary },
  'session.delete': { request: z.strictObject({ sessionId: SessionId }), response: z.strictObject({}) },
  'session.export': {
    request: z.strictObject({ sessionId: SessionId, format: ExportFormat }),
    response: z.strictObject({ fileName: z.string(), mediaType: z.string(), text: z.string() }),
  },
  /** Exports into a file that the person names in the host's own dialog; `unsupported` where there is none. */
  'session.save': {
    request: z.strictObject({ sessionId: SessionId, format: ExportFormat }),
    response: z.strictObject({ kind: z.enum(['saved', 'cancelled', 'unsupported']) }),
  },
  'turn.start': {
    request: z.strictObject({
      sessionId: SessionId,
      text: z.string().trim().min(1).max(1_000_000),
      images: z.array(UserImage).max(20).optional(),
      overrides: TurnOverrides.optional(),
    }),
    response: z.strictObject({ turnId: z.string() }),
  },
  'model.list': { request: z.strictObject({ fresh: z.boolean().optional() }), response: ModelListing },
  'model.save-key': {
    request: z.strictObject({ provider: z.string().min(1).max(200), key: ModelKey }),
    response: z.strictObject({ place: z.string() }),
  },
  /** A server of the person's own, under an id that nothing else has; it changes no provider that is there. */
  'model.add-provider': { request: NewProvider, response: AddedProvider },
  'turn.retry': {
    request: z.strictObject({ sessionId: SessionId }),
    response: z.strictObject({ turnId: z.string() }),
  },
  'session.compact': {
    request: z.strictObject({ sessionId: SessionId }),
    response: z.strictObject({ turnId: z.string() }),
  },
  'turn.interrupt': { request: z.strictObject({ sessionId: SessionId }), response: z.strictObject({}) },
  'process.stop': {
    request: z.strictObject({ sessionId: SessionId, processId: z.int().positive() }),
    response: z.strictObject({ stopped: z.boolean() }),
  },
  'approval.decide': {
    request: z.strictObject({ requestId: z.string().min(1).max(100), decision: Decision }),
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
  'grant.list': { request: z.strictObject({}), response: z.strictObject({ grants: z.array(StoredGrant) }) },
  'grant.revoke': {
    request: z.strictObject({ grantId: z.string().min(1).max(100) }),
    response: z.strictObject({ revoked: z.boolean() }),
  },
  'settings.read': {
    request: z.strictObject({ cwd: z.string().min(1).max(4096).optional() }),
    response: SettingsView,
  },
  'settings.write': {
    request: z.strictObject({
      version: z.string().max(100),
      edits: z
        .array(z.strictObject({ key: WindowSetting, value: z.json() }))
        .min(1)
        .max(20),
    }),
    response: SettingsReply,
  },
  'doctor.run': {
    request: z.strictObject({}),
    response: z.strictObject({ sandbox: SandboxStatus, checks: z.array(DoctorCheck) }),
  },
  'folder.pick': {
    request: z.strictObject({}),
    response: z.strictObject({
      kind: z.enum(['picked', 'cancelled', 'unsupported']),
      path: z.string().optional(),
    }),
  },
} satisfies Record<RequestChannel, { request: z.ZodType; response: z.ZodType }>

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
}
