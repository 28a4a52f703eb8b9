import type { SimpleCommand, Word } from '../../shell/graph'
import { nameOf } from '../../shell/paths'
import { insideFolder, targetOf, type Access, type FileAction, type Target } from './action'
import { hasFlag, readArguments, valueOf } from './arguments'

/** What a program does to one target; neither recursive nor about attributes unless it says so. */
export type Found = Pick<FileAction, 'access' | 'target' | 'spares'> & {
  recursive?: boolean
  attributes?: boolean
}

/** What one use of a program does to files, by its words. */
export type Program = (command: SimpleCommand) => readonly Found[]

/** The same access to each of the words. */
export const all = (
  words: readonly Word[],
  command: SimpleCommand,
  access: Access,
  more: Partial<Found> = {},
): Found[] => words.map((word) => ({ access, target: targetOf(word, command), ...more }))

/** Something below the folder that the command runs in, as when an archive is unpacked. */
export const here = (command: SimpleCommand): Target => ({
  text: '.',
  paths: command.cwd,
  spread: 'below',
  filtered: true,
})

/** rm and its kin. */
export const remove: Program = (command) => {
  const args = readArguments(command)
  // A word that is not known and starts with a dash may be any option.
  const hidden = command.words.some((word) => !word.known && word.text.startsWith('-'))
  const recursive = hidden || hasFlag(args, '-r', '-R', '--recursive')
  const spares = hasFlag(args, '-d', '--dir') ? 'full' : 'all'
  return all(args.operands, command, 'delete', { recursive, ...(recursive ? {} : { spares }) })
}

/** rmdir: empty folders, and nothing else. */
export const removeEmpty: Program = (command) =>
  all(readArguments(command).operands, command, 'delete', { spares: 'full' })

const looksLikeFolder = (word: Word): boolean => /(^|\/)\.{0,2}$|\/$/.test(word.text)

/** cp, mv, install, ln: what is written is the last operand, or the sources' names inside it. */
export function place(access: Access, options: { moves?: boolean; short: string }): Program {
  return (command) => {
    const args = readArguments(command, options.short, [
      '--target-directory',
      '--suffix',
      '--mode',
      '--owner',
      '--group',
    ])
    const folder = valueOf(args, '-t', '--target-directory')
    const sources = folder ? args.operands : args.operands.slice(0, -1)
    const last = folder ?? args.operands.at(-1)
    if (!last || (sources.length === 0 && !folder)) return []
    const target = targetOf(last, command)
    const into =
      folder !== undefined || sources.length > 1 || sources.some(({ glob }) => glob) || looksLikeFolder(last)
    const written: Found[] = into
      ? sources.map((source) => ({
          access,
          target: insideFolder(target, source),
          recursive: hasFlag(args, '-r', '-R', '-a', '--recursive', '--archive'),
        }))
      : // The operand may be a folder that is there: both readings count, the facts tell which holds.
        [
          {
            access,
            target: { ...target, name: nameOf(sources[0]?.text ?? '') },
            recursive: hasFlag(args, '-r', '-R', '-a', '--recursive', '--archive'),
          },
        ]
    const read = all(sources, command, options.moves ? 'move' : 'read', { recursive: true })
    return [...written, ...read]
  }
}

/** chmod and its kin: attributes of all operands behind the first ones. */
export const attributes =
  (operands: number): Program =>
  (command) => {
    const args = readArguments(command, '', ['--reference'])
    const skip = args.values.has('--reference') ? 0 : operands
    return all(args.operands.slice(skip), command, 'change', {
      attributes: true,
      recursive: hasFlag(args, '-R', '--recursive'),
    })
  }

/** Options whose value is a file that is written. `short`: all short options that take a value. */
export const outputs =
  (access: Access, short: string, ...names: string[]): Program =>
  (command) => {
    const args = readArguments(
      command,
      short,
      names.filter((name) => name.length > 2),
    )
    return names.flatMap((name) => all(args.values.get(name) ?? [], command, access))
  }

/** The same access to all operands behind the first ones. */
export const operands =
  (access: Access, short = '', skip = 0): Program =>
  (command) =>
    all(readArguments(command, short).operands.slice(skip), command, access)

/** Converters write their last operand. */
export const lastOperand: Program = (command) => all(command.words.slice(2).slice(-1), command, 'write')

/** gzip and its kin replace the file, unless they only print or test. */
export const compress: Program = (command) => {
  const args = readArguments(command, 'S')
  return hasFlag(args, '-c', '--stdout', '-l', '--list', '-t', '--test')
    ? all(args.operands, command, 'read')
    : all(args.operands, command, 'change')
}
