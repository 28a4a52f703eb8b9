import { laterEnglish } from '../../../src/shared/languages/english/later-window'
import { english as englishMessages } from '../../../src/shared/languages/english/messages'
import { english } from '../../../src/shared/languages/english/window'
import { ruleParts } from '../../../src/shared/languages/english/window/rule-parts'
import { languages, type OtherLanguage } from '../../../src/shared/languages/languages'
import type { SpokenLanguage } from '../../../src/shared/languages/spoken-language'

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

const all = Object.entries(languages).map(async ([tag, { load }]) => [tag, await load()] as const)
// Loaded with this file: shoot.ts loads nothing later.
const spoken = new Map<string, SpokenLanguage>(await Promise.all(all))

/** What the window says in a language other than English. Throws where there is no such language. */
export function saidIn(tag: OtherLanguage): Said {
  const language = spoken.get(tag)
  if (language === undefined) throw new Error(`No language ${tag}`)
  const { strings, later, messages } = language
  const shown = [...pairs(english, strings), ...pairs({ ...laterEnglish, ruleParts }, later)]
  const said = [...shown, ...pairs(englishMessages, messages)]

  /** The same with one thing in it, which it takes along. */
  const givenIn = (whole: string): string | undefined => {
    for (const [from, to] of said) {
      const [before = '', after, ...more] = from.split(hole)
      if (after === undefined || more.length > 0 || before.length < 5 || to.split(hole).length !== 2) continue
      if (whole.startsWith(before) && whole.endsWith(after) && whole.length > before.length + after.length)
        return to.replace(hole, whole.slice(before.length, whole.length - after.length))
    }
    return undefined
  }
  return {
    say(words) {
      const exact = said.find(([from]) => beginning(from) === words)
      const begins = (): typeof exact =>
        said.find(([from]) => beginning(from).startsWith(words) && words.length > 5)
      const found = exact ?? begins()
      return (found === undefined ? givenIn(words) : beginning(found[1]).trim()) ?? words
    },
    texts: [...new Set(shown.map(([, own]) => beginning(own).trim()).filter((each) => each.length > 2))],
  }
}
