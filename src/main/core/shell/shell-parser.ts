import type { ShellParse, ShellParser, ShellWord, ShellHeredoc } from './parse'
import { commandWords } from './script-words'
import { readGraph } from './read-graph'
import type { ShellNode, ShellTreeReader } from './shell-tree'

/** Node types that a plain script may consist of (docs/spec/commands.md); everything else makes it not plain. */
const plainTypes = new Set([
  'program',
  'list',
  'pipeline',
  'command',
  'command_name',
  'word',
  'number',
  'string',
  'string_content',
  'raw_string',
  'concatenation',
  '&&',
  '||',
  ';',
  '|',
  '"',
  '\n',
  'comment',
])

/** What a script consists of as it is written, before anything is expanded. */
export function readPlain(root: ShellNode, script: string): ShellParse {
  const commands: (readonly ShellWord[])[] = []
  const seen = { plain: true }
  const visit = (node: ShellNode): void => {
    if (!plainTypes.has(node.type)) seen.plain = false
    if (node.type === 'command') commands.push(commandWords(node, script))
    for (const child of node.children) visit(child)
  }
  visit(root)
  const heredoc = readHeredoc(root, script)
  return {
    plain: seen.plain && commands.every((words) => words.every((word) => word.literal)),
    commands,
    ...(heredoc ? { heredoc } : {}),
  }
}

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
function readHeredoc(program: ShellNode, script: string): ShellHeredoc | undefined {
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

/** What is in quotes, or nobody's word. */
const notBare = /^(string|raw_string|ansi_c_string|translated_string|comment|heredoc_body)$/

/** Whether a word has what is a letter to the shells and a blank to whoever reads it: what is shown would be another line. */
const looksBlank = ({ type, start, end, children }: ShellNode, script: string): boolean =>
  !notBare.test(type) &&
  (children.length > 0
    ? children.some((child) => looksBlank(child, script))
    : /[^\S \t\n]/.test(script.slice(start, end)))

/** Reads scripts as they are written, over the one tree reader. What it does not take on whole does not parse. */
export function createShellParser(trees: ShellTreeReader): ShellParser {
  return {
    async parse(script) {
      const tree = await trees.tree(script)
      return tree && !tree.broken && !looksBlank(tree.root, script) ? readPlain(tree.root, script) : undefined
    },
    read: (command, home) =>
      readGraph(
        command,
        { cwd: '/', home: home ?? '~', user: undefined, tmpdir: undefined },
        { trees, readSource: () => Promise.resolve({ kind: 'not-read', reason: 'does not exist' }) },
      ),
  }
}
