import type { ApprovalRequest } from '@shared/domain/approval'
import { quoteCommand } from '@shared/domain/quote-shell'
import { shownCommand } from './shell-text'
import { strings } from './strings'

const words = strings.tryAgain
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
      return named(words.command(cwd), text)
    case 'patch':
      return named(words.patch, Object.keys(changes).join('\n'))
    case 'tool': {
      const { server = '', tool: name = '', arguments: args = {} } = tool?.invocation ?? {}
      return named(words.tool(name, server), JSON.stringify(args))
    }
    case 'input':
      return named(words.input(quoteCommand(command).slice(0, mostCharacters)), input)
  }
}

function named(sentence: string, text: string): string {
  return text.length > mostCharacters ? words.last : `${sentence}\n\n${text}`
}
