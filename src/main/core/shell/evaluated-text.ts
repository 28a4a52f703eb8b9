import type { SimpleCommand } from './graph'
import { lookUp } from './parameter'
import { printsNumbers } from './prints-numbers'
import type { Scope } from './scope'
import { substitutionsIn } from './substitutions'
import { textsOf, type EvaluatedText } from './telling'

/** What is behind evaluated text: the scripts of the substitutions in it, and whether some of it cannot be known. */
export interface Evaluation {
  readonly scripts: readonly string[]
  readonly unread: boolean
}

/** More names than these are not followed: an expression has few. */
const maxNames = 64

/**
 * What evaluating texts would run: as arithmetic, as a subscript, as the name of a variable or as a prompt. In numbers the
 * values of the names in it are evaluated in turn. Text that another command prints is not known, unless what prints it
 * prints numbers.
 */
export function evaluate(
  texts: readonly EvaluatedText[],
  scope: Scope,
  all: readonly SimpleCommand[],
): Evaluation {
  const scripts = new Set<string>()
  const names = new Set<string>()
  let unread = false
  const visit = (each: EvaluatedText): void => {
    if (!each.known && each.from.length > 0 && !each.from.every((id) => printsNumbers(id, all))) unread = true
    const found = substitutionsIn(each.text)
    // The substitutions of a word that is not known stand in its text too: they were entered where they stand.
    if (!found) unread ||= each.known
    else if (each.known || found.length > each.from.length) for (const script of found) scripts.add(script)
    if (!each.known) return
    for (const [, word, special] of each.text.matchAll(/([A-Za-z_]\w*)|\$\{?(\d+|[@*])/g)) {
      const name = word ?? special ?? ''
      if (names.has(name) || names.size > maxNames || scope.maps.has(name)) continue
      names.add(name)
      const value = lookUp(name, scope)
      if (value) for (const text of textsOf(value)) visit(text)
    }
  }
  for (const each of texts) visit(each)
  return { scripts: [...scripts].filter((script) => script.trim() !== ''), unread }
}
