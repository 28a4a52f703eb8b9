import { environmentFile, mayHoldSecrets } from '../checks/secret-places'
import type { FactsReading } from '../facts/facts-reader'

/** How a text is shown that may hold keys: without the values that it sets, or not at all. */
export type Secrecy = 'values' | 'all'

const value = String.raw`(?:'[^']*'|"(?:[^"\\$\x60]|\\.|\$(?!\())*"|(?:[^\s'"$\x60;&|<>()\\]|\\.|\$(?!\())+)+`
/** What a line sets, in the form that shells and readers of settings share; what it runs is none of it. */
const assigned = new RegExp(String.raw`(?<=^|[\s;&])([A-Za-z_][\w.]*\s?=\s?)${value}`, 'gms')
const comment = /(?<=^|\s)#[^\n]*/g

/** The text in which lines keep their numbers, and nothing is told of what is secret. */
export function withoutKeys(text: string, how: Secrecy): string {
  const hide = (part: string): string => part.replace(/[^\n]+/g, '…')
  if (how === 'all') return hide(text)
  return text
    .replace(assigned, (all: string, name: string) => `${name}${hide(all.slice(name.length))}`)
    .replace(comment, '#…')
}

/** Those of the texts that were read and may be shown in which keys stand, by the names and places of their files. */
export async function secretTexts(
  reading: Pick<FactsReading, 'shown' | 'path'>,
  home: string,
): Promise<ReadonlyMap<string, Secrecy>> {
  const found = await Promise.all(
    reading.shown().map(async ({ path, text }): Promise<[string, Secrecy][]> => {
      const { realPath = path } = await reading.path(path, 'entry')
      const names = [path, realPath].filter((each) => mayHoldSecrets(each, home))
      if (names.length === 0) return []
      return [[text, names.every((each) => environmentFile.test(each)) ? 'values' : 'all']]
    }),
  )
  return new Map(found.flat())
}
