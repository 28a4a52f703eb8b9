import { fitsSegment, fitsSegments, readSegments, type StepBudget } from './wild-match'

/** A longer pattern with wildcards is not compared, and a file with more rules is not read. */
const longestPattern = 1000
const mostRules = 10_000
/** So many steps are spent on one path, at the most; some milliseconds. */
const mostForOne = 1_000_000
/** What one rule that is kept counts for, beside its length. */
const stepsForRule = 1000

/** What rules say of a path. `open`: none fits it. `unknown`: one may, which was not compared. */
type Verdict = 'ignored' | 'unignored' | 'open' | 'unknown'

/** Where a rule stands in its file, and what it says of what fits. */
interface Ruling {
  readonly order: number
  readonly verdict: 'ignored' | 'unignored'
}

/**
 * A rule with wildcards: what fits begins with `head` and ends with `tail`. Without segments it is one for the last name of a path, at any depth. `older` is what stands behind the head
 * of one in which git before 2.50 takes stars behind a literal beginning for any number of segments.
 */
interface WildRule extends Ruling {
  readonly isForFolders: boolean
  readonly isRefused: boolean
  readonly pattern: string
  readonly segments: readonly string[] | undefined
  readonly older: readonly string[] | undefined
  readonly head: string
  readonly tail: string
}

/** The bytes of a text in UTF-8 as one character each: git compares bytes, and `?` is one of them. */
function inBytes(text: string): string {
  if (/^[\0-\x7F]*$/.test(text)) return text
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
}

/** Without the spaces at the end, but for an escaped one. */
function withoutSpaces(line: string): string {
  let end = line.length
  while (line[end - 1] === ' ') end -= 1
  let escapes = 0
  while (line[end - 1 - escapes] === '\\') escapes += 1
  return line.slice(0, end + (escapes % 2))
}

/** What is literal at the end of a pattern, as far as that can be told from there. */
function tailOf(pattern: string): string {
  let from = pattern.length
  while (from > 0 && !'*?[]\\/'.includes(pattern[from - 1] ?? '')) from -= 1
  return pattern.slice(from)
}

/**
 * The rules of one ignore file (gitignore(5)) for what lies below its folder, in the letter case that they are written in. They are no regular expressions: whoever writes a project's
 * files would hold up with those whoever reads them. A rule without wildcards is looked up, in a time that the number of rules does not change.
 */
export class IgnoreRules {
  /** Rules without wildcards, by the last name of a path or by `/` and the path; the last of each. */
  private readonly literal = new Map<string, Ruling>()
  private readonly literalForFolders = new Map<string, Ruling>()
  private readonly wild: WildRule[] = []
  /** How many bytes of a path stand before what the rules speak of. */
  private readonly start: number
  /** The steps that reading the rules and keeping them counts for, where many files are read. */
  readonly cost: number

  /** Of a folder, by its path from the root with `/`, '' for the root itself. Without a text nothing is known of its rules. */
  constructor(
    folder: string,
    private readonly text: string | undefined,
  ) {
    this.start = folder === '' ? 0 : inBytes(folder).length + 1
    const lines =
      text === undefined
        ? []
        : inBytes(text)
            .replace(/^\xEF\xBB\xBF/, '')
            .split('\n')
    let order = 0
    for (const line of lines) {
      if (line === '' || line.startsWith('#')) continue
      order += 1
      if (order > mostRules) {
        this.text = undefined
        break
      }
      const ended = line.endsWith('\r') ? line.slice(0, -1) : line
      this.add(withoutSpaces(ended.split('\0', 1)[0] ?? ''), order)
    }
    this.cost = (text ?? '').length + order * stepsForRule
  }

  private add(line: string, order: number): void {
    const isNegated = line.startsWith('!')
    const ruling: Ruling = { order, verdict: isNegated ? 'unignored' : 'ignored' }
    const isForFolders = line.endsWith('/')
    const named = line.slice(isNegated ? 1 : 0, isForFolders ? -1 : undefined)
    const isAnchored = named.includes('/')
    const pattern = named.startsWith('/') ? named.slice(1) : named
    const isWild = /[*?[]/.test(pattern)
    const isRefused = isWild && pattern.length > longestPattern
    const segments = isRefused ? [] : readSegments(pattern)
    if (pattern === '' || !segments) return
    if (!isWild) {
      const name = pattern.replaceAll(/\\(.)/gs, '$1')
      const into = isForFolders ? this.literalForFolders : this.literal
      into.set(isAnchored ? `/${name}` : name, ruling)
      return
    }
    const head = pattern.slice(0, pattern.search(/[*?[\\]/))
    const rest = pattern.slice(head.length)
    const isReadOtherwise = isAnchored && !/(?:^|\/)$/.test(head) && /^\*{2,}(?:\\?\/|$)/.test(rest)
    this.wild.push({
      ...ruling,
      isForFolders,
      isRefused,
      pattern,
      segments: isAnchored ? segments : undefined,
      older: isReadOtherwise && !isRefused ? readSegments(rest) : undefined,
      head,
      tail: tailOf(pattern),
    })
  }

  /** What the rules say of a path from the root, given in bytes. The last that fits it decides, whatever is said of the folders that it lies in. */
  of(whole: string, isFolder: boolean, steps: StepBudget): Verdict {
    if (this.text === undefined) return 'unknown'
    const path = whole.slice(this.start)
    const name = path.slice(path.lastIndexOf('/') + 1)
    let found = this.lookUp(path, name, isFolder)
    const doubtful = new Set<Verdict>()
    let names: readonly string[] | undefined
    for (let at = this.wild.length - 1; at >= 0; at -= 1) {
      const rule = this.wild[at]
      if (rule === undefined || rule.order < (found?.order ?? 0)) break
      steps.left -= 1
      if (steps.left <= 0) return 'unknown'
      if (rule.isForFolders && !isFolder) continue
      if (rule.isRefused) {
        doubtful.add(rule.verdict)
        continue
      }
      const subject = rule.segments ? path : name
      if (!subject.startsWith(rule.head) || !subject.endsWith(rule.tail)) continue
      const fits = rule.segments
        ? fitsSegments(rule.segments, (names ??= path.split('/')), steps)
        : fitsSegment(rule.pattern, name, steps)
      if (fits) {
        found = rule
        break
      }
      if (rule.older && fitsSegments(rule.older, path.slice(rule.head.length).split('/'), steps))
        doubtful.add(rule.verdict)
    }
    const verdict = found?.verdict ?? 'open'
    return steps.left <= 0 || [...doubtful].some((each) => each !== verdict) ? 'unknown' : verdict
  }

  private lookUp(path: string, name: string, isFolder: boolean): Ruling | undefined {
    const maps = isFolder ? [this.literal, this.literalForFolders] : [this.literal]
    return maps
      .flatMap((map) => [map.get(name), map.get(`/${path}`)])
      .reduce((last, each) => ((each?.order ?? 0) > (last?.order ?? 0) ? each : last), undefined)
  }
}

/**
 * Whether rules leave out a path from the root, of themselves: what they say of the folders that it lies in is asked before. `all` are those of the root and of the folders above the
 * path, from the top; the deepest that says something decides. Undefined: it cannot be told, since a rule is too long or the steps have run out.
 */
export function isIgnored(
  path: string,
  isFolder: boolean,
  all: readonly IgnoreRules[],
  budget: StepBudget,
): boolean | undefined {
  const steps = { left: Math.min(budget.left, mostForOne) }
  const before = steps.left
  const bytes = inBytes(path)
  let verdict: Verdict = 'open'
  for (let at = all.length - 1; at >= 0 && verdict === 'open'; at -= 1) {
    steps.left -= 1
    verdict = steps.left <= 0 ? 'unknown' : (all[at]?.of(bytes, isFolder, steps) ?? 'open')
  }
  budget.left -= before - steps.left
  return verdict === 'unknown' ? undefined : verdict === 'ignored'
}
