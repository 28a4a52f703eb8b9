import { z } from 'zod'
import { ApprovalPolicy } from '@shared/domain/approval-policy'
import { ReasoningEffort, ReasoningSummary } from '@shared/domain/settings'
import { absent } from '../../app-server/protocol/absent'
import { machineRequests } from '../../app-server/protocol/machine-requests'
import { JsonValue } from '../../protocol/json-value'
import { UserInputItem } from './items'
import { WireSandbox, WireTurn } from './wire-threads'
import { PermissionProfile } from './thread-requests'

const which = { threadId: z.string().min(1).max(200) }
const input = z.array(UserInputItem).max(1000)

const ReviewTarget = z.discriminatedUnion('type', [
  z.object({ type: z.literal('uncommittedChanges') }),
  z.object({ type: z.literal('baseBranch'), branch: z.string().min(1).max(250) }),
  z.object({
    type: z.literal('commit'),
    sha: z.string().min(1).max(250),
    title: z.string().max(1000).nullish(),
  }),
  z.object({ type: z.literal('custom'), instructions: z.string().min(1).max(100_000) }),
])

/** The requests about turns and about this machine, by method (docs/spec/app-server-v2.md). */
export const turnRequests = {
  'turn/start': {
    params: z.object({
      ...which,
      input: input.min(1),
      cwd: z.string().min(1).max(4096).nullish().transform(absent),
      approvalPolicy: ApprovalPolicy.nullish().transform(absent),
      sandboxPolicy: WireSandbox.nullish().transform(absent),
      permissions: PermissionProfile.nullish().transform(absent),
      model: z.string().min(1).max(200).nullish().transform(absent),
      effort: ReasoningEffort.nullish().transform(absent),
      summary: ReasoningSummary.nullish().transform(absent),
      outputSchema: z.record(z.string(), JsonValue).nullish().transform(absent),
    }),
    result: z.object({ turn: WireTurn }),
  },
  'turn/steer': {
    params: z.object({
      ...which,
      input: input.min(1),
      expectedTurnId: z.string().min(1).max(200),
      clientUserMessageId: z.string().min(1).max(200).nullish().transform(absent),
    }),
    result: z.object({ turnId: z.string() }),
  },
  'turn/interrupt': {
    params: z.object({ ...which, turnId: z.string().max(200) }),
    result: z.object({}),
  },
  'review/start': {
    params: z.object({
      ...which,
      target: ReviewTarget,
      delivery: z.enum(['inline', 'detached']).nullish().transform(absent),
    }),
    result: z.object({ turn: WireTurn, reviewThreadId: z.string() }),
  },
  fuzzyFileSearch: {
    params: machineRequests.fuzzyFileSearch.params,
    result: z.object({
      files: z.array(
        machineRequests.fuzzyFileSearch.result.shape.files.element.extend({ match_type: z.literal('file') }),
      ),
    }),
  },
  gitDiffToRemote: machineRequests.gitDiffToRemote,
} as const
