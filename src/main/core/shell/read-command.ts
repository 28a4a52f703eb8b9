import { expandWhole, expandWord } from './expand-word'
import type { Redirect, Stdin, Word } from './graph'
import { plainWord, unknownWord } from './graph'
import type { ShellNode } from './shell-tree'
import type { Token } from './braces'
import { lookUp } from './parameter'
import { unknownValue, type Scope } from './scope'
import type { Option } from './value'
import { wordTokens, type WordReading } from './word-tokens'

/** What one command node says, before it is clear what it runs. `names`: one entry for each way its program may stand. */
export interface CommandParts {
  readonly names: readonly (readonly Word[])[]
  readonly args: readonly Word[]
  readonly assignments: readonly { readonly name: string; readonly value: Word }[]
}

/** One word for several: the first, and not known when they differ. */
function oneOf(words: readonly Word[]): Word {
  const [first = plainWord('')] = words
  return words.length > 1 ? { ...first, known: false, head: '' } : first
}

/** The value of an assignment node, and the name it goes to; undefined for an array element, which is not followed. */
export async function readAssignment(
  node: ShellNode,
  reading: WordReading,
): Promise<{ name: string; words: readonly Word[]; appends: boolean } | undefined> {
  const name = node.children.find((child) => child.field === 'name')
  const value = node.children.find((child) => child.field === 'value')
  const tokens = value ? await wordTokens(value, reading) : []
  if (name?.type !== 'variable_name' || value?.type === 'array') return undefined
  return {
    name: reading.script.slice(name.start, name.end),
    words: expandWhole(tokens, reading.scope),
    appends: node.children.some((child) => child.type === '+='),
  }
}

/** The grammar breaks `a$b$c/d` in two, and leaves a bare `$` behind: the variable after it is looked up here. */
function reviveVariables(tokens: readonly Token[], scope: Scope): readonly Token[] {
  const bare = (at: number): string => {
    const token = tokens[at]
    return token?.kind === 'char' && !token.quoted ? token.text : ''
  }
  const revived: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token) continue
    let end = at + 1
    if (bare(at) === '$')
      while (/^[A-Za-z_]$/.test(bare(end)) || (end > at + 1 && /^\d$/.test(bare(end)))) end += 1
    if (end === at + 1) revived.push(token)
    else {
      const name = Array.from({ length: end - at - 1 }, (_, offset) => bare(at + 1 + offset)).join('')
      revived.push({ kind: 'value', value: lookUp(name, scope) ?? unknownValue(`$${name}`), quoted: false })
      at = end - 1
    }
  }
  return revived
}

/** The words of a command node. Redirections are read by `readRedirects`. */
export async function readCommandParts(node: ShellNode, reading: WordReading): Promise<CommandParts> {
  const assignments: { name: string; value: Word }[] = []
  const groups: { isName: boolean; end: number; tokens: Token[] }[] = []
  for (const child of node.children) {
    if (child.type === 'variable_assignment') {
      const found = await readAssignment(child, reading)
      if (found) assignments.push({ name: found.name, value: oneOf(found.words) })
      continue
    }
    const isName = child.type === 'command_name'
    if (!isName && child.field !== 'argument') continue
    const tokens = await wordTokens(child, reading)
    const before = groups.at(-1)
    if (before?.end === child.start) {
      before.tokens.push(...tokens)
      before.end = child.end
    } else groups.push({ isName, end: child.end, tokens: [...tokens] })
  }
  let names: readonly (readonly Word[])[] = []
  const args: Word[] = []
  for (const { isName, tokens } of groups) {
    const words = expandWord(reviveVariables(tokens, reading.scope), reading.scope)
    if (isName) names = words.flatMap((line) => [line, ...otherStarts(line, tokens)])
    else args.push(...distinct(words.flatMap((line) => withDoubt(line, tokens))))
  }
  return { names, args, assignments }
}

/** What words may begin with beside the first of them. */
function otherFirsts([first]: readonly Word[], tokens: readonly Token[]): readonly Option[] {
  const [firsts = []] = tokens.flatMap((token) => (token.kind === 'value' ? [token.value.firsts ?? []] : []))
  return firsts.filter(({ text }) => text !== first?.text)
}

/** An array of which it is not certain what stands first, with each of its other elements in front. */
const otherStarts = (line: readonly Word[], tokens: readonly Token[]): readonly (readonly Word[])[] =>
  otherFirsts(line, tokens).map(({ text, known }) => [known ? plainWord(text) : unknownWord(text), ...line])

/** What is passed on as a command may be another one: its first word is not known. */
function withDoubt(line: readonly Word[], tokens: readonly Token[]): readonly Word[] {
  const [first, ...more] = line
  return first && otherFirsts(line, tokens).length > 0
    ? [{ ...first, known: false, head: '' }, ...more]
    : line
}

function distinct(words: readonly Word[]): readonly Word[] {
  const kept = words.filter(
    (word, at) => words.findIndex((first) => first.text === word.text) === at || word.text === '',
  )
  return kept.length === words.length ? kept : kept.map((word) => ({ ...word, alternative: true as const }))
}

/** The words that one argument becomes; alternatives stand side by side, each once. */
export async function readWords(node: ShellNode, reading: WordReading): Promise<readonly Word[]> {
  const tokens = reviveVariables(await wordTokens(node, reading), reading.scope)
  return distinct(expandWord(tokens, reading.scope).flat())
}

/** What the redirections of a statement come to. `rest`: words that the grammar takes for part of a redirection. */
export interface Redirections {
  readonly redirects: readonly Redirect[]
  readonly stdin: Stdin | undefined
  readonly rest: readonly Word[]
}

function modeOf(operator: string, target: Word): Redirect['mode'] {
  if (/^[<>]&$/.test(operator) && /^(\d+-?|-)$/.test(target.text)) return 'duplicate'
  if (operator === '<') return 'read'
  return operator.includes('>>') ? 'append' : operator === '<&' ? 'duplicate' : 'write'
}

async function readFileRedirect(
  node: ShellNode,
  reading: WordReading,
): Promise<{ redirects: Redirect[]; rest: Word[] }> {
  reading.entered.add(node)
  const operator = node.children.find((child) => /^[&<>|]+$/.test(child.type))?.type ?? '>'
  const [first, ...others] = node.children.filter((child) => child.field === 'destination')
  const targets = first ? await readWords(first, reading) : []
  const rest: Word[] = []
  for (const other of others) {
    // In `>&f 0>&1` the grammar takes the descriptor of the next redirection for a word of this one.
    const text = reading.script.slice(other.start, other.end)
    if (/^\d+$/.test(text) && /[<>]/.test(reading.script.charAt(other.end))) continue
    rest.push(...(await readWords(other, reading)))
  }
  return { redirects: targets.map((target) => ({ mode: modeOf(operator, target), target })), rest }
}

/** The text of a heredoc: as it stands when its delimiter is quoted, expanded otherwise. */
async function readHeredoc(node: ShellNode, reading: WordReading): Promise<Word | undefined> {
  const start = node.children.find((child) => child.type === 'heredoc_start')
  const body = node.children.find((child) => child.type === 'heredoc_body')
  if (!start || !body) return undefined
  const text = reading.script.slice(body.start, body.end)
  const strip = (each: string): string =>
    node.children.some((child) => child.type === '<<-') ? each.replace(/^\t+/gm, '') : each
  if (/["'\\]/.test(reading.script.slice(start.start, start.end))) return plainWord(strip(text))
  const word = oneOf(expandWhole(await wordTokens(body, reading), reading.scope))
  return { ...word, text: strip(word.text), head: strip(word.head) }
}

/** Reads redirections, heredocs and here-strings among a node's children. */
export async function readRedirects(
  nodes: readonly ShellNode[],
  reading: WordReading,
): Promise<Redirections> {
  const redirects: Redirect[] = []
  const rest: Word[] = []
  let stdin: Stdin | undefined
  for (const node of nodes) {
    if (node.type === 'file_redirect') {
      const read = await readFileRedirect(node, reading)
      redirects.push(...read.redirects)
      rest.push(...read.rest)
      const input = read.redirects.find((each) => each.mode === 'read')
      if (input) stdin = { kind: 'file', target: input.target }
    } else if (node.type === 'herestring_redirect') {
      const value = node.children.at(-1)
      if (!value) continue
      stdin = { kind: 'text', word: oneOf(expandWhole(await wordTokens(value, reading), reading.scope)) }
    } else if (node.type === 'heredoc_redirect') {
      const inner = await readRedirects(node.children, reading)
      redirects.push(...inner.redirects)
      rest.push(...inner.rest)
      for (const child of node.children)
        if (child.field === 'argument') rest.push(...(await readWords(child, reading)))
      const word = await readHeredoc(node, reading)
      stdin = inner.stdin ?? (word ? { kind: 'text', word } : stdin)
    }
  }
  return { redirects, stdin, rest }
}
