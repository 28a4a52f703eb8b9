import { changeFolder } from './change-folder'
import { listedBelow } from './nested/each'
import { asOptions } from './nested/nested-command'
import { plainWord, type SimpleCommand, type Word } from './graph'
import { knownInput, knownText } from './known-output'
import { unknownValue, type Scope } from './scope'
import { fewOf, type Option } from './value'
import type { Walk } from './walk'

/** How a value is written that only the run tells. `$PATH` is the search path that was there before. */
const unknownText = (name: string): string => (name === 'PATH' ? '$…' : `$${name}`)

/** `printf -v NAME`: what it prints is what the variable holds. */
function setPrinted(command: SimpleCommand, { scope, builder }: Walk): void {
  const [program = plainWord('printf'), option, ...rest] = command.words
  const [, attached] = /^-v(.*)$/s.exec(option?.text ?? '') ?? []
  if (attached === undefined) return
  const name = attached === '' ? rest[0]?.text : attached
  const words = [program, ...(attached === '' ? rest.slice(1) : rest)]
  const text = knownText({ ...command, words }, builder.commands)
  const from = words.flatMap((word) => word.from)
  // One element of an array: the others stay.
  const [, array] = /^([A-Za-z_]\w*)\[/.exec(name ?? '') ?? []
  if (array !== undefined) setUnknown(array, scope)
  else if (name !== undefined)
    scope.set(name, { options: [{ text: text ?? unknownText(name), known: text !== undefined }], from })
}

/** A variable that is set to what only the run tells. */
const setUnknown = (name: string, scope: Scope): void => scope.set(name, unknownValue(unknownText(name)))

/** A name that `declare` is given as a word: `declare -i 'x=…'`, `export "x=$y"`. Assignments are set where they stand. */
function declareName(word: Word, command: SimpleCommand, scope: Scope): void {
  const { program, words, assignments } = command
  const [whole = '', name = ''] = /^([A-Za-z_]\w*)(\+?=)?/.exec(word.known ? word.text : word.head) ?? []
  // Any variable may be meant: those by which others are found count as set.
  if (name === '' && !word.known) setUnknown('PATH', scope)
  if (name === '') return
  const options = words.slice(1).map(({ text }) => text)
  if (/^(local|declare|typeset)$/.test(program) && !options.some((text) => /^-[a-zA-Z]*g/.test(text)))
    scope.locals?.add(name)
  const says = (letter: RegExp): boolean => options.some((option) => letter.test(option))
  if (program === 'export' ? !says(/^-[a-z]*n/) : says(/^-[a-zA-Z]*x/)) {
    scope.exported.add(name)
    scope.hidden.delete(name)
  } else if (program === 'export' || says(/^\+[a-zA-Z]*x/)) {
    scope.exported.delete(name)
    scope.hidden.add(name)
  }
  const isFixed = program === 'readonly' || says(/^-[a-zA-Z]*r/)
  if (!assignments.some((each) => each.name === name)) declareValue(word, whole, command, scope)
  if (isFixed) scope.fixed.add(name)
}

/** The value that such a word gives, where it does. */
function declareValue(word: Word, whole: string, { words }: SimpleCommand, scope: Scope): void {
  const name = whole.replace(/\+?=$/, '')
  const options = words.slice(1).map(({ text }) => text)
  scope.describe(name, options)
  // What stands in parentheses is an array, which is set where it stands.
  if (!whole.endsWith('=') || word.text.startsWith('(', whole.length)) return
  const text = word.text.slice(whole.length)
  scope.set(name, { options: [{ text, known: word.known }], from: word.from }, true)
  scope.refer(name, { text, known: word.known }, options)
}

/** The separators of `read` that are not those which it has by itself. */
function separates({ assignments }: SimpleCommand, scope: Scope): boolean {
  const own = assignments.find(({ name }) => name === 'IFS')?.value
  const given = own ? [own] : (scope.get('IFS')?.options ?? [])
  return given.some(({ text, known }) => !known || /\S/.test(text))
}

/** The word that each of several names is given of a line; the last has all that is left. */
const wordFor = (line: string, at: number, count: number): string =>
  count === 1
    ? line.trim()
    : at < count - 1
      ? (line.trim().split(/\s+/)[at] ?? '')
      : line.trim().replace(new RegExp(`^(\\S+(\\s+|$)){0,${at}}`), '')

/** `read`, `mapfile`: what they read is what the variables hold. */
function setRead(command: SimpleCommand, operands: readonly Word[], { scope, builder }: Walk): void {
  const isLines = command.program !== 'read'
  const given = knownInput(command, builder.commands)
  const text = !isLines && separates(command, scope) ? undefined : given
  // What it reads of a file or a terminal is its own.
  const from = command.stdin.kind === 'pipe' ? command.stdin.from : text === undefined ? [command.id] : []
  const below = listedBelow(from, builder.commands)
  const lines = (text ?? '').split('\n')
  const known = (each: string): Option => ({ text: each.trim(), known: true })
  const parts = isLines ? lines.filter((line) => line !== '') : (lines[0] ?? '').trim().split(/\s+/)
  const isArray = isLines || command.words.some((word) => /^-[a-zA-Z]*a$/.test(word.text))
  const all = operands.length > 0 ? operands : [plainWord(isLines ? 'MAPFILE' : 'REPLY')]
  const names = isLines ? all.slice(-1) : all
  names.forEach(({ text: written }, at) => {
    // Of an array's element it is the array that is no longer known.
    const name = written.replace(/\[.*$/s, '')
    const options =
      text === undefined || name !== written
        ? []
        : fewOf(lines.map((line) => known(wordFor(line, at, isArray ? 1 : names.length))))
    scope.set(name, {
      options: options.length > 0 ? options : [{ text: unknownText(name), known: false }],
      ...(isArray && text !== undefined && parts.length <= 64 ? { elements: parts.map(known) } : {}),
      from,
      ...(below ? { below } : {}),
    })
  })
}

/** `cd`, `read`, `unset`, `set`, `shift`: what they do to the shell's own state. */
export async function applyBuiltin(command: SimpleCommand, walk: Walk): Promise<void> {
  const { scope } = walk
  const operands = command.words.slice(1).filter((word) => !/^-[a-zA-Z]+$/.test(word.text))
  switch (command.program) {
    case 'cd':
    case 'chdir':
    case 'pushd':
    case 'popd':
      await changeFolder(command, walk)
      break
    case 'dirs':
      if (operands.length === 0 && command.words[1]?.text === '-c') scope.stack = []
      break
    case 'read':
    case 'mapfile':
    case 'readarray':
      setRead(command, operands, walk)
      break
    case 'getopts':
      setUnknown(operands[1]?.text ?? 'OPTARG', scope)
      break
    case 'unset':
      for (const { text } of operands) scope.unset(text)
      break
    case 'alias':
      for (const { text, known } of operands) {
        const [, name, meant] = known ? (/^([^=]+)=(.*)$/s.exec(text) ?? []) : []
        if (name !== undefined && meant !== undefined) scope.aliases.set(name, meant)
      }
      break
    case 'printf':
      setPrinted(command, walk)
      break
    case 'let':
      for (const { text } of operands) scope.reckon(text)
      break
    case 'declare':
    case 'typeset':
    case 'local':
    case 'readonly':
    case 'export':
      for (const word of operands) declareName(word, command, scope)
      break
    case 'shopt':
      if (operands.some(({ text, known }) => !known || text === 'lastpipe'))
        scope.lastpipe = command.words.some(({ text }) => /^-[a-z]*s/.test(text))
      break
    case 'set': {
      const args = command.words.slice(1)
      if (args.some(({ text }) => /^-[a-zA-Z]*e|^errexit$/.test(text))) scope.errexit = true
      if (args.some(({ text }) => /^-[a-zA-Z]*a|^allexport$/.test(text))) scope.exportsAll = true
      const at = args.findIndex((word) => word.text === '--')
      if (at >= 0) scope.positional = asOptions(args.slice(at + 1))
      else if (args[0] && !/^[-+]/.test(args[0].text)) scope.positional = asOptions(args)
      break
    }
    case 'break':
    case 'continue':
      walk.frame.rounds?.push(scope.fork())
      break
    case 'return':
      walk.frame.returns?.push(scope.fork())
      break
    case 'shift':
      if (scope.positional?.some(({ alternative }) => alternative)) break
      scope.positional = /^\d*$/.test(operands[0]?.text ?? '')
        ? scope.positional?.slice(Number(operands[0]?.text ?? 1))
        : undefined
      break
    default:
  }
}
