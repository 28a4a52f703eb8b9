import type { ApprovalRequest } from '@shared/domain/approval'
import type { McpInvocation } from '@shared/domain/mcp-result'
import type { ReactNode } from 'react'
import { quoteCommand } from '@shared/domain/quote-shell'
import { shownCommand } from '../../lib/shell-text'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { copyLabel, useCopy } from '../../ui/copy-button'
import { Icon } from '../../ui/icon'
import { runsTurn } from '../../state/queued-messages'
import type { CallProgress } from '../../state/transcript-items'

const words = laterStrings.transcript

type Call = Pick<CallProgress, 'request' | 'ended'> & Partial<Pick<CallProgress, 'attempts' | 'callId'>>

/** Whether a call was stopped and not let through since: by a no, by nobody's answer, by the policy, or by the sandbox alone. */
export function isStopped({ request, ended, attempts = [] }: Call): boolean {
  const last = attempts.at(-1)
  const { state, decision } = request ?? {}
  if (last?.settled === false || state === 'pending' || decision?.kind === 'edit') return false
  const end = ended ?? last?.outcome
  if (end?.kind === 'denied' || end?.kind === 'refused') return true
  if (end?.kind === 'exited') return end.refused !== undefined
  return (
    state === 'expired' || state === 'cancelled' || decision?.kind === 'deny' || decision?.kind === 'abort'
  )
}

interface WayOnProps {
  call: Call
  /** Whether the engine can do it again by itself; else it has to be asked of the agent. */
  again?: boolean
  /** What can be copied of it. */
  text?: string
  /** The call of a tool that it is: what can be copied are its arguments, and its agent can be told of it also where nobody was asked. */
  invocation?: McpInvocation
  /** A fork shows its source's requests, so it is not the session that the request names. */
  sessionId: string
}

/** The way on from a call that was stopped: it runs again with a yes, or its agent is asked to try again. Nothing for any other. */
export function WayOn(props: WayOnProps): ReactNode {
  const elsewhere = useAppState((state) => state.sessions[props.sessionId]?.desk !== undefined)
  return isStopped(props.call) && !elsewhere ? <WaysOn {...props} /> : undefined
}

function WaysOn({ call, again = false, text, invocation, sessionId }: WayOnProps): ReactNode {
  const { request, callId, attempts = [] } = call
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const byAgent = useAppState((state) => state.sessions[sessionId]?.agent !== undefined)
  const runs = useAppState((state) => runsTurn(state, sessionId))
  const { state, copy } = useCopy()
  const off = { disabled: !connected || runs, title: runs ? words.askAgainWhileRunning : undefined }
  // A connection of what runs as no command here (a server's tool) is no call that could be made again.
  const noCall = request?.kind === 'input' || (request?.stage === 'network' && attempts.length === 0)
  const itself = again && callId !== undefined && !byAgent && !noCall
  const copied = request?.input ?? text ?? (invocation && JSON.stringify(invocation.arguments))
  const told = request ? tryAgainText(request) : invocation && tryToolAgainText(invocation)
  if (!itself && told === undefined && copied === undefined) return undefined
  return (
    <div className="card-acts">
      {itself && (
        <Button size="small" {...off} onClick={() => void actions.runAgain(sessionId, callId)}>
          <Icon name="retry" className="sm" />
          {words.runAgain}
        </Button>
      )}
      {!itself && told !== undefined && (
        <Button size="small" {...off} onClick={() => void actions.say(sessionId, told)}>
          <Icon name="retry" className="sm" />
          {words.askAgain}
        </Button>
      )}
      {copied !== undefined && (
        <Button
          size="small"
          onClick={() => {
            copy(copied)
          }}
        >
          {copyLabel(state)}
        </Button>
      )}
    </div>
  )
}

const tryAgainWords = laterStrings.tryAgain
/** A longer text is not repeated: the agent has it in its history. */
const mostCharacters = 4000

/**
 * What is said to the agent about a request that was not let through, so that it asks anew. It names the command, the files
 * or the input exactly; none of it is an answer, and what the agent then does is decided on as anything else.
 */
export function tryAgainText({
  kind,
  state,
  command,
  cwd,
  changes = {},
  input = '',
  tool,
}: ApprovalRequest): string {
  const { text } = shownCommand(command)
  const why = tryAgainWords.why[state === 'expired' ? 'expired' : 'stopped']
  switch (kind) {
    case undefined:
    case 'command':
      return named(tryAgainWords.command(cwd, why), text, why)
    case 'patch':
      return named(tryAgainWords.patch(why), Object.keys(changes).join('\n'), why)
    case 'tool':
      return tryToolAgainText(tool?.invocation ?? { server: '', tool: '', arguments: {} }, why)
    case 'input':
      return named(tryAgainWords.input(quoteCommand(command).slice(0, mostCharacters), why), input, why)
  }
}

/** The same about the call of a tool, whether or not a person was asked about it. */
export const tryToolAgainText = (
  { server, tool, arguments: given }: McpInvocation,
  why: string = tryAgainWords.why.stopped,
): string => named(tryAgainWords.tool(tool, server, why), JSON.stringify(given), why)

const named = (sentence: string, text: string, why: string): string =>
  text.length > mostCharacters ? tryAgainWords.last(why) : `${sentence}\n\n${text}`
