import { isWithin, resolveAll } from '../shell/paths'
import { builtInTable } from '../programs/built-in'
import { fits } from '../programs/word-pattern'
import { standingOf, type KnownWords, readOptions } from './star-options/option-table'
import type { WordReader } from './word-reader'

/** A command and the first words of it, which are the rule's own. */
export interface StarUse {
  readonly rule: readonly string[]
  readonly command: readonly string[]
  /** Absolute. */
  readonly cwd: string
}

/** Their operands can be packages of a scope, `@scope/name`. */
const namesPackages = /^(npm|pnpm|yarn|bun)$/

/** Git's calls whose operands are refs; with a colon one says where it is written to as well. */
const writesRefs = /^(push|fetch|pull)$/

/** Why an operand is not what a star stands for. Web addresses are for the hosts of the grant to decide. */
function operandProblem(
  word: string,
  cwd: string,
  reader: WordReader | null | undefined,
): string | undefined {
  if (/^\w+\+?=/.test(word)) return 'it sets a variable'
  // For most programs `@file` is a file of more arguments.
  const isPackage = namesPackages.test(reader?.program ?? '') && /^@[\w.-]+\/[\w.@^~-]+$/.test(word)
  if (/^[+!:|]/.test(word) || (word.startsWith('@') && !isPackage)) return 'it is more than a name'
  if (/^(ext|fd|file|msl|mvg|text|label|inline|vid|ephemeral):/i.test(word))
    return 'it names a program or a folder'
  if (reader?.program === 'git' && writesRefs.test(reader.subcommand ?? '') && word.includes(':'))
    return 'it says which ref is written'
  if (/^(https?|ssh|git):\/\//.test(word)) return undefined
  const [path = ''] = word.split('::')
  const outside =
    path.startsWith('~') ||
    /[:=,]\//.test(path) ||
    !resolveAll(path, [cwd]).every((each) => isWithin(each, cwd))
  return outside ? 'it leads out of the folder' : undefined
}

/** What is known of a reader's words; where nobody knows who it is, what most scripts of projects have. */
const knownOf = (reader: WordReader | null | undefined): KnownWords =>
  knownWords(reader?.program ?? '', reader?.subcommand)

/** What nearly every program means by these: to say more or less, to colour it, to say what it is. */
const generalOptions =
  '-v -vv -vvv -q -qq --verbose --quiet --silent --help --version --color=always|never|auto --colour=always|never|auto --color? --colour? --no-color --no-colour --json --progress --no-progress --dry-run'

/** What scripts of projects commonly have besides: to go on and look again. */
const scriptOptions = '-w --watch'

const general = readOptions(generalOptions.split(' '))
const ofScripts = readOptions(scriptOptions.split(' '))

/** Programs that read what stands behind `--` as paths and names. All others may hand it on. */
const endsThere = /^(git|grep|egrep|fgrep|rg|ls|cat|head|tail|wc|diff|eslint|prettier|ruff|black|mypy|sed)$/

/**
 * What is known of the words of a program, by its name and its first word that is no option. The first list that is about it
 * counts. `''` is whatever a script runs that nobody read. Of a program without a list, and behind its `--`, the options that most programs have are known.
 */
function knownWords(program: string, subcommand: string | undefined): KnownWords {
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

/** How the words behind `--` are read; undefined: as paths and names. */
const behindOf = (known: KnownWords): KnownWords | undefined =>
  known.behind && { ...known, options: known.behind }

const isHidden = (word: string): boolean => /[\p{C}\p{Zl}\p{Zp}]/u.test(word)

/**
 * Why a word that a rule's star would have to stand for is none that it may: a star adds what to work on, never how. An option
 * is covered where it is known to choose or show only (star-options/), by whoever reads it; all others ask again. No word hides
 * characters, leads out of the folder, or names what is installed or run. Undefined: every word may.
 */
export function starProblem({ rule, command, cwd }: StarUse, reader: WordReader): string | undefined {
  const { script, handsOn } = reader
  let who = handsOn ? script : reader
  let known: KnownWords | undefined = knownOf(who)
  const behind = (now: KnownWords | undefined): KnownWords | undefined => {
    if (script === undefined || who === script) return now && behindOf(now)
    who = script
    return knownOf(who)
  }
  if (rule.includes('--')) known = behind(known)
  const added = command.slice(rule.length)
  for (let at = 0; at < added.length; at++) {
    const word = added[at] ?? ''
    const says = (why: string): string => `“*” does not stand for ${JSON.stringify(word)}: ${why}`
    if (isHidden(word)) return says('it holds a character that is not seen')
    if (word === '--') {
      known = behind(known)
      continue
    }
    if (known && /^-./.test(word)) {
      switch (standingOf(word, added[at + 1], known)) {
        case 'unknown':
          return says('it is not known to say only what to work on or what to show')
        case 'alone':
          continue
        case 'takes the next':
          at += 1
          if (isHidden(added[at] ?? '')) return says('its value holds a character that is not seen')
          continue
      }
    }
    if (known && (known.wordsRun || (who?.plainWords ?? 0) < known.ownWords))
      return says('it says what is done, installed or run')
    const why = operandProblem(word, cwd, who)
    if (why !== undefined) return says(why)
  }
  return undefined
}
