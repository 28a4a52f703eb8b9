import type { Word } from '../graph'
import { resolveAll } from '../paths'

/** Whether a given option is one of these; a long one also cut short. */
const isOne = (given: string, options: readonly string[]): boolean =>
  options.includes(given) ||
  (given.startsWith('--') && given.length > 2 && options.some((option) => option.startsWith(given)))

/**
 * The folders that a program starts its command in, where one of its `options` names another than its own. None: it is not known which.
 * Of several the last one counts, which is taken from where the program itself runs.
 */
export function startedIn(
  given: ReadonlyMap<string, Word | undefined>,
  options: readonly string[],
  cwd: readonly string[],
): { readonly cwd?: readonly string[] } {
  const named = [...given].filter(([name]) => isOne(name, options))
  const [only] = named
  if (!only) return {}
  const [, folder] = only
  // In two spellings: which of them comes last is not told.
  if (named.length > 1 || folder?.known !== true || folder.glob || folder.text === '') return { cwd: [] }
  return { cwd: resolveAll(folder.text, cwd) }
}

/** nsenter's options that may have a value, which is tied to the letter: `-w/tmp`. */
const tied = /^-([aFZehV]*)([muinpCUTrw])(.+)$/s

/** nsenter's words with such values as those of long options. */
export const asEntered = (args: readonly Word[]): readonly Word[] =>
  args.flatMap((word) => {
    const [, flags = '', letter = '', value = ''] = tied.exec(word.text) ?? []
    if (letter === '') return [word]
    const own = { ...word, text: `${letter === 'w' ? '--wd' : `--${letter}-of`}=${value}`, head: '' }
    return flags === '' ? [own] : [{ ...word, text: `-${flags}`, head: '' }, own]
  })
