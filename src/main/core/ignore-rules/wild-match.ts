/** What may still be spent on comparing patterns with names: about one step for each character of a pattern that is held against one of a name. */
export interface StepBudget {
  left: number
}

/** The characters that a bracket may name (POSIX), in git's own table of them: none beyond ASCII. */
const classes: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[\t ]/,
  cntrl: /[\0-\x1F\x7F]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[\t\n\r ]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
}

/** Where what stands for one character ends: as it is when that character fits, as its complement (`~`) when it does not; 0: it does not close, or names no class. */
type End = number

const endOf = (end: End): number => (end < 0 ? ~end : end)

/** A bracket as wildmatch.c of git reads it: `!` and `^` negate, a first `]` is a member, `\` takes the next one as it is. */
function readBracket(pattern: string, from: number, character: string): End {
  const isNegated = pattern[from + 1] === '!' || pattern[from + 1] === '^'
  const first = from + (isNegated ? 2 : 1)
  let fits = false
  let previous = ''
  let close = 0
  let at = first
  for (; at === first || pattern[at] !== ']'; at += 1) {
    let own = pattern[at]
    const isRange = own === '-' && previous !== '' && at + 1 < pattern.length && pattern[at + 1] !== ']'
    if (isRange) own = pattern[++at]
    else if (own === '[' && pattern[at + 1] === ':') {
      if (close < at + 2) close = pattern.indexOf(']', at + 2)
      if (close < 0) return 0
      if (close > at + 2 && pattern[close - 1] === ':') {
        const name = pattern.slice(at + 2, close - 1)
        const named = Object.hasOwn(classes, name) ? classes[name] : undefined
        if (!named) return 0
        fits ||= named.test(character)
        previous = ''
        at = close
        continue
      }
    }
    if (own === '\\') own = pattern[++at]
    if (own === undefined) return 0
    fits ||= isRange ? character >= previous && character <= own : character === own
    previous = isRange ? '' : own
  }
  return fits === isNegated || character === '' ? ~(at + 1) : at + 1
}

/** What stands there for one character, which `*` does not. */
function readOne(pattern: string, at: number, character: string): End {
  const own = pattern[at]
  if (own === '[') return readBracket(pattern, at, character)
  if (own === '?') return at + 1
  const end = own === '\\' ? at + 2 : at + 1
  if (end > pattern.length) return 0
  return pattern[end - 1] === character ? end : ~end
}

/**
 * The segments of a pattern, between `/` that stand in no bracket. `**` alone in one is any number of segments, at the end at least one; more stars than two are as two, and beside
 * other characters as one (gitignore(5)). Undefined: it fits nothing, since a bracket or an escape in it does not close.
 */
export function readSegments(pattern: string): readonly string[] | undefined {
  const segments: string[] = []
  let from = 0
  let at = 0
  while (at < pattern.length) {
    const isEscaped = pattern[at] === '\\' && pattern[at + 1] === '/'
    if (isEscaped || pattern[at] === '/') {
      const segment = readStars(pattern.slice(from, at))
      // Git lets `**` be no segment at all before a bare `/` alone.
      segments.push(...(isEscaped && segment === '**' ? ['*', '**'] : [segment]))
      at += isEscaped ? 2 : 1
      from = at
    } else {
      at = pattern[at] === '*' ? at + 1 : endOf(readOne(pattern, at, ''))
      if (at === 0) return undefined
    }
  }
  const last = readStars(pattern.slice(from))
  return last === '**' ? [...segments, '**', '*'] : [...segments, last]
}

const readStars = (segment: string): string => (/^\*{2,}$/.test(segment) ? '**' : segment)

/**
 * Whether a name fits one segment that readSegments gave. Of several stars the last alone is tried anew, since what an earlier one took makes no difference to it: no place of the
 * pattern meets a place of the name twice. False as well when the steps have run out.
 */
export function fitsSegment(segment: string, name: string, steps: StepBudget): boolean {
  let at = 0
  let index = 0
  let star = -1
  let after = 0
  while (index < name.length && steps.left > 0) {
    if (segment[at] === '*') {
      at += 1
      star = at
      after = index
      steps.left -= 1
      continue
    }
    const end = at < segment.length ? readOne(segment, at, name[index] ?? '') : ~(at + 1)
    steps.left -= endOf(end) - at
    if (end > 0) {
      at = end
      index += 1
    } else if (star >= 0) {
      after += 1
      index = after
      at = star
    } else return false
  }
  while (segment[at] === '*') at += 1
  return index === name.length && at === segment.length
}

/** Whether the names of a path fit segments that readSegments gave; of several `**` the last alone is tried anew. False as well when the steps have run out. */
export function fitsSegments(
  segments: readonly string[],
  names: readonly string[],
  steps: StepBudget,
): boolean {
  let at = 0
  let index = 0
  let star = -1
  let after = 0
  while (index < names.length && steps.left > 0) {
    const segment = segments[at]
    steps.left -= 1
    if (segment === '**') {
      at += 1
      star = at
      after = index
    } else if (segment !== undefined && fitsSegment(segment, names[index] ?? '', steps)) {
      at += 1
      index += 1
    } else if (star >= 0) {
      after += 1
      index = after
      at = star
    } else return false
  }
  while (segments[at] === '**') at += 1
  return index === names.length && at === segments.length
}
