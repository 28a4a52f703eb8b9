import type { AgentEvent } from '@shared/domain/agent-event'
import type { Clock } from '../ports/system'
import type { Redact } from '../redaction/redact-secrets'
import type { Tool } from '../tools/tool'
import { cutEnd } from '../text/cut-text'
import type { Telemetry } from './telemetry'

/**
 * Tools whose calls are told of, with their result. A call has succeeded when what it ran last ended with exit code 0;
 * one that ran nothing has, unless it was rejected. `redact` blanks secrets before a text is cut: half a key is in no form that is known.
 */
export function observeTools(
  tools: readonly Tool[],
  telemetry: Telemetry,
  clock: Clock,
  redact: Redact,
): readonly Tool[] {
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
            arguments: previewForLog(redact(call.arguments)),
            duration_ms: clock.now() - begun,
            success,
            output: previewForLog(redact(reply.text)),
          },
        },
      )
      return reply
    },
  }))
}

const maxBytes = 2 * 1024
const maxLines = 64
const notice = '[... telemetry preview truncated ...]'

/**
 * The beginning of an output for logs and telemetry: at most 2 KiB of UTF-8 and 64 lines, cut at a character boundary,
 * then the notice of docs/spec/tools.md on a line of its own. What fits comes back as it is.
 */
export function previewForLog(text: string): string {
  const lines = text.split('\n')
  const head = cutEnd(lines.slice(0, maxLines).join('\n'), maxBytes)
  const whole = head.length === text.length || (lines.length === maxLines + 1 && text === `${head}\n`)
  if (whole) return text
  return head.endsWith('\n') ? `${head}${notice}` : `${head}\n${notice}`
}

/** What an event says about the call's success; undefined when nothing. */
function successAfter(event: AgentEvent, callId: string): boolean | undefined {
  if (!('callId' in event) || event.callId !== callId) return undefined
  if (event.type === 'tool.rejected') return false
  if (event.type === 'mcp.finished') return event.result.kind === 'answered' && !event.result.failed
  if (event.type !== 'command.finished' && event.type !== 'patch.finished') return undefined
  return event.outcome.kind === 'exited' && event.outcome.exitCode === 0
}
