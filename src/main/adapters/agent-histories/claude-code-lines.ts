import { wantedOf } from '../../core/hook-gateway/hook-body'
import type { PastWanted } from '../../core/ports/agent-histories'
import { absolute, objectOf, textOf, type HistoryState, type PastOutcome } from './history-lines'

type Line = Readonly<Record<string, unknown>>

/** Whether a line is one of Claude Code's: each has its session's id. */
export const isClaudeCode = (line: Line): boolean =>
  typeof line['sessionId'] === 'string' && line['payload'] === undefined

function wantedBy(name: string, input: Line): PastWanted | undefined {
  const notebook = name === 'NotebookEdit' ? textOf(input['notebook_path']) : undefined
  if (notebook !== undefined) return { kind: 'edit', writes: [notebook], removes: [] }
  const wanted = wantedOf('claude-code', name, input)
  switch (wanted.kind) {
    case 'command':
      return {
        kind: 'command',
        argv: ['bash', '-lc', wanted.script],
        escalated: input['dangerouslyDisableSandbox'] === true,
      }
    case 'write':
    case 'edits':
      return { kind: 'edit', writes: [wanted.path], removes: [] }
    case 'patch':
      return wanted
    case 'tool': {
      // Members that are not known change nothing about where it writes.
      const path = /^(Write|Edit|MultiEdit)$/.test(name) ? textOf(input['file_path']) : undefined
      return path === undefined ? undefined : { kind: 'edit', writes: [path], removes: [] }
    }
  }
}

/** What older versions say of a no; what a command prints stands elsewhere in such a line. */
const rejected = /^(User rejected tool use$|Error: The user doesn't want to (proceed|take this action))/

/** What a result says of the question before it. Versions that keep no decision say only of a no that there was one. */
function outcomeOf(line: Line): PastOutcome | undefined {
  const { decision, source } = objectOf(line['permissionDecision'])
  if (typeof source === 'string' && source.startsWith('user'))
    return { asked: 'yes', answer: decision === 'accept' ? 'allowed' : 'denied' }
  if (source === 'config') return { asked: 'no', answer: 'unknown' }
  return rejected.test(textOf(line['toolUseResult']) ?? '') ? { asked: 'yes', answer: 'denied' } : undefined
}

/** Takes up one line of Claude Code's. */
export function readClaudeCodeLine(line: Line, state: HistoryState): void {
  state.agent = 'claude-code'
  const cwd = absolute(line['cwd'])
  state.workspace ??= cwd
  // A side task has a file of its own and belongs to its session.
  if (line['isSidechain'] !== true && cwd !== undefined) state.begin()
  if (typeof line['permissionMode'] === 'string')
    state.unsaid =
      line['permissionMode'] === 'bypassPermissions'
        ? { asked: 'no', answer: 'unknown' }
        : { asked: 'unknown', answer: 'unknown' }
  const { content } = objectOf(line['message'])
  if (!Array.isArray(content)) return
  for (const part of content as readonly unknown[]) {
    const { type, id, name, input, tool_use_id } = objectOf(part)
    if (type === 'tool_use' && typeof name === 'string') {
      const wanted = wantedBy(name, objectOf(input))
      if (wanted) state.call({ id: textOf(id), at: textOf(line['timestamp']), cwd, wanted })
    }
    if (type === 'tool_result' && typeof tool_use_id === 'string') state.outcome(tool_use_id, outcomeOf(line))
  }
}
