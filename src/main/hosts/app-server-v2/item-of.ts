import type { AgentEvent } from '@shared/domain/agent-event'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { FileChanges } from '@shared/domain/file-change'
import type { McpInvocation, McpResult } from '@shared/domain/mcp-result'
import type { ParsedCommand } from '@shared/domain/parsed-command'
import { quoteCommand } from '@shared/domain/quote-shell'
import type { CallStatus, CommandAction, ThreadItem, UserInputItem, WireChange } from './protocol/items'

type Item<T extends ThreadItem['type']> = Extract<ThreadItem, { type: T }>
/** An item that runs for a while and then ends with a status. */
export type CallItem = Item<'commandExecution' | 'fileChange' | 'mcpToolCall' | 'webSearch'>

const begun = (startedAtMs: number) => ({ startedAtMs, completedAtMs: null })

/** What a person said, as an item that is whole from its beginning. */
export function userItem(
  id: string,
  { text, images = [], clientId }: Extract<AgentEvent, { type: 'user.message' }>,
  at: number,
): ThreadItem {
  const said: UserInputItem[] = text === '' ? [] : [{ type: 'text', text, text_elements: [] }]
  const shown = images.map((label): UserInputItem => ({
    type: 'text',
    text: `[${label}]`,
    text_elements: [],
  }))
  return {
    type: 'userMessage',
    id,
    clientId: clientId ?? null,
    content: [...said, ...shown],
    startedAtMs: at,
    completedAtMs: null,
  }
}

/** A message of the agent, with what is there of its text. */
export function messageItem(id: string, text: string, at: number): Item<'agentMessage'> {
  const none = { moderation: null, phase: null, memoryCitation: null, delivery: null, questions: null }
  return { type: 'agentMessage', id, text, ...none, ...begun(at) }
}

/** The parts of a command for display; a command that is not known to be harmless is one unknown part. */
export function actionsOf(
  command: readonly string[],
  summary: readonly ParsedCommand[] = [],
): CommandAction[] {
  if (summary.length === 0) return [{ type: 'unknown', command: quoteCommand(command) }]
  return summary.map((part): CommandAction => {
    switch (part.type) {
      case 'read':
        return { type: 'read', command: part.cmd, name: part.name, path: part.path }
      case 'list_files':
        return { type: 'listFiles', command: part.cmd, path: part.path ?? null }
      case 'search':
        return { type: 'search', command: part.cmd, query: part.query ?? null, path: part.path ?? null }
      case 'unknown':
        return { type: 'unknown', command: part.cmd }
    }
  })
}

/** A command that is to run, or runs. */
export function commandItem(
  id: string,
  what: {
    readonly command: readonly string[]
    readonly cwd: string
    readonly summary?: readonly ParsedCommand[]
  },
  at: number,
): Item<'commandExecution'> {
  return {
    type: 'commandExecution',
    id,
    pluginId: null,
    scriptPath: null,
    command: quoteCommand(what.command),
    cwd: what.cwd,
    processId: null,
    source: 'agent',
    status: 'inProgress',
    commandActions: actionsOf(what.command, what.summary),
    aggregatedOutput: null,
    exitCode: null,
    durationMs: null,
    ...begun(at),
  }
}

/** The changes of a patch, file by file. */
export function wireChangesOf(changes: FileChanges): WireChange[] {
  return Object.entries(changes).map(([path, change]) =>
    change.type === 'update'
      ? {
          path,
          kind: { type: 'update', move_path: change.move_path ?? null },
          diff: change.unified_diff,
        }
      : { path, kind: { type: change.type }, diff: change.content },
  )
}

/** A patch that is to be applied, or is being. */
export function fileItem(id: string, changes: FileChanges, at: number): Item<'fileChange'> {
  return { type: 'fileChange', id, changes: wireChangesOf(changes), status: 'inProgress', ...begun(at) }
}

/** A call of a server's tool. */
export function toolItem(id: string, invocation: McpInvocation, at: number): Item<'mcpToolCall'> {
  return {
    type: 'mcpToolCall',
    id,
    server: invocation.server,
    tool: invocation.tool,
    status: 'inProgress',
    arguments: invocation.arguments,
    appContext: null,
    mcpAppUi: null,
    pluginId: null,
    readOnlyHint: null,
    result: null,
    error: null,
    durationMs: null,
    ...begun(at),
  }
}

/** What a request is about, as an item that begins with it. Undefined for text to a process that has its item already. */
export function askedItem(request: ApprovalRequest, at: number): CallItem | undefined {
  const { callId, kind, changes, tool } = request
  if (kind === 'input') return undefined
  if (tool) return toolItem(callId, tool.invocation, at)
  return changes === undefined ? commandItem(callId, request, at) : fileItem(callId, changes, at)
}

const statusOf = (outcome: CommandOutcome): CallStatus => {
  if (outcome.kind === 'refused') return 'declined'
  return outcome.kind === 'exited' && outcome.exitCode === 0 ? 'completed' : 'failed'
}

/** A command or a patch with how an attempt at it ended. Nothing but an exit with 0 is a success. */
export function endedItem(item: CallItem, outcome: CommandOutcome, at: number): CallItem {
  const status = statusOf(outcome)
  if (item.type === 'fileChange') return { ...item, status, completedAtMs: at }
  if (item.type !== 'commandExecution') return { ...item, completedAtMs: at }
  return {
    ...item,
    status,
    aggregatedOutput: 'output' in outcome ? outcome.output.aggregated : outcome.reason,
    exitCode: 'exitCode' in outcome ? outcome.exitCode : null,
    durationMs: 'durationMs' in outcome ? outcome.durationMs : null,
    completedAtMs: at,
  }
}

/** A call that ends without an outcome of its own. */
export function closedItem(
  item: CallItem,
  status: 'completed' | 'failed' | 'declined',
  at: number,
): CallItem {
  if (item.type === 'webSearch') return { ...item, completedAtMs: at }
  if (item.type === 'mcpToolCall')
    return {
      ...item,
      status: status === 'completed' ? 'completed' : 'failed',
      error: status === 'declined' ? { message: 'The call was denied.' } : item.error,
      completedAtMs: at,
    }
  return { ...item, status, completedAtMs: at }
}

/** A call of a tool with what came back. What the server calls failed is told as what it answered. */
export function answeredItem(item: Item<'mcpToolCall'>, result: McpResult, at: number): CallItem {
  const { durationMs } = result
  if (result.kind === 'stopped')
    return { ...item, status: 'failed', error: { message: result.reason }, durationMs, completedAtMs: at }
  const text = result.text === '' ? [] : [{ type: 'text', text: result.text }]
  const images = result.images.map(({ mimeType, data }) => ({ type: 'image', mimeType, data }))
  return {
    ...item,
    status: result.failed ? 'failed' : 'completed',
    result: { content: [...text, ...images], structuredContent: null, _meta: null },
    durationMs,
    completedAtMs: at,
  }
}
