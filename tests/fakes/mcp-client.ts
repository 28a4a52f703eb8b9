import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { AppServerHome } from './app-server-home'
import { cliEntry } from './run-cli'

/** What the server asked in one elicitation. */
export type Asked = Readonly<Record<string, unknown>>

/** The SDK's client on the built `countersign mcp-server`, with what the server told it. */
export interface McpClient {
  readonly client: Client
  readonly transport: StdioClientTransport
  /** The params of every codex/event, oldest first. */
  readonly events: readonly Asked[]
  readonly asked: readonly Asked[]
  /** Calls a tool; a result that says `isError` is a result. */
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<CallResult>
  end(): Promise<void>
}
type CallOptions = Parameters<Client['callTool']>[2]

const CallResult = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
  structuredContent: z
    .object({ conversationId: z.string(), content: z.string(), notes: z.array(z.string()).optional() })
    .optional(),
})
export type CallResult = z.infer<typeof CallResult>

/**
 * Connects one. `answer` answers elicitations, as raw as it stands: the client's own checks are passed by, as those of
 * the reference system's clients are; a rejection is an error answer. Without `answer` the client has no such capability.
 */
export async function connectMcp(
  home: AppServerHome,
  answer?: (asked: Asked) => Promise<Record<string, unknown>> | Record<string, unknown>,
  capabilities: ClientCapabilities = answer ? { elicitation: {} } : {},
  options: readonly string[] = [],
): Promise<McpClient> {
  const events: Asked[] = []
  const asked: Asked[] = []
  const client = new Client({ name: 'test-client', version: '1.0.0' }, { capabilities })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cliEntry, 'mcp-server', ...options],
    env: home.env as Record<string, string>,
    cwd: home.project,
    stderr: 'pipe',
  })
  client.fallbackRequestHandler = async ({ params = {} }) => {
    asked.push(params)
    return (await answer?.(params)) ?? {}
  }
  client.fallbackNotificationHandler = ({ method, params = {} }) => {
    if (method === 'codex/event') events.push(params)
    return Promise.resolve()
  }
  await client.connect(transport)
  return {
    client,
    transport,
    events,
    asked,
    call: async (name, args, options) =>
      CallResult.parse(await client.callTool({ name, arguments: args }, undefined, options)),
    end: () => client.close(),
  }
}

/** The client as one of several tests has it that use it one after another: what was told and asked since it began, and conversations in its own project. */
export function mcpSinceNow(server: McpClient, cwd: string): McpClient {
  const [told, asked] = [server.events.length, server.asked.length]
  return {
    ...server,
    get events() {
      return server.events.slice(told)
    },
    get asked() {
      return server.asked.slice(asked)
    },
    call: (name, args, options) => server.call(name, name === 'codex' ? { cwd, ...args } : args, options),
  }
}
