import type { ShellWord } from './parse'
import { decodeEscapes } from './ansi-c'
import type { ShellNode } from './shell-tree'

/** Backslashes outside quotes quote the next character; inside double quotes only $ ` " \ and newline. */
const unescapeBare = (text: string): string => text.replace(/\\\n/g, '').replace(/\\([\s\S])/g, '$1')
const unescapeDouble = (text: string): string => text.replace(/\\\n/g, '').replace(/\\([$`"\\])/g, '$1')

/** A named node of the grammar, not a mark such as `"` or `&&`. */
const isNamed = ({ type }: ShellNode): boolean => /^[A-Za-z_]/.test(type)

/**
 * One word after quote removal. Anything that the shell would still expand (variables, substitutions, braces) makes it
 * not literal; patterns such as `*` stay as they are written.
 */
export function readWord(node: ShellNode, script: string): ShellWord {
  const source = script.slice(node.start, node.end)
  const unknown: ShellWord = { text: source, literal: false }
  switch (node.type) {
    case 'word':
    case 'number':
    case 'special_character':
    case 'variable_name':
      return /(^|[^\\])[{}]/.test(source) && source !== '{}'
        ? unknown
        : {
            text: unescapeBare(source),
            literal: true,
            ...(/(^|[^\\])(\\\\)*[*?[]/.test(source) && { pattern: true }),
          }
    case 'raw_string':
      return { text: source.slice(1, -1), literal: true }
    case 'ansi_c_string': {
      const text = decodeEscapes(source.slice(2, -1), 'quoted')
      return text === undefined ? unknown : { text, literal: true }
    }
    case 'string':
      return node.children.filter(isNamed).every((child) => child.type === 'string_content')
        ? { text: unescapeDouble(source.slice(1, -1)), literal: true }
        : unknown
    case 'command_name':
    case 'concatenation': {
      const parts = node.children.map((child) => readWord(child, script))
      return parts.every((part) => part.literal) && !/^\{.*,.*\}$/s.test(source)
        ? {
            text: parts.map((part) => part.text).join(''),
            literal: true,
            ...(parts.some((part) => part.pattern) && { pattern: true }),
          }
        : unknown
    }
    default:
      return unknown
  }
}

const skipped = new Set(['variable_assignment', 'file_redirect', 'herestring_redirect', 'heredoc_redirect'])

/** The words of a simple command as they are written, without its assignments and redirections. */
export function commandWords(command: ShellNode, script: string): readonly ShellWord[] {
  return command.children
    .filter((child) => isNamed(child) && !skipped.has(child.type))
    .map((child) => readWord(child, script))
}
