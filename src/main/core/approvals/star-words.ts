import { isWithin, resolveAll } from '../shell/paths'

/** A command and the first words of it, which are the rule's own. */
export interface StarUse {
  readonly rule: readonly string[]
  readonly command: readonly string[]
  /** Absolute. */
  readonly cwd: string
}

/** Meanings that an option's name can be cut short to (`--outp`): programs, folders, configuration, output. */
const meanings =
  'output outfile exec execute ext external textconv receive upload open config configuration directory folder prefix rootdir file command pager editor include import require eval askpass'.split(
    ' ',
  )

/** The same, as whole parts of a name. */
const parts =
  /^(out|outdir|dir|root|cwd|chdir|path|paths|home|tree|location|global|conf|cfg|rc|ini|settings|option|options|opts|env|manifest|override|overrides|property|define|overlay|index|template|registry|proxy|cmd|program|shell|script|tool|hook|hooks|loader|load|preload|plugin|plugins|extension|setup|runner|driver|wrapper|interpreter|compiler|linker|rustc|cc|cxx|ld|ldflags|rsh|ssh|pack|transform|resolver|preset|sequencer|strategy|gpg|signature|browser|write|save|dump|log|jar|trace|unsafe|pdbcls|basetemp|junitxml)$/
const within = /exec|config|output|runner|plugin|file$|dir$|path$|flags$|.profile$/i

/** Names whose value is a choice, or else a module or a file. */
const choices = /^(reporters?|formatter|environment|format|project|target|tool-chain)$/
const plainChoice = /^[\w%: ,-]*$/

/** Letters that commonly stand for such an option, alone or in a cluster. What a program means by its own is left to it. */
const letters = /[CcDEeFfgIKOoPpRrTZ]/
const ownLetters: Readonly<Record<string, RegExp>> = { git: /p/g, cargo: /p/g }

/** Programs whose long options have one dash. */
const oneDash = /^(go|java|javac|mvn|gradle|find|terraform|dotnet)$/

const nameParts = (name: string): readonly string[] =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-_.]/)
    .filter((part) => part !== '')

function namesMeaning(name: string): boolean {
  return (
    within.test(name) ||
    nameParts(name).some(
      (part, at) =>
        parts.test(part) || meanings.some((each) => (at === 0 || part.length > 2) && each.startsWith(part)),
    )
  )
}

/** Why one option is not what a star stands for. `next` is the word behind it. */
function optionProblem(word: string, next: string | undefined, program: string): string | undefined {
  const [, dashes = '', name = '', value] = /^(--?)([^=]*)(?:=(.*))?$/s.exec(word) ?? []
  if (/[/\\]|(^|=)-/.test(value ?? '')) return 'it gives an option a path'
  if (value?.includes('=') === true) return 'it gives an option a setting'
  const long = dashes === '--' || (oneDash.test(program) && name.length > 1)
  if (!long) {
    const own = Object.hasOwn(ownLetters, program) ? name.replace(ownLetters[program] ?? '', '') : name
    if (/[/\\]/.test(name)) return 'it gives an option a path'
    return letters.test(own)
      ? 'it may name a program, a folder, a configuration or a file to write'
      : undefined
  }
  if (choices.test(name))
    return plainChoice.test(value ?? next ?? '') ? undefined : 'it may name a program or a configuration'
  return namesMeaning(name) ? 'it names a program, a folder, a configuration or a file to write' : undefined
}

/** Why an operand is not. Web addresses are for the hosts of the grant to decide. */
function operandProblem(word: string, cwd: string): string | undefined {
  if (/^\w+\+?=/.test(word)) return 'it sets a variable'
  if (/^[+!:]/.test(word) || (word.startsWith('@') && !/^@[\w.-]+\/[\w.@^~-]+$/.test(word)))
    return 'it is more than a name'
  if (/^(ext|fd|file):/.test(word)) return 'it names a program or a folder'
  if (/^(https?|ssh|git):\/\//.test(word)) return undefined
  const [path = ''] = word.split('::')
  const outside =
    path.startsWith('~') ||
    /[:=,]\//.test(path) ||
    !resolveAll(path, [cwd]).every((each) => isWithin(each, cwd))
  return outside ? 'it leads out of the folder' : undefined
}

/**
 * Why a word that a rule's star would have to stand for is none that it may: a star adds what to work on, and never names
 * a program to run, another folder, a configuration or a file to write, nor hides characters. Undefined: every word may.
 */
export function starProblem({ rule, command, cwd }: StarUse): string | undefined {
  const added = command.slice(rule.length)
  const program = rule[0]?.slice(rule[0].lastIndexOf('/') + 1) ?? ''
  for (const [at, word] of added.entries()) {
    const why = /[\p{C}\p{Zl}\p{Zp}]/u.test(word)
      ? 'it holds a character that is not seen'
      : /^-./.test(word) && word !== '--'
        ? optionProblem(word, added[at + 1], program)
        : operandProblem(word, cwd)
    if (why !== undefined) return `“*” does not stand for ${JSON.stringify(word)}: ${why}`
  }
  return undefined
}
