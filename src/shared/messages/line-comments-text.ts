import { escapeOf, namingHidden } from '../domain/hidden-characters'
import { quotedName } from '../domain/named-path'

/** What a person says about lines of a change. `path` and `quoted` (lines with their signs) are untrusted text. */
export interface CommentOnLines {
  readonly path: string
  readonly side: 'before' | 'after'
  readonly from: number
  readonly to: number
  readonly quoted: readonly string[]
  readonly text: string
}

/** Of a longer range the agent is quoted so many lines; it is told which lines they are. */
const mostQuoted = 60

/** The message that gives an agent what a person says about lines of its changes. */
export function lineCommentsText(comments: readonly CommentOnLines[]): string {
  const many = comments.length === 1 ? 'A comment' : `${String(comments.length)} comments`
  return [`${many} on your changes. Look at each at its lines:`, ...comments.map(commentText)].join('\n\n')
}

function commentText({ path, side, from, to, quoted, text }: CommentOnLines): string {
  const lines = from === to ? `line ${String(from)}` : `lines ${String(from)} to ${String(to)}`
  const before = side === 'before' ? ', as it was before' : ''
  const more = quoted.length > mostQuoted ? [`… ${String(quoted.length - mostQuoted)} more lines`] : []
  const code = [...quoted.slice(0, mostQuoted), ...more].join('\n')
  const fence = fenceFor(code)
  // A name is the repository's: none of it may stand there as the person's own words.
  const name = namingHidden(quotedName(path), escapeOf)
  return `${name}, ${lines}${before}:\n${fence}diff\n${code}\n${fence}\n${text.trim()}`
}

/** Longer than any run of backticks in the code, so that no line of it can end the quotation. */
function fenceFor(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length))
  return '`'.repeat(longest + 1)
}
