import { areDocumentsRead } from './here-documents'
import type { ShellNode } from './shell-tree'

/** Nodes in which blanks are text, and that are read from the script itself. */
const texts = new Set([
  'string',
  'translated_string',
  'heredoc_body',
  'expansion',
  'regex',
  'extglob_pattern',
])
/** Leaves that hold blanks as they are. */
const wholes = new Set(['\n', 'comment', 'raw_string', 'ansi_c_string', 'heredoc_start', 'heredoc_end'])
const numbers = /^(initializer|condition|update)$/
/** What is read by itself, in whatever it stands. */
const runs = new Set(['command_substitution', 'process_substitution'])
const words = new Set([
  ...['word', 'number', 'string', 'raw_string', 'ansi_c_string', 'translated_string', 'concatenation'],
  ...[
    'simple_expansion',
    'expansion',
    'arithmetic_expansion',
    'command_substitution',
    'process_substitution',
  ],
  ...['brace_expression', 'special_character', 'command_name', 'variable_assignment', 'extglob_pattern'],
])
/** Where a newline ends what the grammar would go on with. */
const lines = new Set([
  ...['command', 'declaration_command', 'unset_command', 'test_command', 'variable_assignment'],
  ...['redirected_statement', 'file_redirect', 'herestring_redirect'],
])
/** Nodes whose parts stand without a blank. */
const closed = new Set(['simple_expansion', 'variable_assignment', 'translated_string', 'brace_expression'])
/** Where a pattern is in parts that are read one by one. */
const patterns = new Set(['case_item', 'binary_expression'])
const joints = new Set(['&&', '||', '|', ';'])

/** Whether a node is a word, or what stands in a word's place. */
export const isWord = (node: ShellNode | undefined): boolean => node !== undefined && words.has(node.type)

/** Whether the character before this place is quoted by a backslash. */
function isQuoted(script: string, at: number): boolean {
  let slashes = 0
  while (script[at - 2 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}

/** A `#` begins a comment only where a word could begin; behind `)` a word may go on (`x=(a)#b`). */
function beginsComment({ start }: ShellNode, script: string): boolean {
  if (start === 0) return true
  const before = script[start - 1] ?? ''
  return ' \t\n;&|('.includes(before) && (before === '\n' || !isQuoted(script, start))
}

/** A leaf's text as bash would take it: one word, or one mark. */
const isOne = (text: string): boolean => !/[ \t\n]/.test(text.replace(/\\[^]/g, ''))

/** A `$` whose name, or whose bracket, a line's end keeps apart: bash takes the end away and reads on, the grammar reads what stands before it. */
const parted = /(?<!\\)(?:\\\\)*\$(?:(?:\\\n)+[\w({[@*#?!$-]|\w+(?:\\\n)+\w|\{[#!]?\w*\\\n)/
/** Texts that are read for `$`, each by itself. */
const expanded = new Set(['string', 'translated_string', 'expansion'])

/** Whether a text, a here-document's among them, has a `$` that is parted so. */
function isParted({ type, start, end, children }: ShellNode, script: string): boolean {
  if (expanded.has(type)) return parted.test(script.slice(start, end))
  if (type !== 'heredoc_redirect') return false
  const [opened] = children.filter((child) => child.type === 'heredoc_start')
  if (opened && /["'\\]/.test(script.slice(opened.start, opened.end))) return false
  return children.some(
    (child) => child.type === 'heredoc_body' && parted.test(script.slice(child.start, child.end)),
  )
}

/** What begins or ends a compound command where a command's name could stand. */
const reserved = /^(?:[{}!]|\[\[|if|then|elif|else|fi|while|until|for|select|do|done|case|esac|function)$/

/** Whether the name of a command is none: behind assignments alone in their line the grammar takes `{` for one. */
const isReserved = ({ type, start, end }: ShellNode, parent: ShellNode, script: string): boolean =>
  type === 'command_name' && parent.children[0]?.start === start && reserved.test(script.slice(start, end))

/** Bash ends backticks at the next one that no backslash quotes, whatever that stands in. */
const isOpenTick = ({ type, start, end }: ShellNode, script: string): boolean =>
  type === 'command_substitution' &&
  script[start] === '`' &&
  !/^`(?:\\[^]|[^\\`])*`$/.test(script.slice(start, end))

interface Between {
  readonly parent: ShellNode
  readonly left: ShellNode | undefined
  readonly right: ShellNode | undefined
}

/** Whether bash, too, has nothing but blanks in this text, which no node covers. */
function isBlank(gap: string, { parent, left, right }: Between): boolean {
  if (parent.type === 'concatenation')
    return gap === '' || (/^(?:\\\n)+$/.test(gap) && left?.type !== '$' && left?.type !== 'simple_expansion')
  if (closed.has(parent.type) && gap !== '') return false
  if (!/^(?:[ \t\n]|\\\n)*$/.test(gap)) return false
  const blanks = gap.replaceAll('\\\n', '')
  // A backslash before a newline is taken out with it, and what stands beside it is one.
  if (blanks === '' && gap !== '' && left && right && !joints.has(left.type) && !joints.has(right.type))
    return false
  if (gap === '' && isWord(left) && isWord(right) && !patterns.has(parent.type)) return false
  return (
    !blanks.includes('\n') || !(lines.has(parent.type) || (parent.type === 'for_statement' && isWord(right)))
  )
}

/**
 * Whether bash reads the script as the tree has it. The grammar takes for blank what to bash is none: carriage returns, form feeds, blanks that are
 * quoted by a backslash, the blanks of other scripts; it goes on in the next line, ends a word where a quotation ends, and has comments begin within
 * words. What is hidden so is in no node, and nothing that is read of the tree is true.
 */
export function isReadAsBash(root: ShellNode, script: string): boolean {
  const isRead = (node: ShellNode, inText: boolean): boolean => {
    const { type, start, end, children } = node
    const isText = texts.has(type) || (inText && !runs.has(type))
    if (type === 'comment') return beginsComment(node, script)
    if (isParted(node, script) || isOpenTick(node, script)) return false
    if (children.length === 0)
      return isText || wholes.has(type) || type.startsWith('heredoc') || isOne(script.slice(start, end))
    const between = (index: number): boolean => {
      if (isText) return true
      const [left, right] = [children[index - 1], children[index]]
      return isBlank(script.slice(left?.end ?? start, right?.start ?? end), { parent: node, left, right })
    }
    for (let index = 0; index <= children.length; index += 1) {
      if (!between(index)) return false
      const child = children[index]
      // The mark that opens a substitution in a text holds the blanks before it; the numbers of a loop may have any.
      const isNumber = type === 'c_style_for_statement' && numbers.test(child?.field ?? '')
      if (child && isReserved(child, node, script)) return false
      if (child && !isRead(child, isText || isNumber || (index === 0 && inText))) return false
    }
    return true
  }
  const around = (gap: string): boolean => isBlank(gap, { parent: root, left: undefined, right: undefined })
  return (
    around(script.slice(0, root.start)) &&
    around(script.slice(root.end)) &&
    isRead(root, false) &&
    areDocumentsRead(root, script)
  )
}
