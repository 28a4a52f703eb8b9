import { german as germanMessages } from '../../../src/shared/messages/german'
import { english as englishMessages } from '../../../src/shared/messages/english'
import { germanStrings, laterGerman } from '../../../src/renderer/lib/german'
import { laterEnglish } from '../../../src/renderer/lib/later-strings'
import { english } from '../../../src/renderer/lib/strings'
import { ruleParts as germanRules } from '../../../src/renderer/lib/strings/german/rule-parts'
import { ruleParts as englishRules } from '../../../src/renderer/lib/strings/rule-parts'

const hole = '\u2983'

/** What a function of a catalogue says of what it is given, which stands there as a hole; texts are whole. */
function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'function') return undefined
  try {
    const said: unknown = (value as (...given: string[]) => unknown)(hole, hole, hole)
    return typeof said === 'string' ? said : undefined
  } catch {
    return undefined // it is given more than a text
  }
}

function pairs(from: unknown, to: unknown): readonly (readonly [string, string])[] {
  if (typeof from === 'object' && from !== null)
    return Object.entries(from).flatMap(([key, value]) => pairs(value, (to as Record<string, unknown>)[key]))
  const [english, german] = [text(from), text(to)]
  return english === undefined || german === undefined || english === '' ? [] : [[english, german]]
}

const shown = [
  ...pairs(english, germanStrings),
  ...pairs(laterEnglish, laterGerman),
  ...pairs(englishRules, germanRules),
]
const said = [...shown, ...pairs(englishMessages, germanMessages)]
const beginning = (each: string): string => each.split(hole, 1)[0] ?? ''

/** The same with one thing in it, which it takes along. */
function givenIn(spoken: string): string | undefined {
  for (const [from, to] of said) {
    const [before = '', after, ...more] = from.split(hole)
    if (after === undefined || more.length > 0 || before.length < 5 || to.split(hole).length !== 2) continue
    if (spoken.startsWith(before) && spoken.endsWith(after) && spoken.length > before.length + after.length)
      return to.replace(hole, spoken.slice(before.length, spoken.length - after.length))
  }
  return undefined
}

/** What the window says in German where it says this in English, or begins with it; what it does not say stays (a title, a path). */
export function inGerman(spoken: string): string {
  const exact = said.find(([from]) => beginning(from) === spoken)
  const begins = (): typeof exact =>
    said.find(([from]) => beginning(from).startsWith(spoken) && spoken.length > 5)
  const found = exact ?? begins()
  return (found === undefined ? givenIn(spoken) : beginning(found[1]).trim()) ?? spoken
}

/** Everything that the window says in German: texts, and the beginnings of what is said with something in it. */
export const germanTexts: readonly string[] = [
  ...new Set(shown.map(([, german]) => beginning(german).trim()).filter((each) => each.length > 2)),
]
