import { isWithin, resolveAll } from '../shell/paths'
import { knownWords } from './star-options/known-options'
import { standingOf, type KnownWords } from './star-options/option-table'
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
