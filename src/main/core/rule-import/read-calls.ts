/** A value of a call: a text, or a list of values. */
export type CallValue = string | readonly CallValue[]

/** One call `name(key = value, …)` of a file of rules. `line` counts from 1. */
export interface StatedCall {
  readonly name: string
  readonly line: number
  readonly values: ReadonlyMap<string, CallValue>
}

/** The calls of a file up to the first thing that is none; `problem`: the line where that stands. */
export interface StatedCalls {
  readonly calls: readonly StatedCall[]
  readonly problem?: number
}

interface Token {
  readonly kind: 'name' | 'text' | 'mark'
  readonly text: string
  readonly line: number
}

/** Thrown within this file alone. */
class NoCall extends Error {
  readonly line: number

  constructor(line: number) {
    super('no call')
    this.line = line
  }
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  '"': '"',
  "'": "'",
}
/** Lists inside one another. */
const maxDepth = 4

function* tokens(text: string): Generator<Token, void> {
  const pattern =
    /(\n)|[^\S\n]+|#[^\n]*|([A-Za-z_]\w*)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|([()[\],=])/y
  let line = 1
  for (let at = 0; at < text.length; at = pattern.lastIndex) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) throw new NoCall(line)
    const [, feed, name, quoted, mark] = found
    if (feed !== undefined) line += 1
    else if (name !== undefined) yield { kind: 'name', text: name, line }
    else if (mark !== undefined) yield { kind: 'mark', text: mark, line }
    else if (quoted !== undefined) yield { kind: 'text', text: unquoted(quoted, line), line }
  }
}

function unquoted(quoted: string, line: number): string {
  return quoted.slice(1, -1).replace(/\\(.)/g, (_, each: string) => {
    const meant = escapes[each]
    if (meant === undefined) throw new NoCall(line)
    return meant
  })
}

/** Reads tokens one after the other. */
class Reader {
  readonly #tokens: Iterator<Token, void>
  #next: Token | undefined
  line = 1

  constructor(text: string) {
    this.#tokens = tokens(text)
    this.#next = this.#tokens.next().value ?? undefined
  }

  peek(): Token | undefined {
    return this.#next
  }

  take(kind: Token['kind'], text?: string): Token {
    const token = this.#next
    this.line = token?.line ?? this.line
    if (token?.kind !== kind || (text !== undefined && token.text !== text)) throw new NoCall(this.line)
    this.#next = this.#tokens.next().value ?? undefined
    return token
  }

  /** Values between two marks, with a comma between any two and perhaps one behind the last. */
  list(end: string, read: () => void): void {
    while (this.peek()?.text !== end || this.peek()?.kind !== 'mark') {
      read()
      if (this.peek()?.text === ',') this.take('mark', ',')
      else break
    }
    this.take('mark', end)
  }

  value(depth = 0): CallValue {
    if (this.peek()?.kind === 'text') return this.take('text').text
    const { line } = this.take('mark', '[')
    if (depth >= maxDepth) throw new NoCall(line)
    const values: CallValue[] = []
    this.list(']', () => {
      values.push(this.value(depth + 1))
    })
    return values
  }

  call(): StatedCall {
    const { text: name, line } = this.take('name')
    this.take('mark', '(')
    const values = new Map<string, CallValue>()
    this.list(')', () => {
      const key = this.take('name').text
      this.take('mark', '=')
      if (values.has(key)) throw new NoCall(line)
      values.set(key, this.value())
    })
    return { name, line, values }
  }
}

/**
 * Reads a file of rules that consists of calls with plain values (decision 173). It is a program by its maker's idea (Starlark); what is more than calls is
 * not guessed at: reading ends there.
 */
export function readCalls(text: string): StatedCalls {
  const calls: StatedCall[] = []
  try {
    const reader = new Reader(text)
    while (reader.peek()) calls.push(reader.call())
    return { calls }
  } catch (error) {
    if (!(error instanceof NoCall)) throw error
    return { calls, problem: error.line }
  }
}
