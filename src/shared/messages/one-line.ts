import { firstCharacters } from '../domain/first-characters'
import { namingHidden } from '../domain/hidden-characters'

/**
 * Untrusted text for a place that draws no chips: no control or direction characters, no line of its own, runs of space as one, at most so
 * many characters.
 */
export function oneLine(text: string, most: number): string {
  const line = namingHidden(text, () => ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return line.length > most ? `${firstCharacters(line, most)}…` : line
}
