import { z } from 'zod'
import type { McpResult } from '@shared/domain/mcp-result'
import type { McpTool } from '@shared/domain/mcp-server'
import { performTool, type McpCall } from '../execution/tool-action'
import type { McpServers } from '../mcp/mcp-servers'
import { truncateForModel } from '../text/truncate-output'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import { type Tool, type ToolReply, callRejected, readArguments } from './tool'

/** Under a name of their own: a tool may well take an argument that is called as our problem is. */
const Arguments = z.record(z.string(), z.json()).transform((given) => ({ given }))

/** Said behind the answer of a call in which its server was kept from something that a person has allowed since. */
const widened =
  'The sandbox kept the server from a part of this. A person has allowed that since, and the server was started again: call the tool again if it is still needed.'

/** The tool's answer as the model gets it: head and tail of a long one, pictures behind it; `tokens` bounds it in place of what is usual. */
export function replyOf(result: McpResult, ends: boolean, tokens?: number): ToolReply {
  if (result.kind === 'stopped') return { text: `The tool gave no answer: ${result.reason}.`, ends }
  const text = truncateForModel(result.text, 0, tokens)
  const images = result.images.map(({ mimeType, data }) => `data:${mimeType};base64,${data}`)
  return { text: result.failed ? `The tool failed: ${text}` : text, images, ends }
}

/** A tool of one of the session's MCP servers, as models call it (docs/spec/tools.md). Every call goes through `performTool`. */
export function mcpTool(tool: McpTool, servers: McpServers): Tool {
  const { offeredAs: name, description, inputSchema: parameters } = tool
  return {
    spec: { name, description, parameters },
    async run({ callId, arguments: text }, turn, parts) {
      const read = readArguments(text.trim() === '' ? '{}' : text, Arguments)
      if ('problem' in read)
        return callRejected({ callId, name }, `${read.problem}; expected an object of arguments`, turn)
      return callTool({ callId, tool, arguments: read.given }, servers, turn, parts)
    },
  }
}

/** Makes one call of a tool, as it is described now, and gives what the model is told. Every call of a server's tool goes this way, those that a person has made again as well. */
export async function callTool(
  call: McpCall,
  servers: McpServers,
  turn: TurnContext,
  parts: CommandParts,
): Promise<ToolReply> {
  const tool = await servers.current(call.tool, turn.signal)
  const done = await performTool({ ...call, tool }, servers, turn, parts)
  if (done.kind === 'refused') return { text: done.text, ends: done.ends }
  const reply = replyOf(done.run.result, turn.signal.aborted, parts.outputLimit?.())
  return done.run.widened ? { ...reply, text: `${reply.text}\n${widened}` } : reply
}
