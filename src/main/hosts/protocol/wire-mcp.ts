import type { AgentEvent } from '@shared/domain/agent-event'
import type { McpResult } from '@shared/domain/mcp-result'
import type { McpServerStatus, McpTool } from '@shared/domain/mcp-server'
import type { EventMsg } from './event-msg'
import type { WireDuration } from './tool-events'

/** The wire's form: what the server answered in the protocol's own parts, or why there is no answer. */
function wireResult(result: McpResult): unknown {
  if (result.kind === 'stopped') return { Err: result.reason }
  const text = { type: 'text', text: result.text }
  const images = result.images.map(({ data, mimeType }) => ({ type: 'image', data, mimeType }))
  const sounds = (result.sounds ?? []).map(({ data, mimeType }) => ({ type: 'audio', data, mimeType }))
  const content = result.text === '' && images.length > 0 ? images : [text, ...images, ...sounds]
  return { Ok: { content, isError: result.failed } }
}

/** The end of a call of a server's tool (docs/spec/wire.md). */
export function mcpEnd({
  callId,
  invocation,
  result,
}: Extract<AgentEvent, { type: 'mcp.finished' }>): EventMsg {
  return {
    type: 'mcp_tool_call_end',
    call_id: callId,
    invocation,
    duration: wireDuration(result.durationMs),
    result: wireResult(result),
  }
}

const encoder = new TextEncoder()
/** Arguments that one call of String.fromCharCode may safely take. */
const slice = 8192

/** Text as base64 of its UTF-8 bytes, the wire's form of output chunks. */
export function base64(text: string): string {
  const bytes = encoder.encode(text)
  let binary = ''
  for (let at = 0; at < bytes.length; at += slice)
    binary += String.fromCharCode(...bytes.subarray(at, at + slice))
  return btoa(binary)
}

/** Milliseconds as the wire writes real time; a negative or missing measure counts as none. */
export function wireDuration(ms: number): WireDuration {
  const whole = Number.isFinite(ms) && ms > 0 ? ms : 0
  const secs = Math.floor(whole / 1000)
  return { secs, nanos: Math.min(Math.round((whole - secs * 1000) * 1e6), 999_999_999) }
}

/** What a server says of a tool's effect, in the names of the Model Context Protocol. */
export const hints = ({ title, readOnly, destructive, idempotent, openWorld }: McpTool['annotations']) => ({
  ...(title !== undefined && { title }),
  ...(readOnly !== undefined && { readOnlyHint: readOnly }),
  ...(destructive !== undefined && { destructiveHint: destructive }),
  ...(idempotent !== undefined && { idempotentHint: idempotent }),
  ...(openWorld !== undefined && { openWorldHint: openWorld }),
})

const authWords = {
  'bearer-token': 'bearer_token',
  'o-auth': 'o_auth',
  'not-signed-in': 'not_logged_in',
} as const

/** The tools of a session's servers by the names that models call them by, and how each server is doing. */
export function mcpToolsListed(servers: readonly McpServerStatus[]): EventMsg {
  const tools = servers.flatMap((server) => server.tools)
  return {
    type: 'mcp_list_tools_response',
    tools: Object.fromEntries(
      tools.map(({ offeredAs, name, description, inputSchema, annotations }) => [
        offeredAs,
        { name, description, inputSchema, annotations: hints(annotations) },
      ]),
    ),
    resources: {},
    resource_templates: {},
    auth_statuses: Object.fromEntries(
      servers.map(({ id, auth }) => [id, auth === undefined ? 'unsupported' : authWords[auth]] as const),
    ),
    servers: servers.map(({ id, state, reason }) => ({
      name: id,
      state,
      ...(reason !== undefined && { reason }),
    })),
  }
}
