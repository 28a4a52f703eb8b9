import type { Readable, Writable } from 'node:stream'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  ResultSchema,
  type ClientCapabilities,
} from '@modelcontextprotocol/sdk/types.js'
import type { ProgramEnd } from '../program-end'
import { endClient, endTogether } from '../protocol/client-end'
import { MessageWriter } from '../protocol/message-writer'
import { spareEvents, type CallClient } from './call-client'
import type { McpEngine } from './mcp-conversation'
import type { EngineChoice } from '../cli/composed-engine'
import { Engines } from '../cli/engines'
import { LineTransport } from './line-transport'
import { promptTool, type PermissionPrompt } from './permission-prompt'
import { ToolCalls } from './tool-calls'
import { listTools } from './tools'

/** What the server is run with. `complain` takes a line for whoever runs it; standard output is the protocol's. */
export interface McpServerRun {
  readonly input: Readable
  readonly output: Writable
  readonly version: string
  readonly cwd: string
  readonly end: Omit<ProgramEnd, 'exit'>
  readonly complain: (text: string) => void
  readonly compose: (choice: EngineChoice) => Promise<McpEngine>
  /** A tool for programs rather than models, beside the others; absent: it is not offered. */
  readonly prompt?: PermissionPrompt
}

/** A person may think for as long as they like: the longest that a timer takes, some 24 days. */
const noLimitMs = 2 ** 31 - 1
/** A client that gives up a call without news hears of it so often. */
const stillHereMs = 15_000
/** A capability without any mode is a form's, as it was before there were modes. */
function asksByForm(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/**
 * Serves one MCP client (docs/spec/wire.md) until its input ends, its output breaks or its program is stopped. Then what waits
 * is denied, what runs is stopped, the records are flushed, and it resolves with the exit code: 0, or 130 when it was
 * stopped.
 */
export async function runMcpServer(run: McpServerRun): Promise<number> {
  const { input, output, version, complain } = run
  const writer = new MessageWriter(output)
  const transport = new LineTransport(input, writer)
  const engines = new Engines(run.compose)
  const calls = new ToolCalls(engines, run.cwd)
  const { server } = new McpServer(
    { name: 'countersign', title: 'Countersign', version },
    { capabilities: { tools: {} } },
  )
  server.onerror = (error) => {
    complain(`the MCP connection: ${error.message}`)
  }
  const { prompt } = run
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...listTools(), ...(prompt ? [prompt.listing] : [])],
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const { progressToken } = extra._meta ?? {}
    const { requestId, signal } = extra
    let steps = 0
    let last = 'Working'
    const send = (method: string, members: Record<string, unknown>): void => {
      // A call that was cancelled hears no more.
      if (signal.aborted) return
      server.notification({ method, params: members }).catch((error: unknown) => {
        complain(`a notification could not be sent: ${String(error)}`)
      })
    }
    const progress = (message: string): void => {
      last = message
      if (progressToken !== undefined)
        send('notifications/progress', { progressToken, progress: ++steps, message })
    }
    const client: CallClient = {
      callId: String(requestId),
      signal,
      canAsk: asksByForm(server.getClientCapabilities()),
      emit: (event) => {
        if (writer.congested && spareEvents.has(event.msg.type)) return
        send('codex/event', { _meta: { requestId }, ...event })
      },
      progress,
      ask: (asked, withdrawn) =>
        server.request({ method: 'elicitation/create', params: asked }, ResultSchema, {
          signal: withdrawn,
          timeout: noLimitMs,
        }),
    }
    const stillHere = setInterval(() => {
      progress(last)
    }, stillHereMs)
    try {
      if (prompt && params.name === promptTool) return await prompt.call(params.arguments ?? {}, signal)
      return await calls.call(params.name, params.arguments ?? {}, client)
    } finally {
      clearInterval(stillHere)
    }
  })

  endTogether(input, output, run.end)
  await server.connect(transport)
  await transport.ended
  await server.close()
  prompt?.close()
  return endClient(run.end, writer, () => engines.close(), { error: complain })
}
