import type { ApprovalRequest } from '@shared/domain/approval'
import type { ReactNode } from 'react'
import { quoteCommand } from '@shared/domain/quote-shell'
import { shownCommand } from '../../lib/shell-text'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { copyLabel, useCopy } from '../../ui/copy-button'
import { Icon } from '../../ui/icon'

const words = laterStrings.transcript

/** The only way on from a request that no agent waits for: asking again, which makes a new one. Else nothing. */
export function ExpiredRequest({
  request,
  sessionId,
}: {
  request: ApprovalRequest | undefined
  sessionId: string
}): ReactNode {
  return request?.state === 'expired' ? <WaysOn request={request} sessionId={sessionId} /> : undefined
}

// A fork shows its source's requests, so the session is not the one that the request names.
function WaysOn({ request, sessionId }: { request: ApprovalRequest; sessionId: string }): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const runs = useAppState((state) => {
    const status = state.sessions[sessionId]?.status
    return status === 'running' || status === 'needs-you'
  })
  const { state, copy } = useCopy()
  return (
    <div className="card-acts">
      <Button
        size="small"
        disabled={!connected || runs}
        title={runs ? words.askAgainWhileRunning : undefined}
        onClick={() => void actions.say(sessionId, tryAgainText(request))}
      >
        <Icon name="retry" className="sm" />
        {words.askAgain}
      </Button>
      {request.kind !== 'patch' && (
        <Button
          size="small"
          onClick={() => {
            copy(request.input ?? shownCommand(request.command).text)
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
 * What is said to the agent about a request that nobody answered, so that it asks anew. It names the command, the files
 * or the input exactly; none of it is an answer, and what the agent then does is decided on as anything else.
 */
export function tryAgainText({
  kind,
  command,
  cwd,
  changes = {},
  input = '',
  tool,
}: ApprovalRequest): string {
  const { text } = shownCommand(command)
  switch (kind) {
    case undefined:
    case 'command':
      return named(tryAgainWords.command(cwd), text)
    case 'patch':
      return named(tryAgainWords.patch, Object.keys(changes).join('\n'))
    case 'tool': {
      const { server = '', tool: name = '', arguments: args = {} } = tool?.invocation ?? {}
      return named(tryAgainWords.tool(name, server), JSON.stringify(args))
    }
    case 'input':
      return named(tryAgainWords.input(quoteCommand(command).slice(0, mostCharacters)), input)
  }
}

function named(sentence: string, text: string): string {
  return text.length > mostCharacters ? tryAgainWords.last : `${sentence}\n\n${text}`
}
