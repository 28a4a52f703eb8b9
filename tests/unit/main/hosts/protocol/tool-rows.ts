import { sampleQuestion } from '../../../../fakes/sample-question'
import type { AgentEvent } from '@shared/domain/agent-event'
import { agentFinished, agentStarted, type Of, type Type } from '../../../../fakes/wire-events'

/** One row for each kind of event: what stood before it, the event, and what the wire tells of it. */
export type Rows<Types extends Type> = {
  readonly [T in Types]: { before?: AgentEvent[]; event: Of<T>; told: unknown }
}

/** What the wire has no event for is told in words. */
export const background = (message: string) => [{ type: 'background_event', message }]

/** The rows of the tools that are neither commands nor patches. */
export const toolRows: Rows<
  Extract<
    Type,
    `mcp.${string}` | `agent.${string}` | `search.${string}` | `question.${string}` | 'image.viewed'
  >
> = {
  'mcp.started': {
    event: {
      type: 'mcp.started',
      callId: 'c1',
      invocation: { server: 's', tool: 't', arguments: { a: 1 } },
    },
    told: [
      {
        type: 'mcp_tool_call_begin',
        call_id: 'c1',
        invocation: { server: 's', tool: 't', arguments: { a: 1 } },
      },
    ],
  },
  'agent.started': { event: agentStarted, told: background('agent ann (k1) started') },
  'agent.finished': { event: agentFinished, told: background('agent k1: completed') },
  'mcp.progress': { event: { type: 'mcp.progress', callId: 'c1', text: 'half' }, told: background('half') },
  'mcp.finished': {
    event: {
      type: 'mcp.finished',
      callId: 'c1',
      invocation: { server: 's', tool: 't', arguments: {} },
      result: {
        kind: 'answered',
        failed: false,
        text: 'seen',
        images: [{ mimeType: 'image/png', data: 'AA==' }],
        durationMs: 1500,
      },
    },
    told: [
      {
        type: 'mcp_tool_call_end',
        call_id: 'c1',
        invocation: { server: 's', tool: 't', arguments: {} },
        duration: { secs: 1, nanos: 500_000_000 },
        result: {
          Ok: {
            content: [
              { type: 'text', text: 'seen' },
              { type: 'image', data: 'AA==', mimeType: 'image/png' },
            ],
            isError: false,
          },
        },
      },
    ],
  },
  'search.started': {
    event: { type: 'search.started', callId: 's1' },
    told: [{ type: 'web_search_begin', call_id: 's1' }],
  },
  'search.finished': {
    event: { type: 'search.finished', callId: 's1', query: 'node 24 release' },
    told: [{ type: 'web_search_end', call_id: 's1', query: 'node 24 release' }],
  },
  'question.asked': { event: { type: 'question.asked', question: sampleQuestion() }, told: [] },
  'question.resolved': { event: { type: 'question.resolved', question: sampleQuestion() }, told: [] },
  'image.viewed': {
    event: { type: 'image.viewed', callId: 'c1', path: '/w/a.png', label: 'a.png' },
    told: [{ type: 'view_image_tool_call', call_id: 'c1', path: '/w/a.png' }],
  },
}
