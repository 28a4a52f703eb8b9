import { laterEnglish } from '../../../src/shared/languages/english/later-window'
import { english as englishMessages } from '../../../src/shared/languages/english/messages'
import { english } from '../../../src/shared/languages/english/window'
import { ruleParts } from '../../../src/shared/languages/english/window/rule-parts'
import { languages, type OtherLanguage } from '../../../src/shared/languages/languages'

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
  const [said, own] = [text(from), text(to)]
  return said === undefined || own === undefined || said === '' ? [] : [[said, own]]
}

const beginning = (each: string): string => each.split(hole, 1)[0] ?? ''

/** What the window says in a language. */
export interface Said {
  /** What it says where it says this in English, or begins with it; what it does not say stays (a title, a path). */
  readonly say: (spoken: string) => string
  /** Everything that it says: texts, and the beginnings of what is said with something in it. */
  readonly texts: readonly string[]
}

/** What the window says in a language other than English. */
export async function saidIn(tag: OtherLanguage): Promise<Said> {
  const { strings, later, messages } = await languages[tag].load()
  const shown = [...pairs(english, strings), ...pairs({ ...laterEnglish, ruleParts }, later)]
  const said = [...shown, ...pairs(englishMessages, messages)]

  /** The same with one thing in it, which it takes along. */
  const givenIn = (spoken: string): string | undefined => {
    for (const [from, to] of said) {
      const [before = '', after, ...more] = from.split(hole)
      if (after === undefined || more.length > 0 || before.length < 5 || to.split(hole).length !== 2) continue
      if (spoken.startsWith(before) && spoken.endsWith(after) && spoken.length > before.length + after.length)
        return to.replace(hole, spoken.slice(before.length, spoken.length - after.length))
    }
    return undefined
  }
  return {
    say(spoken) {
      const exact = said.find(([from]) => beginning(from) === spoken)
      const begins = (): typeof exact =>
        said.find(([from]) => beginning(from).startsWith(spoken) && spoken.length > 5)
      const found = exact ?? begins()
      return (found === undefined ? givenIn(spoken) : beginning(found[1]).trim()) ?? spoken
    },
    texts: [...new Set(shown.map(([, own]) => beginning(own).trim()).filter((each) => each.length > 2))],
  }
}
