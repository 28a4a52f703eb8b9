import { decodeEscapes } from './ansi-c'
import type { Token } from './braces'
import { evaluatedIn, expandParameter, lookUp } from './parameter'
import { unknownValue, type Scope } from './scope'
import type { Value } from './value'
import type { ShellNode } from './shell-tree'
import { leftSubstitutions } from './substitutions'
import type { EvaluatedText } from './telling'

/** What reading a word needs: the text its offsets refer to, the shell's state, and a way to enter substitutions. */
export interface WordReading {
  readonly script: string
  readonly scope: Scope
  /** The nodes that were read. */
  readonly entered: Set<ShellNode>
  /** Reads the commands of a substitution that stands as text in a node: the grammar leaves some. */
  enter(script: string, node: ShellNode): Promise<readonly number[]>
  /** Takes in that a part of a node cannot be read. */
  lost(): void
  /** Reads the commands of a substitution, and gives its output as far as that is known. `quoted`: it stands between double quotes. */
  substitute(node: ShellNode, quoted?: boolean): Promise<Value>
  /** Takes in that the shell evaluates a text which stands at `at`: arithmetic, a subscript, a name, a prompt. */
  evaluate(texts: readonly EvaluatedText[], at: number): Promise<void>
}

const textOf = (node: ShellNode, script: string): string => script.slice(node.start, node.end)
const char = (text: string, quoted: boolean): Token => ({ kind: 'char', text, quoted })
const chars = (text: string, quoted: boolean): Token[] =>
  quoted ? [char(text, true)] : Array.from(text, (each) => char(each, false))

/** Backslashes outside quotes quote the next character. */
function bareTokens(text: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; at++) {
    const c = text.charAt(at)
    if (c !== '\\') tokens.push(char(c, false))
    else {
      at += 1
      if (text.charAt(at) !== '\n') tokens.push(char(text.charAt(at), true))
    }
  }
  return tokens
}

/** Inside double quotes a backslash only counts before $ ` " \ and a line's end. */
const unescapeDouble = (text: string): string => text.replace(/\\\n/g, '').replace(/\\([$`"\\])/g, '$1')

/** The text between a node's children is text too: quotes aside, nothing of a string may get lost. */
async function mixedTokens(
  node: ShellNode,
  reading: WordReading,
  range: { start: number; end: number },
): Promise<Token[]> {
  const tokens: Token[] = [char('', true)]
  let at = range.start
  const literal = (end: number): void => {
    if (end > at) tokens.push(char(unescapeDouble(reading.script.slice(at, end)), true))
    at = Math.max(at, end)
  }
  for (const child of node.children) {
    if (!/expansion|substitution/.test(child.type) || child.start < range.start) continue
    literal(child.start)
    const inQuotes = node.type === 'string' && child.type === 'command_substitution'
    const read: readonly Token[] = inQuotes
      ? [{ kind: 'value', value: await reading.substitute(child, true), quoted: true }]
      : await wordTokens(child, reading)
    for (const token of read) tokens.push({ ...token, quoted: true })
    at = child.end
  }
  literal(range.end)
  return tokens
}

/** The text of a node with blanks where its substitutions stand. */
export function withoutSubstitutions(node: ShellNode, script: string): string {
  let text = textOf(node, script)
  const visit = (each: ShellNode): void => {
    if (each.type === 'command_substitution' || each.type === 'process_substitution') {
      const [start, end] = [each.start - node.start, each.end - node.start]
      text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
    } else each.children.forEach(visit)
  }
  visit(node)
  return text
}

/** The output of commands as a text of which nothing is known. */
const outputText = (from: readonly number[]): EvaluatedText[] =>
  from.length > 0 ? [{ text: '', known: false, from }] : []

/** An expression of the script as text to be evaluated; `from`: the commands of its substitutions. */
export function expressionText(node: ShellNode, script: string, from: readonly number[]): EvaluatedText[] {
  const text = withoutSubstitutions(node, script)
  return [{ text, known: true, from: [] }, ...outputText(from)]
}

/** Leaves of text. */
const isLeaf = /^(word|regex|extglob_pattern|number)$/

/** Enters what the grammar leaves as text inside `${…}` and in patterns, although it is run: backticks, and `$(…)` between quotes that are none there. */
async function enterLeft(node: ShellNode, reading: WordReading): Promise<readonly number[]> {
  const { scripts, isOpen } = leftSubstitutions(withoutSubstitutions(node, reading.script))
  if (isOpen) reading.lost()
  const found: number[] = []
  for (const script of scripts) found.push(...(await reading.enter(script, node)))
  return found
}

/**
 * Enters every substitution below a node, and evaluates what the shell would: arithmetic, subscripts, slices. Gives the
 * commands of the substitutions.
 */
export async function enterSubstitutions(
  node: ShellNode,
  reading: WordReading,
  below = false,
): Promise<readonly number[]> {
  if (node.type === 'command_substitution' || node.type === 'process_substitution')
    return (await reading.substitute(node)).from
  const found: number[] = []
  const isExpansion = node.type === 'expansion'
  for (const child of node.children)
    if (node.type === 'string' && child.type === 'command_substitution')
      found.push(...(await reading.substitute(child, true)).from)
    else found.push(...(await enterSubstitutions(child, reading, below || isExpansion)))
  const isText = isExpansion || (node.children.length === 0 && isLeaf.test(node.type))
  if (isText && !below) found.push(...(await enterLeft(node, reading)))
  if (node.type === 'arithmetic_expansion')
    await reading.evaluate(expressionText(node, reading.script, found), node.start)
  else if (node.type === 'expansion') {
    const parts = evaluatedIn(withoutSubstitutions(node, reading.script).slice(2, -1), reading.scope)
    if (parts.length > 0) await reading.evaluate([...parts, ...outputText(found)], node.start)
  }
  return found
}

/** A word of the tree as tokens: quotes removed, escapes decoded, variables looked up, substitutions entered. */
export async function wordTokens(node: ShellNode, reading: WordReading): Promise<readonly Token[]> {
  const { script, scope } = reading
  const text = textOf(node, script)
  const value = (found: Value): Token[] => [{ kind: 'value', value: found, quoted: false }]
  switch (node.type) {
    case 'raw_string':
      return [char(text.slice(1, -1), true)]
    case 'ansi_c_string': {
      const decoded = decodeEscapes(text.slice(2, -1), 'quoted')
      return decoded === undefined
        ? [{ kind: 'value', value: unknownValue(text), quoted: true }]
        : [char(decoded, true)]
    }
    case 'string':
      return mixedTokens(node, reading, {
        start: node.start + (text.startsWith('$') ? 2 : 1),
        end: node.end - (text.endsWith('"') ? 1 : 0),
      })
    case 'heredoc_body':
      return mixedTokens(node, reading, node)
    case 'translated_string':
    case 'concatenation':
    case 'command_name':
    case 'array': {
      const parts: Token[] = []
      let end = node.children[0]?.start ?? node.end
      for (const child of node.children) {
        // A line continuation may stand between the parts; anything else there would be text.
        if (child.start > end) parts.push(...bareTokens(script.slice(end, child.start)))
        if (!(node.type === 'translated_string' && child.type === '$'))
          parts.push(...(await wordTokens(child, reading)))
        end = child.end
      }
      return parts
    }
    case 'simple_expansion': {
      const name = text.slice(1)
      return value(lookUp(name, scope) ?? unknownValue(text))
    }
    case 'expansion': {
      const from = await enterSubstitutions(node, reading)
      const found = expandParameter(text.slice(2, -1), scope)
      return value({ ...found, from: [...found.from, ...from] })
    }
    case 'command_substitution':
    case 'process_substitution':
      return value(await reading.substitute(node))
    case 'arithmetic_expansion':
      return value(unknownValue(text, await enterSubstitutions(node, reading)))
    default:
      await enterSubstitutions(node, reading)
      return /["'`]|\$[({]/.test(text) && node.children.length > 0
        ? value(unknownValue(text))
        : text.includes('\\')
          ? bareTokens(text)
          : chars(text, false)
  }
}
