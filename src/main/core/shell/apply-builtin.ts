import { listedBelow } from './nested/each'
import { asOptions } from './nested/nested-command'
import { plainWord, type SimpleCommand, type Word } from './graph'
import { knownInput, knownOutput } from './known-output'
import { isWithin, resolveAll } from './paths'
import { unknownValue, type Scope } from './scope'
import type { Option } from './value'
import type { Walk } from './walk'

/** Whether a `cd` fails as things are: nothing is there, and no `mkdir` or `git clone` before it makes it. */
async function failsNow(folders: readonly string[], walk: Walk): Promise<boolean> {
  const { commands, isMissing } = walk.builder
  const makes = ({ program, words, cwd }: SimpleCommand): boolean =>
    (program === 'mkdir' || (program === 'git' && words[1]?.text === 'clone')) &&
    words.slice(1).some(({ text, known }) => {
      const last =
        text
          .replace(/\.git$/, '')
          .split(/[/:]/)
          .at(-1) ?? ''
      const named =
        program === 'git' ? [...resolveAll(text, cwd), ...resolveAll(last, cwd)] : resolveAll(text, cwd)
      return known && named.some((made) => folders.some((folder) => isWithin(made, folder)))
    })
  if (folders.length === 0 || walk.scope.errexit || commands.some(makes)) return false
  return (await Promise.all(folders.map(isMissing))).every(Boolean)
}

/** How a value is written that only the run tells. `$PATH` is the search path that was there before. */
const unknownText = (name: string): string => (name === 'PATH' ? '$…' : `$${name}`)

/** `printf -v NAME`: what it prints is what the variable holds. */
function setPrinted(command: SimpleCommand, { scope, builder }: Walk): void {
  const [program = plainWord('printf'), option, ...rest] = command.words
  const [, attached] = /^-v(.*)$/s.exec(option?.text ?? '') ?? []
  if (attached === undefined) return
  const name = attached === '' ? rest[0]?.text : attached
  const words = [program, ...(attached === '' ? rest.slice(1) : rest)]
  const text = knownOutput({ ...command, words }, builder.commands)
  const from = words.flatMap((word) => word.from)
  if (name !== undefined)
    scope.set(name, { options: [{ text: text ?? unknownText(name), known: text !== undefined }], from })
}

/** A variable that is set to what only the run tells. */
const setUnknown = (name: string, scope: Scope): void => scope.set(name, unknownValue(unknownText(name)))

/** A name that `declare` is given as a word: `declare -i 'x=…'`, `export "x=$y"`. Assignments are set where they stand. */
function declareName(word: Word, { program, words, assignments }: SimpleCommand, scope: Scope): void {
  const [whole = '', name = '', sign] =
    /^([A-Za-z_]\w*)(\+?=)?/.exec(word.known ? word.text : word.head) ?? []
  // Any variable may be meant: those by which others are found count as set.
  if (name === '' && !word.known) setUnknown('PATH', scope)
  if (name === '') return
  const options = words.slice(1).map(({ text }) => text)
  const says = (letter: RegExp): boolean => options.some((option) => letter.test(option))
  if (program === 'export' ? !says(/^-[a-z]*n/) : says(/^-[a-zA-Z]*x/)) scope.exported.add(name)
  else if (program === 'export' || says(/^\+[a-zA-Z]*x/)) scope.exported.delete(name)
  if (assignments.some((each) => each.name === name)) return
  scope.describe(name, options)
  // What stands in parentheses is an array, which is set where it stands.
  if (sign === undefined || word.text.startsWith('(', whole.length)) return
  const text = word.text.slice(whole.length)
  scope.set(name, { options: [{ text, known: word.known }], from: word.from }, true)
  scope.refer(name, { text, known: word.known }, options)
}

/** `cd`, `read`, `unset`, `set`, `shift`: what they do to the shell's own state. */
export async function applyBuiltin(command: SimpleCommand, walk: Walk): Promise<void> {
  const { scope } = walk
  const operands = command.words.slice(1).filter((word) => !/^-[a-zA-Z]+$/.test(word.text))
  switch (command.program) {
    case 'cd':
    case 'pushd': {
      const target = operands[0] ?? plainWord(scope.get('HOME')?.options[0]?.text ?? '~')
      const before = scope.cwd
      scope.set('OLDPWD', scope.get('PWD') ?? unknownValue('$OLDPWD'))
      scope.cwd =
        target.known && target.text !== '-' && operands.length <= 1 ? resolveAll(target.text, scope.cwd) : []
      scope.doubted = (await failsNow(scope.cwd, walk)) ? before : undefined
      break
    }
    case 'popd':
      scope.cwd = []
      break
    case 'read':
    case 'mapfile':
    case 'readarray': {
      const text = knownInput(command, walk.builder.commands)
      // What it reads of a file or a terminal is its own.
      const from = command.stdin.kind === 'pipe' ? command.stdin.from : text === undefined ? [command.id] : []
      const below = listedBelow(from, walk.builder.commands)
      const lines = (text ?? '').split('\n')
      const isLines = command.program !== 'read'
      const known = (each: string): Option => ({ text: each.trim(), known: true })
      const options: Option[] = text === undefined ? [] : lines.slice(0, 16).map(known)
      const parts = isLines ? lines.filter((line) => line !== '') : (lines[0] ?? '').trim().split(/\s+/)
      const isArray = isLines || command.words.some((word) => /^-[a-zA-Z]*a$/.test(word.text))
      const names = operands.length > 0 ? operands : [plainWord(isLines ? 'MAPFILE' : 'REPLY')]
      for (const { text: name } of isLines ? names.slice(-1) : names)
        scope.set(name, {
          options: options.length > 0 ? options : [{ text: unknownText(name), known: false }],
          ...(isArray && text !== undefined && parts.length <= 64 ? { elements: parts.map(known) } : {}),
          from,
          ...(below ? { below } : {}),
        })
      break
    }
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
    case 'declare':
    case 'typeset':
    case 'local':
    case 'readonly':
    case 'export':
      for (const word of operands) declareName(word, command, scope)
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
    case 'shift':
      scope.positional = scope.positional?.slice(Number(operands[0]?.text ?? 1) || 0)
      break
    default:
  }
}
