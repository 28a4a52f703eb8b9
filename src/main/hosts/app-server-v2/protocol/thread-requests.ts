import { z } from 'zod'
import { ApprovalPolicy } from '@shared/domain/approval-policy'
import { SandboxMode } from '@shared/domain/sandbox-policy'
import { absent } from '../../app-server/protocol/absent'
import { JsonValue } from '../../protocol/json-value'
import { page } from './connection-requests'
import { ThreadItem } from './items'
import { OpenedThread, ResumedThread, WireThread, WireTurn } from './wire-threads'

const threadId = z.string().min(1).max(200)
const which = { threadId }
const none = z.object({})

/** A limit by name: one that this protocol has a name for. */
export const PermissionProfile = z.enum([':read-only', ':workspace', ':danger-full-access'])

/** The settings that a thread can be begun or taken up with. */
export const ThreadChoice = z.object({
  model: z.string().min(1).max(200).nullish().transform(absent),
  modelProvider: z.string().min(1).max(200).nullish().transform(absent),
  cwd: z.string().min(1).max(4096).nullish().transform(absent),
  approvalPolicy: ApprovalPolicy.nullish().transform(absent),
  sandbox: SandboxMode.nullish().transform(absent),
  permissions: PermissionProfile.nullish().transform(absent),
  config: z.record(z.string(), JsonValue).nullish().transform(absent),
  baseInstructions: z.string().max(100_000).nullish().transform(absent),
})
export type ThreadChoice = z.output<typeof ThreadChoice>

const order = { sortDirection: z.enum(['asc', 'desc']).nullish().transform(absent) }
const both = { nextCursor: z.string().nullable(), backwardsCursor: z.string().nullable() }

const ItemEntry = z.object({
  turnId: z.string(),
  item: ThreadItem,
  startedAtMs: z.number().nullable(),
  completedAtMs: z.number().nullable(),
})

/** The requests about threads, by method (docs/spec/app-server-v2.md). */
export const threadRequests = {
  'thread/start': {
    params: ThreadChoice.extend({ ephemeral: z.boolean().nullish() }),
    result: OpenedThread,
  },
  'thread/resume': {
    params: ThreadChoice.extend({
      ...which,
      path: z.string().max(4096).nullish().transform(absent),
      excludeTurns: z.boolean().nullish(),
    }),
    result: ResumedThread,
  },
  'thread/fork': {
    params: ThreadChoice.extend({
      ...which,
      ephemeral: z.boolean().nullish(),
      excludeTurns: z.boolean().nullish(),
    }),
    result: OpenedThread,
  },
  'thread/list': {
    params: z.object({
      ...page,
      archived: z.boolean().nullish().transform(absent),
      searchTerm: z.string().max(1000).nullish().transform(absent),
      cwd: z
        .union([z.string().max(4096), z.array(z.string().max(4096)).max(100)])
        .nullish()
        .transform(absent),
    }),
    result: z.object({ data: z.array(WireThread), readStates: z.null(), ...both }),
  },
  'thread/loaded/list': {
    params: z.object(page),
    result: z.object({ data: z.array(z.string()), nextCursor: z.string().nullable() }),
  },
  'thread/read': {
    params: z.object({ ...which, includeTurns: z.boolean().nullish() }),
    result: z.object({ thread: WireThread, readState: z.null() }),
  },
  'thread/turns/list': {
    params: z.object({
      ...which,
      ...page,
      ...order,
      itemsView: z.enum(['notLoaded', 'summary', 'full']).nullish().transform(absent),
    }),
    result: z.object({ data: z.array(WireTurn), ...both }),
  },
  'thread/items/list': {
    params: z.object({
      ...which,
      ...page,
      ...order,
      turnId: z.string().max(200).nullish().transform(absent),
    }),
    result: z.object({ data: z.array(ItemEntry), ...both }),
  },
  'thread/name/set': { params: z.object({ ...which, name: z.string().max(1000) }), result: none },
  'thread/archive': { params: z.object(which), result: none },
  'thread/delete': { params: z.object(which), result: none },
  'thread/unarchive': { params: z.object(which), result: z.object({ thread: WireThread }) },
  'thread/unsubscribe': {
    params: z.object(which),
    result: z.object({ status: z.enum(['unsubscribed', 'notSubscribed']) }),
  },
  'thread/compact/start': { params: z.object(which), result: none },
  /** `event`: the review that was told as `item/autoApprovalReview/completed`, with the names that codex keeps it under. */
  'thread/approveGuardianDeniedAction': {
    params: z.object({
      ...which,
      event: z.object({
        id: z.string().min(1).max(200),
        status: z.literal('denied'),
        action: z.object({
          type: z.literal('command'),
          command: z.string().max(1_000_000),
          cwd: z.string().max(4096),
        }),
      }),
    }),
    result: none,
  },
} as const
