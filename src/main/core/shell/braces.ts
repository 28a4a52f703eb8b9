import { unknownValue } from './scope'
import type { Value } from './value'

/** A word on its way through expansion: characters, quoted or not, and values that are still to be put in. */
export type Token =
  | { readonly kind: 'char'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'value'; readonly value: Value; readonly quoted: boolean }

/** More words than this are not made from one. */
const maxWords = 128
/** Braces inside one another beyond this depth are not expanded. */
const maxDepth = 32

const bare = (token: Token | undefined): string => (token?.kind === 'char' && !token.quoted ? token.text : '')

/** The end of the brace that opens at `start`, and its parts; undefined when it does not close. */
function partsOf(tokens: readonly Token[], start: number): { end: number; parts: Token[][] } | undefined {
  const parts: Token[][] = [[]]
  let depth = 0
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at]
    const c = bare(token)
    if (c === '}' && --depth === 0) return { end: at, parts }
    if (c === ',' && depth === 1) parts.push([])
    else if (at > start && token) parts.at(-1)?.push(token)
    if (c === '{') depth += 1
  }
  return undefined
}

/** What would be more words than are made: a part that is only known at run time. */
const tooMany = (text: string): Token => ({ kind: 'value', value: unknownValue(text), quoted: true })

/** The words of `{1..3}`; undefined for what is no range. */
function range(part: readonly Token[]): Token[][] | undefined {
  if (!part.every((token) => bare(token) !== '')) return undefined
  const text = part.map(bare).join('')
  const [, from = '', to = '', step] =
    /^(-?\d+|[a-zA-Z])\.\.(-?\d+|[a-zA-Z])(?:\.\.(-?\d+))?$/.exec(text) ?? []
  if (from === '') return undefined
  const numeric = /\d/.test(from)
  if (numeric !== /\d/.test(to)) return undefined
  const [first, last] = numeric ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)]
  const by = Math.max(Math.abs(Number(step ?? 1)), 1)
  const made: string[] = []
  for (let at = first; first <= last ? at <= last : at >= last; at += first <= last ? by : -by) {
    if (made.length >= maxWords) return [[tooMany(`{${text}}`)]]
    made.push(numeric ? String(at) : String.fromCharCode(at))
  }
  return made.map((each): Token[] => [{ kind: 'char', text: each, quoted: true }])
}

/** Brace expansion as bash does it, before all other expansions: `a{b,c}` is two words, `{1..3}` three. */
export function expandBraces(tokens: readonly Token[], depth = 0): readonly (readonly Token[])[] {
  if (depth > maxDepth) return [[tooMany('{…}')]]
  for (let at = 0; at < tokens.length; at++) {
    if (bare(tokens[at]) !== '{') continue
    const found = partsOf(tokens, at)
    if (!found) continue
    const { end, parts } = found
    const made =
      parts.length > 1 ? parts.flatMap((part) => expandBraces(part, depth + 1)) : range(parts[0] ?? [])
    if (!made) continue
    const tails = expandBraces(tokens.slice(end + 1), depth)
    const all = made.flatMap((middle) => tails.map((tail) => [...tokens.slice(0, at), ...middle, ...tail]))
    return all.length <= maxWords
      ? all
      : [...all.slice(0, maxWords), [...tokens.slice(0, at), tooMany('{…}')]]
  }
  return [tokens]
}
