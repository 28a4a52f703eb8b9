import { HookAgent } from '@shared/domain/hook-agent'
import type { PastWanted } from '../../core/ports/agent-histories'
import { absolute, objectOf, parsed, textOf, type HistoryState, type PastCall } from './history-lines'

type Line = Readonly<Record<string, unknown>>

const items = new Set([
  ...['function_call', 'function_call_output', 'custom_tool_call', 'custom_tool_call_output'],
  ...['local_shell_call', 'message', 'reasoning'],
])

/** Whether a line is one of Codex's, or of ours, which have the same form: an envelope, or (older) the item itself. */
export const isCodex = (line: Line): boolean =>
  line['payload'] !== undefined ||
  line['record_type'] !== undefined ||
  items.has(String(line['type'])) ||
  (typeof line['id'] === 'string' && typeof line['timestamp'] === 'string' && 'instructions' in line)

const words = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
    ? value
    : undefined

interface Wanting {
  readonly wanted: PastWanted
  readonly cwd: string | undefined
}

const escalates = (args: Line): boolean =>
  args['with_escalated_permissions'] === true || args['sandbox_permissions'] === 'require_escalated'

/** A folder as a call names it: from the session's. */
function folderOf(value: unknown, from: string | undefined): string | undefined {
  if (typeof value !== 'string' || value === '') return from
  return absolute(value) ?? absolute(`${from ?? ''}/${value}`)
}

function wantedByFunction(name: string, args: Line, from: string | undefined): Wanting | undefined {
  const script = textOf(name === 'exec_command' ? args['cmd'] : args['command'])
  const cwd = folderOf(args['workdir'] ?? args['working_directory'], from)
  const escalated = escalates(args)
  switch (name) {
    case 'shell':
    case 'container.exec':
    case 'local_shell': {
      const argv = words(args['command'])
      return argv && { cwd, wanted: { kind: 'command', argv, escalated } }
    }
    case 'exec_command':
    case 'shell_command':
      return script === undefined
        ? undefined
        : { cwd, wanted: { kind: 'command', argv: ['bash', '-lc', script], escalated } }
    case 'apply_patch': {
      const body = textOf(args['input'] ?? args['patch'])
      return body === undefined ? undefined : { cwd, wanted: { kind: 'patch', body } }
    }
    default:
      return undefined
  }
}

/** A no of the person's, in the words of its versions. What a command prints is never all of an output there. */
const refused =
  /^(exec command rejected by user|patch rejected by user|exec_command failed\b.*Rejected\(\\?"rejected by user\\?"\))/

function readItem(item: Line, at: string | undefined, state: HistoryState): void {
  const id = textOf(item['call_id']) ?? (item['type'] === 'local_shell_call' ? textOf(item['id']) : undefined)
  const take = (found: Wanting | undefined): void => {
    if (found) state.call({ id, at, ...found })
  }
  switch (item['type']) {
    case 'function_call':
      take(
        wantedByFunction(String(item['name']), objectOf(parsed(textOf(item['arguments']) ?? '')), state.cwd),
      )
      return
    case 'custom_tool_call':
      take(wantedByFunction(String(item['name']), { input: item['input'] }, state.cwd))
      return
    case 'local_shell_call':
      take(wantedByFunction('local_shell', objectOf(item['action']), state.cwd))
      return
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const output = textOf(item['output'])
      if (id !== undefined)
        state.outcome(
          id,
          output !== undefined && refused.test(output) ? { asked: 'yes', answer: 'denied' } : undefined,
        )
      return
    }
    case 'message': {
      // Older versions say their folder nowhere else.
      const [first] = Array.isArray(item['content']) ? (item['content'] as readonly unknown[]) : []
      const text = textOf(objectOf(first)['text']) ?? ''
      if (item['role'] === 'user' && text.startsWith('<environment_context>'))
        settle(state, absolute(/<cwd>([^<]*)<\/cwd>/.exec(text)?.[1]))
      return
    }
    default:
      return
  }
}

function settle(state: HistoryState, cwd: string | undefined): void {
  state.workspace ??= cwd
  if (cwd !== undefined) state.cwd = cwd
}

/** Newer versions put down each command that ran, also those that a model's own program started. */
function readRun(item: Line, at: string | undefined, state: HistoryState): void {
  const id = textOf(item['id'])
  const argv = words(item['command'])
  if (item['type'] !== 'CommandExecution' || !argv || id === undefined) return
  const cwd = absolute(textOf(item['cwd'])?.replace(/^file:\/\//, ''))
  state.call(
    { id, at, cwd, wanted: { kind: 'command', argv, escalated: false } },
    item['status'] === 'declined' ? { asked: 'yes', answer: 'denied' } : undefined,
  )
}

/** Our own records have every question, and what was said to it. */
function readOwnEvent(event: Line, state: HistoryState): void {
  const { type } = event
  if (type !== 'approval.requested' && type !== 'approval.resolved') return
  const request = objectOf(event['request'])
  const id = textOf(request['callId'])
  if (id === undefined) return
  const { kind: decision } = objectOf(request['decision'])
  const answer =
    decision === 'allow' || decision === 'apply'
      ? 'allowed'
      : decision === 'deny' || decision === 'abort'
        ? 'denied'
        : 'unknown'
  if (state.isOpen(id)) {
    state.note(id, { asked: 'yes', answer })
    return
  }
  const call = type === 'approval.resolved' ? callOfRequest(id, request) : undefined
  if (call) state.call(call, { asked: 'yes', answer })
}

/** What an agent of another maker asked at the desk, of which no call is on record. */
function callOfRequest(id: string, request: Line): PastCall | undefined {
  const agent = HookAgent.safeParse(objectOf(request['desk'])['agent'])
  if (!agent.success) return undefined
  const argv = words(request['command'])
  const kind = request['kind'] ?? 'command'
  const writes = Object.keys(objectOf(request['changes']))
  const wanted: PastWanted | undefined =
    kind === 'patch'
      ? { kind: 'edit', writes, removes: [] }
      : kind === 'command' && argv
        ? { kind: 'command', argv, escalated: false }
        : undefined
  return (
    wanted && {
      id,
      at: textOf(request['createdAt']),
      cwd: absolute(request['cwd']),
      wanted,
      agent: agent.data,
    }
  )
}

/** Takes up one line of Codex's, or of our own. */
export function readCodexLine(line: Line, state: HistoryState): void {
  const at = textOf(line['timestamp'])
  const type = String(line['type'])
  if (line['payload'] === undefined) {
    if (line['record_type'] === undefined) state.begin()
    readItem(line, at, state)
    return
  }
  const payload = objectOf(line['payload'])
  if (type.startsWith('countersign_')) state.agent = 'countersign'
  switch (type) {
    case 'session_meta':
      if (payload['originator'] === 'countersign') {
        state.agent = 'countersign'
        state.unsaid = { asked: 'no', answer: 'unknown' }
      }
      state.begin()
      settle(state, absolute(payload['cwd']))
      return
    case 'turn_context':
      settle(state, absolute(payload['cwd']))
      if (state.agent !== 'countersign')
        state.unsaid = {
          asked: payload['approval_policy'] === 'never' ? 'no' : 'unknown',
          answer: 'unknown',
        }
      return
    case 'response_item':
      readItem(payload, at, state)
      return
    case 'event_msg':
      if (payload['type'] === 'item_completed') readRun(objectOf(payload['item']), at, state)
      return
    case 'countersign_event':
      readOwnEvent(payload, state)
      return
    default:
      return
  }
}
