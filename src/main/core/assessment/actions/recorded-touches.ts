import type { ProgramTouch } from '@shared/domain/program-record'
import type { KnownProgram } from '../../programs/record-table'
import { fits } from '../../programs/word-pattern'
import type { SimpleCommand, Word } from '../../shell/graph'
import { splitBy } from '../../shell/nested/recorded'
import { nameOf } from '../../shell/paths'
import { insideFolder, targetOf, type Target } from './file-action'
import { argumentsBy, hasFlag, valueOf, type Arguments } from './arguments'
import { all, here, type Found } from './program-forms'

/** A program that runs what stands behind its options: what follows those is another one's. */
const isWrapper = ({ runs }: KnownProgram): boolean =>
  runs.flat().some(({ as, options }) => as !== 'escape' && !options)

/** The call's words as one touch reads them; undefined where it does not hold for the call. */
function argumentsFor(
  touch: ProgramTouch,
  command: SimpleCommand,
  known: KnownProgram,
): Arguments | undefined {
  const values = [...known.values, ...touch.values]
  if (!isWrapper(known)) {
    const args = argumentsBy(command, values)
    if (!touch.verbs) return args
    const parts = touch.verbs
      .map((each) => each.split(' '))
      .find((each) => each.every((part, at) => fits(args.operands[at]?.text ?? '', part)))
    return parts && { ...args, operands: args.operands.slice(parts.length) }
  }
  const words = command.words.slice(1)
  const { options } = splitBy(touch.verbs ? words.slice(1) : words, values)
  const given = [...options].flatMap(([name, value]) => (value ? [[name, [value]] as const] : []))
  return { operands: [], flags: new Set(options.keys()), values: new Map(given) }
}

/** Something below a folder that an option names, or below the one that the command runs in. */
function below(folder: Word | undefined, command: SimpleCommand): Target {
  return folder ? { ...targetOf(folder, command), spread: 'below', filtered: true } : here(command)
}

const looksLikeFolder = (word: Word): boolean => /(^|\/)\.{0,2}$|\/$/.test(word.text)

/** cp, mv, install, ln: what is written is the last operand, or the sources' names inside it. */
function placed(
  { access, into }: ProgramTouch,
  command: SimpleCommand,
  args: Arguments,
  recursive: boolean,
): Found[] {
  const folder = valueOf(args, '-t', '--target-directory')
  const sources = folder ? args.operands : args.operands.slice(0, -1)
  const last = folder ?? args.operands.at(-1)
  if (!last || (sources.length === 0 && !folder)) return []
  const target = targetOf(last, command)
  const isFolder =
    folder !== undefined || sources.length > 1 || sources.some(({ glob }) => glob) || looksLikeFolder(last)
  const written: Found[] = isFolder
    ? sources.map((source) => ({ access, target: insideFolder(target, source), recursive }))
    : // The operand may be a folder that is there: both readings count, the facts tell which holds.
      [{ access, target: { ...target, name: nameOf(sources[0]?.text ?? '') }, recursive }]
  // What is moved there is gone.
  const nowhere = last.known && last.text === '/dev/null'
  const taken = into === 'moves' ? (nowhere ? 'delete' : 'move') : 'read'
  return [...written, ...all(sources, command, taken, { recursive: true })]
}

/** What is given to some options, a long one also cut short; what is tied on with `=` to one with a single dash may have it before it. */
function givenTo(options: readonly string[], { values }: Arguments): readonly Word[] {
  const isOne = (given: string): boolean =>
    options.some(
      (name) => given === name || (name.startsWith('--') && given.length > 3 && name.startsWith(given)),
    )
  return [...values]
    .flatMap(([name, words]) => (isOne(name) ? words : []))
    .map((word) =>
      word.text.length > 1 && word.text.startsWith('=')
        ? { ...word, text: word.text.slice(1), head: word.head.slice(1) }
        : word,
    )
}

function touched(touch: ProgramTouch, command: SimpleCommand, known: KnownProgram): readonly Found[] {
  const args = argumentsFor(touch, command, known)
  if (!args) return []
  if (touch.with && !hasFlag(args, ...touch.with)) return []
  if (touch.without && hasFlag(args, ...touch.without)) return []
  const { access, recursive = [], attributes, spares, inside } = touch
  // A word that is not known and starts with a dash may be any option.
  const hidden = command.words.some((word) => !word.known && word.text.startsWith('-'))
  const deep =
    recursive === true ||
    hasFlag(args, ...recursive) ||
    (hidden && access === 'delete' && recursive.length > 0)
  const more = { recursive: deep, ...(attributes && { attributes }), ...(spares && !deep && { spares }) }
  if (touch.into) return placed(touch, command, args, deep)
  if (inside) return [{ access, target: below(valueOf(args, ...inside), command), ...more }]
  const words = touch.options
    ? givenTo(touch.options, args)
    : touch.last
      ? command.words.slice(2).slice(-1)
      : args.operands.slice(touch.skip ?? 0, touch.count)
  return all(
    words.filter(({ text }) => text !== '-' || (!touch.options && touch.skip === undefined)),
    command,
    access,
    more,
  )
}

/** What a call does to files, as the records of its program say. */
export const recordedTouches = (command: SimpleCommand, known: KnownProgram): readonly Found[] =>
  known.touches.flatMap((touch) => touched(touch, command, known))
