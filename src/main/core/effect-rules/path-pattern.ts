import { isWithin } from '../shell/paths'

/** The folders that patterns are read from; both real and absolute. */
export interface PatternPlaces {
  readonly home: string
  readonly workspace: string
}

/** A pattern in its parts. `**` stands alone in a part and is any number of folders; in others `*` is any text and `?` one character. */
export interface PathPattern {
  readonly from: 'workspace' | 'home' | 'root'
  readonly parts: readonly string[]
}

const wild = /[*?]/

/** The parts of a pattern, or what is wrong with it, as a clause. No part is looked up: a link never makes a pattern mean another place. */
export function readPathPattern(text: string): PathPattern | { readonly problem: string } {
  const from = text.startsWith('/') ? 'root' : text === '~' || text.startsWith('~/') ? 'home' : 'workspace'
  const rest = from === 'root' ? text.slice(1) : from === 'home' ? text.slice(2) : text
  const parts = rest.split('/')
  if (parts.at(-1) === '' && parts.length > 1) parts.pop()
  const odd = parts.find((part) => part === '.' || part === '..' || /[\0\p{Cc}\uFFFD]/u.test(part))
  if (odd !== undefined) return { problem: 'it has “.”, “..” or a control character in it' }
  if (parts.some((part) => part === '')) return { problem: 'it names no file and no folder' }
  if (parts.some((part) => part !== '**' && part.includes('**')))
    return { problem: '“**” stands for whole folders, between two “/”' }
  return { from, parts }
}

/** The real folder that a pattern begins at, without what its wildcards stand for. */
export function literalPlace({ from, parts }: PathPattern, { home, workspace }: PatternPlaces): string {
  const start = from === 'workspace' ? workspace : from === 'home' ? home : ''
  const first = parts.findIndex((part) => wild.test(part))
  const literal = first < 0 ? parts : parts.slice(0, first)
  return literal.length === 0 ? start || '/' : `${start === '/' ? '' : start}/${literal.join('/')}`
}

/** Whether a name fits one part. Linear but for its stars, of which the last alone is tried anew. */
function fitsPart(part: string, name: string): boolean {
  if (!wild.test(part)) return part === name
  const wanted = Array.from(part)
  const given = Array.from(name)
  let at = 0
  let star = -1
  let after = 0
  for (let index = 0; index < given.length;) {
    if (at < wanted.length && (wanted[at] === '?' || (wanted[at] !== '*' && wanted[at] === given[index]))) {
      at += 1
      index += 1
    } else if (at < wanted.length && wanted[at] === '*') {
      star = at
      after = index
      at += 1
    } else if (star >= 0) {
      after += 1
      at = star + 1
      index = after
    } else return false
  }
  while (wanted[at] === '*') at += 1
  return at === wanted.length
}

/** Whether names fit parts; of several `**` the last alone is tried anew, since what an earlier one took makes no difference to it. */
function fitsParts(parts: readonly string[], names: readonly string[]): boolean {
  let at = 0
  let star = -1
  let after = 0
  for (let index = 0; index < names.length;) {
    const part = parts[at]
    if (part === '**') {
      star = at
      after = index
      at += 1
    } else if (part !== undefined && fitsPart(part, names[index] ?? '')) {
      at += 1
      index += 1
    } else if (star >= 0) {
      after += 1
      at = star + 1
      index = after
    } else return false
  }
  while (parts[at] === '**') at += 1
  return at === parts.length
}

/** A path's names below the place where patterns of this kind begin; undefined: it does not lie there. */
function namesBelow(
  from: PathPattern['from'],
  path: string,
  { home, workspace }: PatternPlaces,
): readonly string[] | undefined {
  const start = from === 'workspace' ? workspace : from === 'home' ? home : '/'
  if (path === start || !isWithin(path, start)) return undefined
  return path.slice(start === '/' ? 1 : start.length + 1).split('/')
}

/**
 * Whether a real path fits a pattern, by its text alone. What ends in `/**` is the folder before it as well, where `folder` says that the path
 * is one: a link or file put in its place is not meant.
 */
export function fitsPath(
  pattern: PathPattern,
  { path, folder }: { readonly path: string; readonly folder: boolean },
  places: PatternPlaces,
): boolean {
  if (path.includes('\uFFFD')) return false
  const names = namesBelow(pattern.from, path, places)
  if (!names) return false
  const { parts } = pattern
  if (parts.at(-1) !== '**') return fitsParts(parts, names)
  const before = parts.slice(0, -1)
  // `a/**` needs a name below `a`, or `a` itself where that is a folder; `**` alone is everything below.
  if (fitsParts([...parts, '*'], names)) return true
  return folder && before.length > 0 && fitsParts(before, names)
}
