/** The end of what opens before `at`, quotes and backslashes heeded; undefined when it does not close. */
function closing(text: string, at: number, [open, close]: readonly [string, string]): number | undefined {
  let depth = 1
  for (let index = at; index < text.length; index++) {
    const c = text.charAt(index)
    if (c === '\\') index += 1
    else if (c === "'" || c === '"') {
      const end = text.indexOf(c, index + 1)
      if (end > 0) index = end
    } else if (c === open) depth += 1
    else if (c === close && --depth === 0) return index
  }
  return undefined
}

/** A backslash keeps a substitution from one reading only, and there may be several. */
const unescaped = (text: string): string => text.replace(/\\+(?=[$`])/g, '')

const substitution = /\$\(|`|\$\{[ \t\n|]|\$\{[^{}]{0,200}@P\s*\}/

/**
 * The scripts of the substitutions in a text that a shell reads as if it stood between double quotes; undefined where one
 * of them has no end or cannot be told. Quotes in the text are text.
 */
export function substitutionsIn(source: string): readonly string[] | undefined {
  const text = unescaped(source)
  const found: string[] = []
  for (let at = text.search(/\$\(|`|\$\{/); at >= 0 && at < text.length;) {
    const isTick = text.startsWith('`', at)
    const isBrace = text.startsWith('${', at)
    const start = at + (isTick ? 1 : 2)
    const end = isTick ? text.indexOf('`', start) : closing(text, start, isBrace ? ['{', '}'] : ['(', ')'])
    if (end === undefined || end < 0) return undefined
    const inner = text.slice(start, end)
    if (isBrace ? /^[ \t\n|]/.test(inner) : !/^\([\s\S]*\)$/.test(inner)) found.push(inner.replace(/^\|/, ''))
    else {
      // Arithmetic and parameters run nothing but what stands in them.
      const deeper = /@P\s*$/.test(inner) ? undefined : substitutionsIn(inner)
      if (!deeper) return undefined
      found.push(...deeper)
    }
    const next = text.slice(end + 1).search(/\$\(|`|\$\{/)
    at = next < 0 ? -1 : end + 1 + next
  }
  return found
}

/**
 * The scripts of the substitutions in a text of a tree that the grammar left as text: of backticks, `$(…)`, `<(…)` and `>(…)`. It is read once, so that
 * a backslash keeps one from it; quotes are not looked at, since inside double ones a single one is none: one too many is read sooner
 * than one too few. `isOpen`: one has no end.
 */
export function leftSubstitutions(text: string): {
  readonly scripts: readonly string[]
  readonly isOpen: boolean
} {
  const scripts: string[] = []
  if (!/`|[$<>]\(/.test(text)) return { scripts, isOpen: false }
  for (let at = 0; at < text.length; at++) {
    const c = text.charAt(at)
    if (c === '\\') at += 1
    else if (c === '`') {
      const [whole, script] = /^`((?:\\[\s\S]|[^`\\])*)`/.exec(text.slice(at)) ?? []
      if (whole === undefined || script === undefined) return { scripts, isOpen: true }
      scripts.push(script.replace(/\\([`\\$])/g, '$1'))
      at += whole.length - 1
    } else if (/[$<>]/.test(c) && text.charAt(at + 1) === '(') {
      const end = closing(text, at + 2, ['(', ')'])
      if (end === undefined) return { scripts, isOpen: true }
      scripts.push(text.slice(at + 2, end))
      at = end
    }
  }
  return { scripts, isOpen: false }
}

/** Whether a substitution stands in a text, as far as its words tell. */
export const holdsSubstitution = (text: string): boolean => substitution.test(unescaped(text))

/** The subscripts of the names in a text: `a[…]`. One that does not close goes on to the end. */
export function subscriptsIn(text: string): readonly string[] {
  return [...text.matchAll(/[A-Za-z_]\w*\[/g)].map((match) => {
    const start = match.index + match[0].length
    return text.slice(start, closing(text, start, ['[', ']']))
  })
}

/** Text that runs a command wherever a shell takes it for a number or a name, and that is good for nothing else: `a[$(…)]`. */
export const isSubscripted = (text: string): boolean => subscriptsIn(text).some(holdsSubstitution)

/** What a prompt is after its own escapes: `\044(…)` is `$(…)`. */
export const promptText = (text: string): string =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8) & 0x7f))
