import type { McpServers } from '../mcp/mcp-servers'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import { StopQuestions } from './stop-questions'

/** A server, and the call that it was stopped in, or for which it could not start. */
export interface StoppedIn {
  readonly server: string
  readonly callId: string
}

/**
 * Asks about what the sandbox stopped of a server's process since it was looked at last, with exactly that as the offer. A yes begins the
 * server again with it, which is waited for; true then. What was stopped is not done again by us. Throws when a question could
 * not be put on record.
 */
export async function askAboutServer(
  { server, callId }: StoppedIn,
  servers: McpServers,
  turn: TurnContext,
  parts: CommandParts,
): Promise<boolean> {
  const process = servers.stopped(server)
  const stops = await process.take()
  if (stops.length === 0) return false
  let again: Promise<void> | undefined
  const questions = new StopQuestions(
    {
      name: server,
      callId: `${callId}-stops`,
      means: () => ({ kind: 'server-from-now', server }),
      answered: process.answered,
      give: (grants) => {
        again = process.beginWith(grants, turn.signal)
      },
    },
    { turn, parts },
  )
  const withdraw = (): void => void questions.close()
  turn.signal.addEventListener('abort', withdraw, { once: true })
  try {
    questions.heard(stops)
    await questions.settled()
    await again
  } finally {
    turn.signal.removeEventListener('abort', withdraw)
  }
  return again !== undefined
}
