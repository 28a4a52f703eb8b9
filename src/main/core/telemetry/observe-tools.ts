import type { AgentEvent } from '@shared/domain/agent-event'
import { previewForLog } from '../conversation/log-preview'
import type { Clock } from '../ports'
import type { Tool } from '../tools/tool'
import type { Telemetry } from './telemetry'

/**
 * Tools whose calls are told of, with their result. A call has succeeded when what it ran last ended with exit code 0;
 * one that ran nothing has, unless it was rejected.
 */
export function observeTools(tools: readonly Tool[], telemetry: Telemetry, clock: Clock): readonly Tool[] {
  return tools.map((tool) => ({
    ...tool,
    async run(call, turn, parts) {
      const begun = clock.now()
      let success = true
      const emit = (event: AgentEvent): void => {
        success = successAfter(event, call.callId) ?? success
        turn.emit(event)
      }
      const reply = await tool.run(call, { ...turn, emit }, parts)
      telemetry.record(
        { sessionId: turn.sessionId },
        {
          name: 'tool_result',
          attributes: {
            tool_name: tool.spec.name,
            call_id: call.callId,
            arguments: previewForLog(call.arguments),
            duration_ms: clock.now() - begun,
            success,
            output: previewForLog(reply.text),
          },
        },
      )
      return reply
    },
  }))
}

/** What an event says about the call's success; undefined when nothing. */
function successAfter(event: AgentEvent, callId: string): boolean | undefined {
  if (!('callId' in event) || event.callId !== callId) return undefined
  if (event.type === 'tool.rejected') return false
  if (event.type === 'mcp.finished') return event.result.kind === 'answered' && !event.result.failed
  if (event.type !== 'command.finished' && event.type !== 'patch.finished') return undefined
  return event.outcome.kind === 'exited' && event.outcome.exitCode === 0
}
