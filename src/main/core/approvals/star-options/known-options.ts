import { builtInTable } from '../../programs/built-in'
import { fits } from '../../programs/word-pattern'
import { generalOptions, scriptOptions } from './general-options'
import { readOptions, type KnownWords } from './option-table'

const general = readOptions(generalOptions.split(' '))
const ofScripts = readOptions(scriptOptions.split(' '))

/** Programs that read what stands behind `--` as paths and names. All others may hand it on. */
const endsThere = /^(git|grep|egrep|fgrep|rg|ls|cat|head|tail|wc|diff|eslint|prettier|ruff|black|mypy|sed)$/

/**
 * What is known of the words of a program, by its name and its first word that is no option. The first list that is about it
 * counts. `''` is whatever a script runs that nobody read. Of a program without a list, and behind its `--`, the options that most programs have are known.
 */
export function knownWords(program: string, subcommand: string | undefined): KnownWords {
  const list = builtInTable
    .of(program)
    ?.stars.find(
      ({ verbs }) =>
        verbs === undefined || (subcommand !== undefined && verbs.some((verb) => fits(subcommand, verb))),
    )
  const own = program === '' ? ofScripts : readOptions(list?.options ?? [])
  const behind = list?.behind && readOptions(list.behind)
  return {
    options: list?.general === false ? own : new Map([...general, ...own]),
    behind: behind ?? (endsThere.test(program) ? undefined : general),
    wordsRun: list?.words === false,
    ownWords: list?.needs ?? 0,
    oneDash: list?.dashes === 1,
  }
}
