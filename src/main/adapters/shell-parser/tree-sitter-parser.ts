import { createRequire } from 'node:module'
import type { Node, Parser } from 'web-tree-sitter'
import type { ShellParse, ShellParser, ShellWord } from '../../core/ports'
import { readHeredoc } from './heredoc'
import { commandWords } from './words'

/** Longer text is not parsed: what cannot be read in bounded time counts as unreadable. */
const maxScript = 256 * 1024

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

function read(root: Node): ShellParse {
  const commands: (readonly ShellWord[])[] = []
  const seen = { plain: true }
  const visit = (node: Node): void => {
    if (!plainTypes.has(node.type)) seen.plain = false
    if (node.type === 'command') commands.push(commandWords(node))
    for (const child of node.children) visit(child)
  }
  visit(root)
  const heredoc = readHeredoc(root)
  return {
    plain: seen.plain && commands.every((words) => words.every((word) => word.literal)),
    commands,
    ...(heredoc ? { heredoc } : {}),
  }
}

/** Loads tree-sitter with its bash grammar. Throws when the wasm files are missing: the installation is broken then. */
export async function loadBashParser(): Promise<Parser> {
  const { Parser: ParserClass, Language } = await import('web-tree-sitter')
  const require = createRequire(import.meta.url)
  await ParserClass.init()
  const parser = new ParserClass()
  parser.setLanguage(await Language.load(require.resolve('tree-sitter-bash/tree-sitter-bash.wasm')))
  return parser
}

/** A parser for bash over tree-sitter's wasm grammar; loaded on first use. */
export function createShellParser(): ShellParser {
  let loading: Promise<Parser> | undefined
  return {
    async parse(script) {
      if (script.length > maxScript) return undefined
      loading ??= loadBashParser()
      const tree = (await loading).parse(script)
      if (!tree) return undefined
      try {
        return tree.rootNode.hasError ? undefined : read(tree.rootNode)
      } finally {
        tree.delete()
      }
    },
  }
}
