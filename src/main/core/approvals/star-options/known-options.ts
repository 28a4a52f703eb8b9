import { compiledOptions } from './compiled-options'
import { fileOptions } from './file-options'
import { generalOptions, scriptOptions } from './general-options'
import { gitOptions } from './git-options'
import { javascriptOptions } from './javascript-options'
import { readOptions, type KnownWords, type OptionTable } from './option-table'
import { scriptingOptions } from './scripting-options'

const tables: readonly OptionTable[] = [
  ...gitOptions,
  ...javascriptOptions,
  ...compiledOptions,
  ...scriptingOptions,
  ...fileOptions,
]
const general = readOptions(generalOptions)
const ofScripts = readOptions(scriptOptions)

const names = (listed: string, name: string): boolean => new RegExp(`^(?:${listed})$`).test(name)

/** Programs that read what stands behind `--` as paths and names. All others may hand it on. */
const endsThere = /^(git|grep|egrep|fgrep|rg|ls|cat|head|tail|wc|diff|eslint|prettier|ruff|black|mypy|sed)$/

/**
 * What is known of the words of a program, by its name and its first word that is no option. The first table that is about it
 * counts. `''` is whatever a script runs that nobody read. Of a program without a table, and behind its `--`, the options that most programs have are known.
 */
export function knownWords(program: string, subcommand: string | undefined): KnownWords {
  const table = tables.find(
    ({ programs, subcommands }) =>
      names(programs, program) &&
      (subcommands === undefined || (subcommand !== undefined && names(subcommands, subcommand))),
  )
  const own = program === '' ? ofScripts : readOptions(table?.options ?? '')
  const behind = table?.behind === undefined ? undefined : readOptions(table.behind)
  return {
    options: table?.ownMeanings === true ? own : new Map([...general, ...own]),
    behind: behind ?? (endsThere.test(program) ? undefined : general),
    wordsRun: table?.wordsRun === true,
    ownWords: table?.ownWords ?? 0,
    oneDash: table?.oneDash === true,
  }
}
