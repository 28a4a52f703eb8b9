import type { ShellParse, ShellParser, ShellWord } from './parse'
import { readHeredoc } from './script-heredoc'
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

/** Reads scripts as they are written, over the one tree reader. What it does not take on whole does not parse. */
export function createShellParser(trees: ShellTreeReader): ShellParser {
  return {
    async parse(script) {
      const tree = await trees.tree(script)
      return tree && !tree.broken ? readPlain(tree.root, script) : undefined
    },
    read: (command, home) =>
      readGraph(
        command,
        { cwd: '/', home: home ?? '~', user: undefined, tmpdir: undefined },
        { trees, readSource: () => Promise.resolve({ kind: 'not-read', reason: 'does not exist' }) },
      ),
  }
}
