import { english } from '../languages/english/messages'
import { messages } from './spoken'

type Say = string | ((...given: string[]) => string)

/** A private-use character, which no name of ours holds. */
const hole = '\uE000'

/** What is put into a text where it begins and goes on like what `say` says; undefined where it does not. */
function filledIn(say: Say, text: string): readonly string[] | undefined {
  if (typeof say === 'string') return say === text ? [] : undefined
  const [before = '', ...after] = say(hole, hole).split(hole)
  if (!text.startsWith(before)) return undefined
  let rest = text.slice(before.length)
  const found: string[] = []
  for (const [index, part] of after.entries()) {
    const end = index === after.length - 1 ? rest.length - part.length : rest.lastIndexOf(part)
    if (end < 0 || rest.slice(end, end + part.length) !== part) return undefined
    found.push(rest.slice(0, end))
    rest = rest.slice(end + part.length)
  }
  return found
}

/**
 * What a session is doing, as the engine says it, in the words that are spoken here. The engine says it in English, since other
 * programs read it too; what is none of its sentences (an effect, text from before) stays as it is.
 */
export function activityInWords(reported: string): string {
  const spoken = messages().activity
  if (spoken === english.activity) return reported
  for (const key of Object.keys(english.activity) as (keyof typeof english.activity)[]) {
    const given = filledIn(english.activity[key], reported)
    const say: Say = spoken[key]
    if (given !== undefined) return typeof say === 'string' ? say : say(...given)
  }
  return reported
}
