import type { Node } from 'web-tree-sitter'
import type { ShellWord } from '../../core/ports'

const ansiEscapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
}

/** Decodes the body of $'…' as bash does: \n, \xHH, \NNN, \uHHHH and their kin. */
function ansiText(body: string): string {
  return body.replace(
    /\\(x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|[\s\S])/g,
    (_, escape: string) => {
      if (/^[xuU]./.test(escape)) {
        const code = Number.parseInt(escape.slice(1), 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : ''
      }
      if (/^[0-7]/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8) & 0xff)
      return ansiEscapes[escape] ?? `\\${escape}`
    },
  )
}

/** Backslashes outside quotes quote the next character; inside double quotes only $ ` " \ and newline. */
const unescapeBare = (text: string): string => text.replace(/\\\n/g, '').replace(/\\([\s\S])/g, '$1')
const unescapeDouble = (text: string): string => text.replace(/\\\n/g, '').replace(/\\([$`"\\])/g, '$1')

const unknown = (node: Node): ShellWord => ({ text: node.text, literal: false })

/**
 * One word after quote removal. Anything that the shell would still expand (variables, substitutions, braces) makes it
 * not literal; patterns such as `*` stay as they are written.
 */
export function readWord(node: Node): ShellWord {
  switch (node.type) {
    case 'word':
    case 'number':
    case 'special_character':
    case 'variable_name':
      return /(^|[^\\])[{}]/.test(node.text) && node.text !== '{}'
        ? unknown(node)
        : {
            text: unescapeBare(node.text),
            literal: true,
            ...(/(^|[^\\])(\\\\)*[*?[]/.test(node.text) && { pattern: true }),
          }
    case 'raw_string':
      return { text: node.text.slice(1, -1), literal: true }
    case 'ansi_c_string':
      return { text: ansiText(node.text.slice(2, -1)), literal: true }
    case 'string':
      return node.namedChildren.every((child) => child.type === 'string_content')
        ? { text: unescapeDouble(node.text.slice(1, -1)), literal: true }
        : unknown(node)
    case 'command_name':
    case 'concatenation': {
      const parts = node.children.map(readWord)
      return parts.every((part) => part.literal) && !/^\{.*,.*\}$/s.test(node.text)
        ? {
            text: parts.map((part) => part.text).join(''),
            literal: true,
            ...(parts.some((part) => part.pattern) && { pattern: true }),
          }
        : unknown(node)
    }
    default:
      return unknown(node)
  }
}

/** The words of a simple command, without its assignments and redirections. */
export function commandWords(command: Node): readonly ShellWord[] {
  const skipped = new Set(['variable_assignment', 'file_redirect', 'herestring_redirect', 'heredoc_redirect'])
  return command.namedChildren.filter((child) => !skipped.has(child.type)).map(readWord)
}
