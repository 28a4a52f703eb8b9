/** Where the parenthesis that opens before `from` is closed; quotes and escapes aside. Undefined where it is not. */
function closing(text: string, from: number): number | undefined {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    const c = text.charAt(at)
    if (c === '\\') at += 1
    else if (c === "'" || c === '"') {
      const end = text.indexOf(c, at + 1)
      if (end > 0) at = end
    } else if (c === '(') depth += 1
    else if (c === ')' && --depth === 0) return at
  }
  return undefined
}

/**
 * The scripts of the substitutions in a text that is no tree: of backticks, of `$(…)`, `<(…)` and `>(…)`. Quotes are not looked at, since
 * inside double ones a single one is none: one too many is read sooner than one too few. `isOpen`: one has no end.
 */
export function substitutionsIn(text: string): {
  readonly scripts: readonly string[]
  readonly isOpen: boolean
} {
  const scripts: string[] = []
  for (let at = 0; at < text.length; at++) {
    const c = text.charAt(at)
    if (c === '\\') at += 1
    else if (c === '`') {
      const [whole, script] = /^`((?:\\[\s\S]|[^`\\])*)`/.exec(text.slice(at)) ?? []
      if (whole === undefined || script === undefined) return { scripts, isOpen: true }
      scripts.push(script.replace(/\\([`\\$])/g, '$1'))
      at += whole.length - 1
    } else if (/[$<>]/.test(c) && text.charAt(at + 1) === '(') {
      const end = closing(text, at + 2)
      if (end === undefined) return { scripts, isOpen: true }
      scripts.push(text.slice(at + 2, end))
      at = end
    }
  }
  return { scripts, isOpen: false }
}
