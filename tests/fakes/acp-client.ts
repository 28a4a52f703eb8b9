import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import {
  client,
  ndJsonStream,
  type ClientContext,
  type InitializeResponse,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk'
import type { AppServerHome } from './app-server-home'
import { cliEntry } from './run-cli'

/** An answer to a permission request, right away or after a while. */
export type AnswerPermission = (
  asked: RequestPermissionRequest,
  signal: AbortSignal,
) => RequestPermissionResponse | Promise<RequestPermissionResponse>

/** The SDK's client on the built `countersign acp`, with what it was told and asked. */
export interface AcpClient {
  readonly agent: ClientContext
  readonly initialized: InitializeResponse
  readonly updates: readonly SessionUpdate[]
  readonly asked: readonly RequestPermissionRequest[]
  readonly pid: number | undefined
  /** A session in the home's project. */
  begin(): Promise<string>
  prompt(sessionId: string, text: string): Promise<string>
  /** Ends its input, and resolves with the exit code. */
  end(): Promise<number | null>
}

/** The answer that chooses the first option whose name or id fits. */
export const choose =
  (wanted: RegExp): AnswerPermission =>
  ({ options }) => {
    const option = options.find(({ name, optionId }) => wanted.test(name) || wanted.test(optionId))
    return { outcome: option ? { outcome: 'selected', optionId: option.optionId } : { outcome: 'cancelled' } }
  }

/** Starts one. */
export async function connectAcp(home: AppServerHome, answer: AnswerPermission): Promise<AcpClient> {
  const child = spawn(process.execPath, [cliEntry, 'acp'], {
    cwd: home.project,
    env: home.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return await speakWith(child, { project: home.project, answer })
}

/** The SDK's client on a program that speaks ACP over its standard streams; rejects when it does not begin. */
export async function speakWith(
  child: ChildProcessByStdio<Writable, Readable, Readable | null>,
  { project, answer }: { readonly project: string; readonly answer: AnswerPermission },
): Promise<AcpClient> {
  const exited = once(child, 'exit')
  const updates: SessionUpdate[] = []
  const asked: RequestPermissionRequest[] = []
  const { agent } = client({ name: 'test-editor' })
    .onNotification('session/update', ({ params }) => {
      updates.push(params.update)
    })
    .onRequest('session/request_permission', ({ params, signal }) => {
      asked.push(params)
      return answer(params, signal)
    })
    .connect(
      ndJsonStream(
        Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
        Readable.toWeb(child.stdout) as unknown as ReadableStream<Uint8Array>,
      ),
    )
  const initialized = await agent.request('initialize', { protocolVersion: 1 })
  return {
    agent,
    initialized,
    updates,
    asked,
    pid: child.pid,
    begin: async () => (await agent.request('session/new', { cwd: project, mcpServers: [] })).sessionId,
    prompt: async (sessionId, text) =>
      (await agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })).stopReason,
    async end() {
      child.stdin.end()
      const [code] = (await exited) as [number | null]
      return code
    },
  }
}

/** What the agent said in its messages, as one text. */
export const said = (updates: readonly SessionUpdate[]): string =>
  updates
    .map((each) =>
      each.sessionUpdate === 'agent_message_chunk' && each.content.type === 'text' ? each.content.text : '',
    )
    .join('')

/** What is known of a call after all that was told of it. */
export const callReported = (updates: readonly SessionUpdate[], id: string): Record<string, unknown> =>
  Object.assign({}, ...updates.filter((each) => 'toolCallId' in each && each.toolCallId === id)) as Record<
    string,
    unknown
  >

/** The client as one of several tests has it that use it one after another: what was told and asked since it began, and sessions in its own project. */
export function acpSinceNow(acp: AcpClient, project: string): AcpClient {
  const [told, asked] = [acp.updates.length, acp.asked.length]
  return {
    ...acp,
    get updates() {
      return acp.updates.slice(told)
    },
    get asked() {
      return acp.asked.slice(asked)
    },
    begin: async () => (await acp.agent.request('session/new', { cwd: project, mcpServers: [] })).sessionId,
  }
}
