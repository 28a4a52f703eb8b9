import { z } from 'zod'
import { JsonValue } from '../../protocol/json-value'

/** One piece of a message as a client sends it, and as it is told back. */
export const UserInputItem = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), text_elements: z.array(JsonValue).default([]) }),
  z.object({ type: z.literal('image'), url: z.string() }),
  z.object({ type: z.literal('localImage'), path: z.string() }),
  z.object({ type: z.literal('skill'), name: z.string(), path: z.string() }),
  z.object({ type: z.literal('mention'), name: z.string(), path: z.string() }),
])
export type UserInputItem = z.infer<typeof UserInputItem>

/** What a part of a command does, for display only. */
export const CommandAction = z.discriminatedUnion('type', [
  z.object({ type: z.literal('read'), command: z.string(), name: z.string(), path: z.string() }),
  z.object({ type: z.literal('listFiles'), command: z.string(), path: z.string().nullable() }),
  z.object({
    type: z.literal('search'),
    command: z.string(),
    query: z.string().nullable(),
    path: z.string().nullable(),
  }),
  z.object({ type: z.literal('unknown'), command: z.string() }),
])
export type CommandAction = z.infer<typeof CommandAction>

const CallStatus = z.enum(['inProgress', 'completed', 'failed', 'declined'])
/** How a command, a patch or a call of a tool stands. `declined`: it was not let run (again). */
export type CallStatus = z.infer<typeof CallStatus>

const WireChange = z.object({
  path: z.string(),
  kind: z.discriminatedUnion('type', [
    z.object({ type: z.literal('add') }),
    z.object({ type: z.literal('delete') }),
    z.object({ type: z.literal('update'), move_path: z.string().nullable() }),
  ]),
  diff: z.string(),
})
/** The change of one file; `diff` of a new or a deleted file is its text. */
export type WireChange = z.infer<typeof WireChange>

const timed = { startedAtMs: z.number().nullable(), completedAtMs: z.number().nullable() }

const ToolResult = z.object({
  content: z.array(JsonValue),
  structuredContent: JsonValue.nullable(),
  _meta: JsonValue.nullable(),
})

/** One item of a turn. */
export const ThreadItem = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('userMessage'),
    id: z.string(),
    clientId: z.string().nullable(),
    content: z.array(UserInputItem),
    ...timed,
  }),
  z.object({
    type: z.literal('agentMessage'),
    moderation: z.null(),
    id: z.string(),
    text: z.string(),
    phase: z.null(),
    memoryCitation: z.null(),
    delivery: z.null(),
    questions: z.null(),
    ...timed,
  }),
  z.object({
    type: z.literal('reasoning'),
    id: z.string(),
    summary: z.array(z.string()),
    content: z.array(z.string()),
    ...timed,
  }),
  z.object({
    type: z.literal('commandExecution'),
    id: z.string(),
    pluginId: z.null(),
    scriptPath: z.null(),
    command: z.string(),
    cwd: z.string(),
    processId: z.string().nullable(),
    source: z.literal('agent'),
    status: CallStatus,
    commandActions: z.array(CommandAction),
    aggregatedOutput: z.string().nullable(),
    exitCode: z.number().int().nullable(),
    durationMs: z.number().nullable(),
    ...timed,
  }),
  z.object({
    type: z.literal('fileChange'),
    id: z.string(),
    changes: z.array(WireChange),
    status: CallStatus,
    ...timed,
  }),
  z.object({
    type: z.literal('mcpToolCall'),
    id: z.string(),
    server: z.string(),
    tool: z.string(),
    status: z.enum(['inProgress', 'completed', 'failed']),
    arguments: JsonValue,
    appContext: z.null(),
    mcpAppUi: z.null(),
    pluginId: z.null(),
    readOnlyHint: z.null(),
    result: ToolResult.nullable(),
    error: z.object({ message: z.string() }).nullable(),
    durationMs: z.number().nullable(),
    ...timed,
  }),
  z.object({
    type: z.literal('webSearch'),
    id: z.string(),
    query: z.string(),
    action: z.null(),
    ...timed,
  }),
  z.object({ type: z.literal('imageView'), id: z.string(), path: z.string(), ...timed }),
  z.object({ type: z.literal('enteredReviewMode'), id: z.string(), review: z.string(), ...timed }),
  z.object({ type: z.literal('exitedReviewMode'), id: z.string(), review: z.string(), ...timed }),
  z.object({ type: z.literal('contextCompaction'), id: z.string(), ...timed }),
])
export type ThreadItem = z.infer<typeof ThreadItem>
