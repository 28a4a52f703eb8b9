import { builtInTable, isPlain, languageOf } from '../../programs/built-in'
import { plainWord, type SimpleCommand, type Word } from '../graph'
import { longestOption } from '../paths'
import {
  fewTexts,
  literalCommands,
  losesSomething,
  namesTelling,
  readsAsCommand,
  readsAsSharpCommand,
} from './command-texts'
import { isQuiet, isStarter } from './evaluated'
import { joinWords, type NestedCommand, type NestedReader, script } from './nested-command'
import { asCommand } from './recorded'
import { startsInside } from './remote'

/** Options whose value is prose or a pattern, whatever it begins with. */
const prose =
  /^-{1,2}(m|q|t|message|msg|title|body|subject|summary|description|desc|comment|note|notes|text|label|reason|query|search|grep|pattern|regexp?|filter|match|prompt|name)$/

const attached = /^--?[a-z-]+=/

/** Whether a word is the value of such an option, behind it or in the same word. */
export const isProse = (args: readonly Word[], at: number): boolean =>
  prose.test(args[at - 1]?.text ?? '') ||
  (attached.test(args[at]?.text ?? '') && prose.test(args[at]?.text.split('=', 1)[0] ?? ''))

/** A line in the place of a value, for which the program is not there; told as that where something is lost by it. */
const inValue = (text: string, value: Word, title: string): NestedCommand =>
  script({ ...value, text, head: text }, title, {
    how: { via: losesSomething(text) ? 'escape' : 'script', stdin: { kind: 'inherit' } },
  })

/** What a word holds behind `--option=`, or the whole of it. */
function valueOf(word: Word): Word {
  const [start] = attached.exec(word.text) ?? []
  return start === undefined ? word : { ...word, text: word.text.slice(start.length), head: '' }
}

/** Names of options that say of their value that it is a command. The value may follow in the same word. */
const commandOption =
  /^-{1,2}(?:[a-z]+[-_])*(?:pager|exec|execute|command|cmd|run|run[-_]under|toolexec|vettool|wrapper|preview|editor|hook|shell|askpass|viewer|runner|setup|prepare|cleanup|conclude|script|on[-_][a-z-]+|pre|post|global-option|config|c|C|e|x)(?:=|$)/

/** Programs whose words are text that is looked for, printed, sent or kept, or whose language has a reader of its own. */
const keepsText =
  /^([efgz]?grep|rg|ag|ack|git|gh|glab|hub|jj|jq|yq|echo|printf|find|fd|fdfind|logger|say|notify-send|curl|wget|https?|xh|[gmn]?awk|g?sed|tee|alias|export|trap|eval|test|\[|cat|head|tail|diff)$/

/** The part of an option's value that is a command: all of it, or what stands behind `!` or `=` in it. */
function commandInValue(text: string): string | undefined {
  if (readsAsSharpCommand(text)) return text
  const [, behind = ''] = /[!=]\s*["'`]?(.+?)["'`]?$/s.exec(text) ?? []
  return readsAsSharpCommand(behind) ? behind : undefined
}

const isSearched = ({ shell, program }: SimpleCommand): boolean =>
  shell === 'posix' &&
  !keepsText.test(program) &&
  !startsInside.test(program) &&
  languageOf(program) === undefined

/** `tool --pager 'rm -rf x'`: a command in an option that is named for one, of a program that is there for something else. */
export const insideCommandOptions: NestedReader = ({ command, args, elsewhere }) => {
  const { program } = command
  if (!isSearched(command)) return []
  const told = (builtInTable.of(program)?.runs ?? []).flat().flatMap(({ options }) => options ?? [])
  return args.flatMap((word, at): NestedCommand[] => {
    const [whole] = commandOption.exec(word.text) ?? []
    if (whole === undefined || told.includes(whole.replace(/=$/, ''))) return []
    const value = whole.endsWith('=') ? valueOf(word) : args[at + 1]
    if (elsewhere.has(word) || (value && elsewhere.has(value))) return []
    const text = value?.known === true ? commandInValue(value.text) : undefined
    return value && text !== undefined ? [inValue(text, value, `${program} ${whole.replace(/=$/, '')}`)] : []
  })
}

/** Names of options that say of their value that it is a program, as those of programs that are harmless without them. */
const programOption =
  /^--(?!no-)(?:[a-z0-9]+[-_])*(?:pager|pre|cmd|command|exec|execute|prog|program|executable|prepipe|hook|viewer|editor)(?:=|$)/

/** Of the programs that keep text those with a pager of their own. */
const pages = /^(ag|ack)$/

/** What such an option starts, of a program that is harmless as long as it starts nothing. */
export const insidePlainOptions: NestedReader = ({ command, args }) => {
  const { program, shell } = command
  if (shell !== 'posix' || !isPlain(program) || (keepsText.test(program) && !pages.test(program))) return []
  const told = (builtInTable.of(program)?.runs ?? []).flat().flatMap(({ options }) => options ?? [])
  return args.flatMap((word, at): NestedCommand[] => {
    const [whole] = word.text.length <= longestOption ? (programOption.exec(word.text) ?? []) : []
    if (whole === undefined || told.includes(whole.replace(/=$/, ''))) return []
    const value = whole.endsWith('=') ? valueOf(word) : args[at + 1]
    if (!value || (value.known && (isQuiet(value.text) || value.text.startsWith('-')))) return []
    // Of such a line the reader for all programs takes care.
    if (
      value.known &&
      commandOption.test(word.text) &&
      commandInValue(value.text) !== undefined &&
      !pages.test(program)
    )
      return []
    return [
      script(value, `${program} ${whole.replace(/=$/, '')}`, {
        how: { via: 'escape', stdin: { kind: 'inherit' } },
      }),
    ]
  })
}

/** Programs that take lines of a language on their standard input. */
const readsLines =
  /^(jshell|irb|pry|rails|ipython3?|iex|scala|kotlinc?|ghci|gnuplot|octave|mysql|mariadb|mongosh?)$/

/** Code in a word of a program that is there for something else: `tool 'system("rm -rf x")'`. */
export const insideCodeWords: NestedReader = (context) => {
  const { command, input } = context
  const args = context.args.filter((word) => !context.elsewhere.has(word))
  // An interpreter's own code is read as that; behind a file's name stand words for the file.
  const isRead = languageOf(command.program) !== undefined && args[0]?.text.startsWith('-') !== false
  if (command.shell !== 'posix' || keepsText.test(command.program) || isRead) return []
  const words = args.filter(({ known }, at) => known && !isProse(args, at)).map(({ text }) => text)
  const texts = readsLines.test(command.program) && input !== undefined ? [...words, input] : words
  return fewTexts(texts.flatMap((text) => literalCommands(text))).map((text) =>
    inValue(text, plainWord(text), `a command in ${command.program}`),
  )
}

/**
 * What a program of which nothing is known may run of its words: those from the first on that name a telling program, and each
 * that is a whole line. It may be only text for it; so the call counts as not analysed, and as no better than what it would run.
 */
export const insideUnknown: NestedReader = (context) => {
  const { command, args } = context
  if (command.shell !== 'posix') return []
  const at = args.findIndex(
    (word, index) =>
      word.known && !isProse(args, index) && namesTelling(word.text) && index + 1 < args.length,
  )
  const lines = args.flatMap((word, index) => {
    const value = valueOf(word)
    return word.known && !isProse(args, index) && readsAsCommand(value.text) ? [value] : []
  })
  // Many are read at once: that costs no more than if they stood in the line.
  const texts = lines.length > 8 ? [joinWords(lines, '\n')] : lines
  const read = texts.map((text) => script(text, `a word of ${command.program}`))
  const found = at < 0 ? read : [asCommand(args.slice(at)), ...read]
  if (found.length === 0) return insideCodeWords(context)
  const what = at < 0 ? 'a line that it is given' : (args[at]?.text ?? '')
  return [
    ...found,
    { kind: 'unreadable', reason: `nothing is known of ${command.program}, which may run ${what}` },
  ]
}

/** `TOOL='rm -rf x' program`: a command in a variable of a program that is there for something else. */
export const insideOtherVariables: NestedReader = ({ command }) =>
  command.words.length === 0 || keepsText.test(command.program)
    ? []
    : command.assignments.flatMap(({ name, value }): NestedCommand[] =>
        value.known &&
        !isStarter(name) &&
        !/(MSG|MESSAGE|TEXT|TITLE|BODY|PROMPT|DESC|NOTE|QUERY|NAME)/i.test(name) &&
        readsAsSharpCommand(value.text)
          ? [inValue(value.text, value, `${name}=`)]
          : [],
      )
