import type { ToolCallContent } from '@agentclientprotocol/sdk'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import { quoteCommand } from '@shared/domain/quote-shell'
import { spacesNamed, visibleLine } from '../visible'

const longestTitle = 200

/** Untrusted text as the one line that names a call. */
export function title(text: string): string {
  const line = visibleLine(text)
  return line.length <= longestTitle ? line : `${line.slice(0, longestTitle)} …`
}

/** What a request is about, in one line. */
export function titleOf({ command, changes, tool }: ApprovalRequest): string {
  if (tool) return title(`${tool.invocation.server}: ${tool.invocation.tool}`)
  if (changes === undefined) return title(spacesNamed(quoteCommand(command)))
  return patchTitle(Object.keys(changes))
}

/** The files of a patch, in one line. */
export function patchTitle(paths: readonly string[]): string {
  const [first = '', ...others] = paths
  return title(others.length === 0 ? `Edit ${first}` : `Edit ${first} and ${String(others.length)} more`)
}

/** Text that stays text where a client reads Markdown: no length of backticks in it ends the fence. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

/** Text as the content of a call. */
export const textContent = (text: string): ToolCallContent[] =>
  text === '' ? [] : [{ type: 'content', content: { type: 'text', text: fenced(text) } }]

/** Why a command came to nothing, in a sentence; undefined: it ended by itself, and its output says the rest. */
function whyNot(outcome: CommandOutcome): string | undefined {
  switch (outcome.kind) {
    case 'exited':
      return outcome.exitCode === 0 ? undefined : `Exit code ${String(outcome.exitCode)}.`
    case 'denied':
      return 'Stopped by the sandbox.'
    case 'timed-out':
      return `Stopped after ${String(outcome.timeoutMs)} ms.`
    case 'cancelled':
      return 'Stopped.'
    case 'refused':
    case 'failed':
      return outcome.reason
  }
}

/** How an attempt ended, as a client shows it. */
export function outcomeUpdate(outcome: CommandOutcome): {
  status: 'completed' | 'failed'
  content: ToolCallContent[]
  rawOutput: Record<string, unknown>
} {
  const output = 'output' in outcome ? outcome.output.aggregated : ''
  const why = whyNot(outcome)
  const exitCode = 'exitCode' in outcome ? { exit_code: outcome.exitCode } : {}
  return {
    status: why === undefined ? 'completed' : 'failed',
    content: textContent(
      [output.replace(/\n$/, ''), ...(why === undefined ? [] : [why])]
        .filter((each) => each !== '')
        .join('\n'),
    ),
    rawOutput: { outcome: outcome.kind, ...exitCode, output },
  }
}
