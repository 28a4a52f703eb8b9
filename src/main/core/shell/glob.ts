/** How a pattern is read. `anyCase`: letters fit in either case; `slashes`: `*` and `?` cross `/` as well (`${x##*}`). */
export interface GlobRules {
  readonly anyCase?: boolean
  readonly slashes?: boolean
}

/**
 * A shell pattern, read. It is never a regular expression: the pattern is an agent's and the names are a repository's, and in one of
 * many stars those try every way there is, which is more than anybody lives to see. `exact` is false where a bracket is not read here
 * to the letter (`[[=a=]]`): it then stands for any one character.
 */
export interface Glob {
  readonly exact: boolean
  /** Whether the whole name fits, in a time that the length of both bounds. */
  test(name: string): boolean
  /** The lengths, in UTF-16 units and rising, of the beginnings of a text that fit. */
  beginnings(text: string): readonly number[]
  /** The same of its ends. */
  ends(text: string): readonly number[]
}

type Fits = (character: string) => boolean
type Part = Fits | 'star'

/** Reads a shell pattern. `*` and `?` do not cross `/`, unless the rules say so. A bracket that does not close stands for itself. */
export function readGlob(pattern: string, { anyCase = false, slashes = false }: GlobRules = {}): Glob {
  const characters = Array.from(pattern)
  const either = (fits: Fits): Fits =>
    anyCase ? (c) => fits(c) || fits(c.toLowerCase()) || fits(c.toUpperCase()) : fits
  const crosses: Fits = (c) => slashes || c !== '/'
  const parts: Part[] = []
  let exact = true
  for (let at = 0; at < characters.length; at++) {
    const own = characters[at] ?? ''
    const bracket = own === '[' ? readBracket(characters, at) : undefined
    if (own === '*') {
      if (parts.at(-1) !== 'star') parts.push('star')
    } else if (own === '?') parts.push(crosses)
    else if (bracket === undefined) parts.push(either((c) => c === own))
    else {
      const { fits, end } = bracket
      exact &&= bracket.exact
      parts.push(either((c) => crosses(c) && fits(c)))
      at = end
    }
  }
  const fewest = parts.filter((part) => part !== 'star').length
  const after = (order: readonly Part[], text: readonly string[]): readonly number[] =>
    fewest > text.length ? [] : lengthsThatFit(order, text, crosses)
  return {
    exact,
    test: (name) => after(parts, Array.from(name)).at(-1) === name.length,
    beginnings: (text) => after(parts, Array.from(text)),
    ends: (text) => after(parts.toReversed(), Array.from(text).toReversed()),
  }
}

/** Goes through a text once, with every place of the pattern that it may have come to. */
function lengthsThatFit(parts: readonly Part[], text: readonly string[], crosses: Fits): readonly number[] {
  let places = new Uint8Array(parts.length + 1)
  const reach = (at: number, into: Uint8Array): void => {
    for (let next = at; into[next] === 0; next += 1) {
      into[next] = 1
      if (parts[next] !== 'star') return
    }
  }
  reach(0, places)
  const found: number[] = places[parts.length] === 1 ? [0] : []
  let length = 0
  for (const c of text) {
    length += c.length
    const now = new Uint8Array(parts.length + 1)
    for (let at = 0; at < parts.length; at += 1) {
      const part = parts[at]
      if (places[at] === 0 || part === undefined) continue
      if (part === 'star') {
        if (crosses(c)) reach(at, now)
      } else if (part(c)) reach(at + 1, now)
    }
    places = now
    if (places[parts.length] === 1) found.push(length)
  }
  return found
}

/** The classes of characters that a bracket may name (POSIX), each over one character. Beyond ASCII a machine's language decides: all may fit. */
const classes: Readonly<Record<string, RegExp>> = {
  alnum: /[\p{L}\p{N}]|[^\0-\x7F]/u,
  alpha: /\p{L}|[^\0-\x7F]/u,
  ascii: /[\0-\x7F]/,
  blank: /[ \t]|[^\0-\x7F]/,
  cntrl: /[\0-\x1F\x7F]|[^\0-\x7F]/,
  digit: /[0-9]/,
  graph: /[!-~]|[^\0-\x7F]/,
  lower: /[a-z]|[^\0-\x7F]/,
  print: /[ -~]|[^\0-\x7F]/,
  punct: /[!-/:-@[-`{-~]|[^\0-\x7F]/,
  space: /[ \t-\r]|[^\0-\x7F]/,
  upper: /[A-Z]|[^\0-\x7F]/,
  word: /\w|[^\0-\x7F]/,
  xdigit: /[0-9A-Fa-f]/,
}

interface Bracket {
  readonly fits: Fits
  readonly exact: boolean
  /** Where it closes. */
  readonly end: number
}

/** The bracket that opens there; undefined where none closes. A first `]` is one of its characters. */
function readBracket(characters: readonly string[], from: number): Bracket | undefined {
  const negated = /^[!^]$/.test(characters[from + 1] ?? '')
  const first = from + (negated ? 2 : 1)
  const members: Fits[] = []
  let exact = true
  for (let at = first; at < characters.length; at += 1) {
    const own = characters[at] ?? ''
    if (own === ']' && at > first) {
      const fits: Fits = (c) => members.some((each) => each(c)) !== negated
      return { fits: exact ? fits : () => true, exact, end: at }
    }
    const named = own === '[' ? readNamed(characters, at) : undefined
    const last = characters[at + 2]
    if (named !== undefined) {
      const { name, end } = named
      const inClass = Object.hasOwn(classes, name) ? classes[name] : undefined
      if (inClass === undefined) exact = false
      else members.push((c) => inClass.test(c))
      at = end
    } else if (own === '\\') exact = false
    else if (characters[at + 1] === '-' && last !== undefined && last !== ']') {
      if (last === '[' || last === '\\') exact = false
      members.push((c) => points(c) >= points(own) && points(c) <= points(last))
      at += 2
    } else members.push((c) => c === own)
  }
  return undefined
}

const points = (character: string): number => character.codePointAt(0) ?? 0

/** What stands in `[:digit:]`, `[=a=]` and `[.a.]`; the last two say nothing that is known here. */
function readNamed(
  characters: readonly string[],
  from: number,
): { readonly name: string; readonly end: number } | undefined {
  const mark = characters[from + 1] ?? ''
  if (!/^[:=.]$/.test(mark)) return undefined
  for (let at = from + 2; at + 1 < characters.length && at < from + 40; at += 1)
    if (characters[at] === mark && characters[at + 1] === ']')
      return { name: mark === ':' ? characters.slice(from + 2, at).join('') : '', end: at + 1 }
  return undefined
}

/** True when a text holds an unescaped pattern character. */
export function hasGlob(text: string): boolean {
  return /[*?]|\[.*\]/s.test(text)
}
