import type { Node } from 'web-tree-sitter'
import type { ShellHeredoc, ShellWord } from '../../core/ports'
import { commandWords } from './words'

const withoutComments = (nodes: readonly Node[]): Node[] => nodes.filter((node) => node.type !== 'comment')

/** The simple commands of `a && b && c`; undefined as soon as anything else is in it. */
function joinedCommands(node: Node): readonly (readonly ShellWord[])[] | undefined {
  if (node.type === 'command') {
    const simple = new Set([
      'command_name',
      'word',
      'number',
      'string',
      'raw_string',
      'concatenation',
      'ansi_c_string',
    ])
    return node.children.every((child) => simple.has(child.type)) ? [commandWords(node)] : undefined
  }
  const [left, operator, right, more] = node.children
  if (node.type !== 'list' || operator?.type !== '&&' || !left || !right || more) return undefined
  const before = joinedCommands(left)
  const after = joinedCommands(right)
  return before && after && [...before, ...after]
}

/**
 * The script's only statement as a here-document call (see ShellHeredoc), or undefined. Strict on purpose: every node
 * of the statement is one that is expected there.
 */
export function readHeredoc(program: Node): ShellHeredoc | undefined {
  const [statement, more] = withoutComments(program.children).filter((node) => node.text.trim() !== '')
  if (statement?.type !== 'redirected_statement' || more) return undefined
  const [body, redirect, extra] = statement.children
  if (!body || redirect?.type !== 'heredoc_redirect' || extra) return undefined
  const parts = withoutComments(redirect.children).filter((part) => part.type !== '\n')
  const [operator, start, text, end] = parts
  const wellFormed =
    parts.length === 4 &&
    (operator?.type === '<<' || operator?.type === '<<-') &&
    start?.type === 'heredoc_start' &&
    text?.type === 'heredoc_body' &&
    end?.type === 'heredoc_end'
  const commands = wellFormed ? joinedCommands(body) : undefined
  if (!commands || !start || !text || !end) return undefined
  return {
    commands,
    delimiter: end.text.trim(),
    quoted: /['"\\]/.test(start.text),
    tabs: operator?.type === '<<-',
    body: text.text,
  }
}
