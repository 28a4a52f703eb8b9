import type { AgentEvent, TokenUsage } from '@shared/domain/agent-event'
import { emptyOutput, type CommandOutcome } from '@shared/domain/command-outcome'
import { EventMsg } from '../../src/main/hosts/protocol/event-msg'
import type { UserInput } from '@shared/domain/user-input'
import { EventMapper } from '../../src/main/hosts/protocol/event-mapper'
import { sampleRequest } from './sample-request'

export type Type = AgentEvent['type']
export type Of<T extends Type> = Extract<AgentEvent, { type: T }>

export const mapper = () =>
  new EventMapper({
    conversationId: 's1',
    rolloutPath: '/home/me/s1.jsonl',
    history: { id: 0, entries: 0 },
    nextId: () => 'item',
    summarise: (command) => Promise.resolve([{ type: 'unknown', cmd: command.join(' ') }]),
  })

/** The messages of the last of these events, each checked against the wire's own schema. */
export async function last(
  events: readonly AgentEvent[],
  input: readonly UserInput[] = [],
): Promise<EventMsg[]> {
  const wire = mapper()
  wire.expect('0', input)
  let told: EventMsg[] = []
  for (const event of events) told = (await wire.map(event)).map(({ msg }) => EventMsg.parse(msg))
  return told
}

export const usage: TokenUsage = {
  inputTokens: 10,
  cachedInputTokens: 4,
  outputTokens: 5,
  reasoningTokens: 3,
  totalTokens: 15,
}
export const ran = (exitCode: number, stdout = ''): CommandOutcome => ({
  kind: 'exited',
  exitCode,
  durationMs: 1500,
  output: { ...emptyOutput, stdout, aggregated: stdout },
})
export const started: Of<'command.started'> = {
  type: 'command.started',
  callId: 'c1',
  attempt: 1,
  command: ['ls'],
  cwd: '/work',
  confinement: 'bubblewrap',
  grants: [],
}
const changes = { '/work/a.txt': { type: 'add', content: 'one\n' } } as const
export const patch: Of<'patch.started'> = {
  type: 'patch.started',
  callId: 'p1',
  attempt: 1,
  changes,
  autoApproved: true,
  confinement: 'bubblewrap',
  grants: [],
}
export const finished = (outcome: CommandOutcome): Of<'command.finished'> => ({
  type: 'command.finished',
  callId: 'c1',
  outcome,
})
export const denied: CommandOutcome = {
  kind: 'denied',
  exitCode: 1,
  durationMs: 5,
  output: emptyOutput,
  evidence: sampleRequest.stop.evidence,
}
export const turn: Of<'turn.started'> = { type: 'turn.started', turnId: 't1', turnNumber: 1 }
export const noCount = { type: 'token_count', info: null, rate_limits: { primary: null, secondary: null } }
const place = { thread_id: 's1', turn_id: '0' }
export const twice = (item: object) => [
  { type: 'item_started', ...place, item },
  { type: 'item_completed', ...place, item },
]
export const agentStarted: Of<'agent.started'> = {
  type: 'agent.started',
  callId: 'c1',
  childId: 'k1',
  name: 'ann',
  kind: 'agent',
  task: 'look',
}
export const agentFinished: Of<'agent.finished'> = {
  type: 'agent.finished',
  callId: 'c1',
  childId: 'k1',
  outcome: 'completed',
  lastMessage: 'seen',
}
