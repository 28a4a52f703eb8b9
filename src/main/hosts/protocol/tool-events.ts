import { z } from 'zod'
import { RunPromise } from '@shared/domain/run-promise'
import { ParsedCommand } from '@shared/domain/parsed-command'
import { RehearsalReport } from '@shared/messages/rehearsal-report'
import { WireAssessment } from './wire-assessment'
import { PlanStep } from '@shared/domain/plan'
import { AssessedLevel, RiskCategory } from '@shared/domain/risk'

/** Real time in whole seconds and the nanoseconds beyond them. */
export const WireDuration = z.strictObject({
  secs: z.number().int().nonnegative(),
  nanos: z.number().int().min(0).max(999_999_999),
})
export type WireDuration = z.infer<typeof WireDuration>

/** What a patch does to one file, under the name of the kind; `move_path` null: it stays where it is. */
export const WireFileChange = z.union([
  z.strictObject({ add: z.strictObject({ content: z.string() }) }),
  z.strictObject({ delete: z.strictObject({ content: z.string() }) }),
  z.strictObject({
    update: z.strictObject({ unified_diff: z.string(), move_path: z.string().nullable() }),
  }),
])
export type WireFileChange = z.infer<typeof WireFileChange>

/** The wire's risk (docs/spec/assessment.md): a model's view and nothing else. No categories: the member is absent. */
export const WireRisk = z.strictObject({
  description: z.string(),
  risk_level: AssessedLevel,
  risk_categories: z.array(RiskCategory).min(1).optional(),
})
export type WireRisk = z.infer<typeof WireRisk>

const call = { call_id: z.string() }
const changes = z.record(z.string(), WireFileChange)
const invocation = z.strictObject({ server: z.string(), tool: z.string(), arguments: z.unknown().optional() })
/** Ours, beside the wire's own members; readers of the wire skip what they do not know. */
const ours = { approval_id: z.string(), assessment: WireAssessment }

/** The events of what an agent does: commands, patches, approvals, other tools (docs/spec/wire.md). `chunk` is base64. */
export const toolEvents = [
  z.strictObject({
    type: z.literal('exec_command_begin'),
    ...call,
    command: z.array(z.string()),
    cwd: z.string(),
    parsed_cmd: z.array(ParsedCommand),
  }),
  z.strictObject({
    type: z.literal('exec_command_output_delta'),
    ...call,
    stream: z.enum(['stdout', 'stderr']),
    chunk: z.string(),
  }),
  z.strictObject({
    type: z.literal('exec_command_end'),
    ...call,
    stdout: z.string(),
    stderr: z.string(),
    aggregated_output: z.string(),
    exit_code: z.number().int(),
    duration: WireDuration,
    formatted_output: z.string(),
  }),
  z.strictObject({
    type: z.literal('exec_approval_request'),
    ...call,
    command: z.array(z.string()),
    cwd: z.string(),
    reason: z.string().optional(),
    risk: WireRisk.optional(),
    parsed_cmd: z.array(ParsedCommand),
    ...ours,
  }),
  z.strictObject({
    type: z.literal('apply_patch_approval_request'),
    ...call,
    changes,
    reason: z.string().optional(),
    grant_root: z.string().optional(),
    ...ours,
  }),
  z.strictObject({ type: z.literal('assessment_updated'), ...call, ...ours }),
  /** Ours: what an approved run did, beside what was shown for the yes. `kept`: no more than that. */
  z.strictObject({
    type: z.literal('run_compared'),
    ...call,
    kept: z.boolean(),
    message: z.string(),
    shown_by: RunPromise.shape.by,
    watched: RunPromise.shape.watched,
    more: RunPromise.shape.more,
    more_count: RunPromise.shape.moreCount,
    hosts: RunPromise.shape.hosts,
    suspended: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('rehearsal_updated'),
    ...call,
    approval_id: z.string(),
    rehearsal: RehearsalReport,
  }),
  z.strictObject({
    type: z.literal('patch_apply_begin'),
    ...call,
    auto_approved: z.boolean(),
    changes,
  }),
  z.strictObject({
    type: z.literal('patch_apply_end'),
    ...call,
    stdout: z.string(),
    stderr: z.string(),
    success: z.boolean(),
  }),
  z.strictObject({ type: z.literal('turn_diff'), unified_diff: z.string() }),
  z.strictObject({
    type: z.literal('plan_update'),
    explanation: z.string().nullish(),
    plan: z.array(PlanStep),
  }),
  z.strictObject({ type: z.literal('view_image_tool_call'), ...call, path: z.string() }),
  z.strictObject({ type: z.literal('web_search_begin'), ...call }),
  z.strictObject({ type: z.literal('web_search_end'), ...call, query: z.string() }),
  z.strictObject({ type: z.literal('mcp_tool_call_begin'), ...call, invocation }),
  z.strictObject({
    type: z.literal('mcp_tool_call_end'),
    ...call,
    invocation,
    duration: WireDuration,
    result: z.unknown(),
  }),
] as const
