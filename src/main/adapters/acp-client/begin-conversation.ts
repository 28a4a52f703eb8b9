import type {
  ClientConnection,
  InitializeResponse,
  LoadSessionResponse,
  NewSessionResponse,
  ResumeSessionResponse,
} from '@agentclientprotocol/sdk'
import type { OfferedModes } from './choose-mode'

/** Whether an agent takes up a conversation that it had before. */
export const takesUp = ({ agentCapabilities: can }: InitializeResponse): boolean =>
  can?.loadSession === true || Boolean(can?.sessionCapabilities?.resume)

/**
 * The conversation: the one `before`, where the agent can take that up, else a new one, and `notes` say so. It is given no MCP servers of ours
 * (decision 137).
 */
export async function beginConversation(
  { agent }: ClientConnection,
  greeting: InitializeResponse,
  { cwd, name, before }: { readonly cwd: string; readonly name: string; readonly before: string | undefined },
): Promise<OfferedModes & { readonly notes: readonly string[] }> {
  const place = { cwd, mcpServers: [] }
  const fresh = async (notes: readonly string[]) => {
    const { sessionId, modes } = await agent.request<NewSessionResponse>('session/new', place)
    return { session: sessionId, modes: modes ?? undefined, notes }
  }
  if (before === undefined || before === '') return fresh([])
  const forgot = `${name} could not take up its earlier conversation and begins a new one: it knows nothing of what was said here before.`
  if (!takesUp(greeting)) return fresh([forgot])
  try {
    // What it tells meanwhile is what was told before: nobody hears it.
    const taken = { ...place, sessionId: before }
    const { modes } = greeting.agentCapabilities?.sessionCapabilities?.resume
      ? await agent.request<ResumeSessionResponse>('session/resume', taken)
      : await agent.request<LoadSessionResponse>('session/load', taken)
    return { session: before, modes: modes ?? undefined, notes: [] }
  } catch {
    return fresh([forgot])
  }
}
