import type { CommandGraph, SimpleCommand } from '../shell/graph'
import { isKnownSafe } from './known-safe'

/** Whether a command is on the known-safe list, by its words alone: it connects to nothing and changes nothing. */
export const isSafeByWords = ({ words, renamed, shell }: SimpleCommand): boolean =>
  renamed !== true &&
  shell === 'posix' &&
  isKnownSafe(
    words.map(({ text, known, glob }) => ({
      text,
      literal: known || glob,
      ...(glob && { pattern: true as const }),
    })),
  )

/** Whose output a command gets: on its standard input, or in its words. */
const takesFrom = ({ stdin, words, assignments }: SimpleCommand): readonly number[] => [
  ...(stdin.kind === 'pipe' ? stdin.from : []),
  ...[...words, ...assignments.map(({ value }) => value)].flatMap(({ from }) => from),
]

/**
 * The texts of a line in which a host may be named to be reached: words, variables, where redirections lead, what is given on standard input, and code that stands in
 * the line. What only prints says nothing of that, as long as nothing else of the line gets it.
 */
export function saidOfHosts({
  commands,
  documents,
  unreadable,
}: Pick<CommandGraph, 'commands' | 'documents' | 'unreadable'>): readonly string[] {
  const counted = new Set(commands.filter((each) => !isSafeByWords(each)))
  // What is given on is counted where whoever gets it is: in the order that they stand in, the last first.
  for (let grew = true; grew;) {
    const given = new Set([...counted].flatMap(takesFrom))
    const more = commands.filter((each) => given.has(each.id) && !counted.has(each))
    more.forEach((each) => counted.add(each))
    grew = more.length > 0
  }
  const code = documents.filter(({ language, ofFile }) => language === 'code' && ofFile !== true)
  // A script in a word was read, so that its commands stand here themselves.
  const isRead = unreadable.every(({ ofFile }) => ofFile === true)
  const scripts = new Set(
    isRead ? documents.flatMap(({ language, text }) => (language === 'shell' ? [text] : [])) : [],
  )
  const words = [...counted].flatMap((each) => each.words.map(({ text }) => text))
  return [
    ...code.map(({ text }) => text),
    ...commands.flatMap((each) => each.redirects.map(({ target }) => target.text)),
    ...words.filter((text) => !scripts.has(text)),
    ...[...counted].flatMap(({ assignments, exported = [], stdin }) => [
      ...[...assignments, ...exported].map(({ value }) => value.text),
      ...(stdin.kind === 'text' ? [stdin.word.text] : []),
    ]),
  ]
}
