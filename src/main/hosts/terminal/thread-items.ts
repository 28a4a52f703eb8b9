import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { FileChanges } from '@shared/domain/file-change'
import type { McpInvocation, McpResult } from '@shared/domain/mcp-result'
import { quoteCommand } from '@shared/domain/quote-shell'

/** What an item shows, without its id (docs/spec/exec.md). */
export type ThreadItem = Readonly<Record<string, unknown>> & { readonly type: string }

type Status = 'in_progress' | 'completed' | 'failed'

/** The item of a command that was started, or is asked about. */
export function commandItem(command: readonly string[]): ThreadItem {
  return {
    type: 'command_execution',
    command: quoteCommand(command),
    aggregated_output: '',
    exit_code: null,
    status: 'in_progress' satisfies Status,
  }
}

/** The item of a patch. A file that is moved is named by where it was. */
export function fileItem(changes: FileChanges): ThreadItem {
  return {
    type: 'file_change',
    changes: Object.entries(changes).map(([path, { type }]) => ({ path, kind: type })),
    status: 'in_progress' satisfies Status,
  }
}

/** The item of a call of a server's tool. */
export function toolItem({ server, tool, arguments: given }: McpInvocation): ThreadItem {
  return {
    type: 'mcp_tool_call',
    ...{ server, tool, arguments: given },
    ...{ result: null, error: null, status: 'in_progress' satisfies Status },
  }
}

/** The item that a request is about, where it began with the request. Undefined for one about something that runs already. */
export function askedItem({ kind, command, changes }: ApprovalRequest): ThreadItem | undefined {
  if (kind === 'input' || kind === 'tool') return undefined
  return changes === undefined ? commandItem(command) : fileItem(changes)
}

/** The item of a command or a patch with how an attempt ended. Nothing but an exit with 0 is a success. */
export function endedItem(item: ThreadItem, outcome: CommandOutcome): ThreadItem {
  const code = 'exitCode' in outcome ? outcome.exitCode : null
  const status: Status = outcome.kind === 'exited' && code === 0 ? 'completed' : 'failed'
  if (item.type !== 'command_execution') return { ...item, status }
  const text = 'output' in outcome ? outcome.output.aggregated : outcome.reason
  return { ...item, aggregated_output: text, exit_code: code, status }
}

/** The item of a tool's call with what came back. What the server calls failed stays what it answered. */
export function answeredItem(item: ThreadItem, result: McpResult): ThreadItem {
  if (result.kind === 'stopped') return { ...item, error: { message: result.reason }, status: 'failed' }
  const images = result.images.map(({ mimeType, data }) => ({ type: 'image', mimeType, data }))
  const text = result.text === '' ? [] : [{ type: 'text', text: result.text }]
  return {
    ...item,
    result: { content: [...text, ...images], structured_content: null },
    status: result.failed ? 'failed' : 'completed',
  }
}

/** The item of the agent's plan. */
export function planItem({ plan }: Extract<AgentEvent, { type: 'plan.updated' }>): ThreadItem {
  return {
    type: 'todo_list',
    items: plan.map(({ step, status }) => ({ text: step, completed: status === 'completed' })),
  }
}
