/** A word of a PowerShell line. `block` holds the text of a script block, `inner` that of a $(…) or (…) in it. */
export interface PowerShellWord {
  readonly text: string
  readonly known: boolean
  readonly block: string | undefined
  readonly inner: readonly string[]
}

/** A PowerShell line as pipelines of commands. `assigns`: the statement sets a variable with what follows. */
export interface PowerShellCommand {
  readonly words: readonly PowerShellWord[]
  readonly piped: boolean
  readonly offset: number
}

const closing: Readonly<Record<string, string>> = { '(': ')', '{': '}', '[': ']' }

/** The offset behind the bracket that closes the one at `start`; the text's end when it stays open. */
function closeAt(text: string, start: number): number {
  const open = text.charAt(start)
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const c = text.charAt(at)
    if (c === '`') at += 1
    else if (c === "'" || c === '"') at = quoteEnd(text, at) - 1
    else if (c === open) depth += 1
    else if (c === closing[open] && --depth === 0) return at + 1
  }
  return text.length
}

function quoteEnd(text: string, start: number): number {
  const quote = text.charAt(start)
  for (let at = start + 1; at < text.length; at++) {
    if (text.charAt(at) === '`' && quote === '"') at += 1
    else if (text.charAt(at) === quote) {
      if (text.charAt(at + 1) !== quote) return at + 1
      at += 1
    }
  }
  return text.length
}

/** `'Remo'+'ve-Item'` in parentheses: literals joined by plus; undefined for any other expression. */
function joinedLiterals(text: string): string | undefined {
  const parts = text.trim().split(/\s*\+\s*/)
  if (!parts.every((part) => /^('[^']*'|"[^"$`]*")$/.test(part))) return undefined
  return parts.map((part) => part.slice(1, -1)).join('')
}

interface Reading {
  text: string
  known: boolean
  started: boolean
  block: string | undefined
  inner: string[]
}

const fresh = (): Reading => ({ text: '', known: true, started: false, block: undefined, inner: [] })

/** Takes in one element at `at` (a quote, a bracket, a character) and gives the offset behind it. */
function readElement(source: string, at: number, word: Reading): number {
  const c = source.charAt(at)
  word.started = true
  if (c === "'" || c === '"') {
    const end = quoteEnd(source, at)
    const body = source.slice(at + 1, end - 1)
    if (c === '"') {
      for (const [, inner = ''] of body.matchAll(/\$\(([^)]*)\)/g)) word.inner.push(inner)
      if (/\$[\w({:]/.test(body)) word.known = false
    }
    word.text += c === '"' ? body.replace(/`(.)/gs, '$1').replaceAll('""', '"') : body.replaceAll("''", "'")
    return end
  }
  if (c === '(' || c === '{') {
    const end = closeAt(source, at)
    const body = source.slice(at + 1, end - 1)
    const literal = c === '(' ? joinedLiterals(body) : undefined
    if (literal !== undefined) word.text += literal
    else {
      if (c === '{' && word.text === '') word.block = body
      else word.inner.push(body)
      word.text += source.slice(at, end)
      word.known = word.known && c === '{'
    }
    return end
  }
  if (c === '`') {
    word.text += source.charAt(at + 1)
    return at + 2
  }
  if (c === '$' && /[\w({:]/.test(source.charAt(at + 1))) word.known = false
  word.text += c
  return at + 1
}

/**
 * Splits PowerShell text into commands. No full grammar: quotes, backticks, brackets, blocks, comments and the
 * separators `;`, `|`, `&&`, `||` and line ends are known, so that words come out as PowerShell would see them.
 */
export function powerShellCommands(source: string): readonly PowerShellCommand[] {
  const commands: PowerShellCommand[] = []
  let words: PowerShellWord[] = []
  let word = fresh()
  let piped = false
  let offset = 0
  const endWord = (): void => {
    if (word.started) words.push({ text: word.text, known: word.known, block: word.block, inner: word.inner })
    word = fresh()
  }
  const endCommand = (at: number, pipe: boolean): void => {
    endWord()
    if (words.length > 0) commands.push({ words, piped, offset })
    words = []
    piped = pipe
    offset = at
  }
  for (let at = 0; at < source.length;) {
    const c = source.charAt(at)
    const two = source.slice(at, at + 2)
    if (two === '<#') at = Math.max(source.indexOf('#>', at) + 2, at + 2)
    else if (c === '#' && !word.started)
      at = source.indexOf('\n', at) < 0 ? source.length : source.indexOf('\n', at)
    else if (two === '&&' || two === '||') endCommand((at += 2), false)
    else if (c === '|') endCommand((at += 1), true)
    else if (c === ';' || c === '\n') endCommand((at += 1), false)
    else if (two === '`\n') at += 2
    else if (/\s/.test(c) || (c === ',' && word.started)) {
      endWord()
      at += 1
    } else {
      // `iex(…)`: a command's name ends where its bracket opens.
      if (c === '(' && words.length === 0 && /^[A-Za-z][\w-]*$/.test(word.text)) endWord()
      at = readElement(source, at, word)
    }
  }
  endCommand(source.length, false)
  return commands
}
