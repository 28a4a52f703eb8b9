import type { ShellHeredoc, ShellWord } from './parse'
import { commandWords } from './script-words'
import type { ShellNode } from './shell-tree'

const withoutComments = (nodes: readonly ShellNode[]): ShellNode[] =>
  nodes.filter((node) => node.type !== 'comment')

const simple = new Set([
  'command_name',
  'word',
  'number',
  'string',
  'raw_string',
  'concatenation',
  'ansi_c_string',
])

/** The simple commands of `a && b && c`; undefined as soon as anything else is in it. */
function joinedCommands(node: ShellNode, script: string): readonly (readonly ShellWord[])[] | undefined {
  if (node.type === 'command')
    return node.children.every((child) => simple.has(child.type)) ? [commandWords(node, script)] : undefined
  const [left, operator, right, more] = node.children
  if (node.type !== 'list' || operator?.type !== '&&' || !left || !right || more) return undefined
  const before = joinedCommands(left, script)
  const after = joinedCommands(right, script)
  return before && after && [...before, ...after]
}

/**
 * The script's only statement as a here-document call (see ShellHeredoc), or undefined. Strict on purpose: every node
 * of the statement is one that is expected there.
 */
export function readHeredoc(program: ShellNode, script: string): ShellHeredoc | undefined {
  const textOf = ({ start, end }: ShellNode): string => script.slice(start, end)
  const [statement, more] = withoutComments(program.children).filter((node) => textOf(node).trim() !== '')
  if (statement?.type !== 'redirected_statement' || more) return undefined
  const [body, redirect, extra] = statement.children
  if (!body || redirect?.type !== 'heredoc_redirect' || extra) return undefined
  // The grammar drops a lone `-` here: text that no node covers.
  if (script.slice(body.end, redirect.start).trim() !== '') return undefined
  const parts = withoutComments(redirect.children).filter((part) => part.type !== '\n')
  const [operator, start, text, end] = parts
  const wellFormed =
    parts.length === 4 &&
    (operator?.type === '<<' || operator?.type === '<<-') &&
    start?.type === 'heredoc_start' &&
    text?.type === 'heredoc_body' &&
    end?.type === 'heredoc_end'
  const commands = wellFormed ? joinedCommands(body, script) : undefined
  if (!commands || !start || !text || !end) return undefined
  return {
    commands,
    delimiter: textOf(end).trim(),
    quoted: /['"\\]/.test(textOf(start)),
    tabs: operator?.type === '<<-',
    body: textOf(text),
  }
}
