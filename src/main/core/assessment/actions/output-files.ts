import { plainWord, type SimpleCommand, type Word, withText } from '../../shell/graph'
import { readGitCall } from '../../shell/nested/git-call'
import { nameOf } from '../../shell/paths'
import { builtInTable } from '../../programs/built-in'
import { argumentsBy, readArguments, valueOf } from './arguments'
import { targetOf } from './file-action'
import { below, gitFolders } from './placing-programs'
import { all, here, type Found, type Program } from './program-forms'

/** script: what is typed and printed goes to its operand, `typescript` where there is none. */
export const recording: Program = (command) => {
  const args = readArguments(command, 'cEIOBTmoF', [
    '--command',
    '--echo',
    '--log-in',
    '--log-out',
    '--log-io',
    '--log-timing',
    '--output-limit',
    '--logging-format',
  ])
  const logs = ['-I', '-O', '-B', '-T', '--log-in', '--log-out', '--log-io', '--log-timing'].flatMap(
    (name) => args.values.get(name) ?? [],
  )
  const [file] = args.operands
  const access = args.flags.has('-a') || args.flags.has('--append') ? 'append' : 'write'
  return all(file ? [file, ...logs] : logs.length > 0 ? logs : [plainWord('typescript')], command, access)
}

/** exiftool changes the files that it is given a tag to set for. */
export const exiftool: Program = (command) => {
  const words = command.words.slice(1)
  const valued = /^-(o|out|ext|x|i|if|api|fileNum\d*|d|c|p|@|srcfile|w|textOut|tagsFromFile)$/i
  const operands = words.filter(({ text }, at) => !/^-/.test(text) && !valued.test(words[at - 1]?.text ?? ''))
  const changes = words.some(({ text }) =>
    /^-[\w:*-]+#?[-+^]?<?=|^-[\w:*-]+<|^-(overwrite_original(_in_place)?|restore_original|delete_original!?|tagsFromFile)$/i.test(
      text,
    ),
  )
  // To set its name is to move a file.
  const written = words.flatMap((word, at) => {
    const [, name] = /^-(?:filename|directory|testname|hardlink|symlink)=(.+)$/is.exec(word.text) ?? []
    if (name !== undefined) return [withText(word, name)]
    return /^-(o|out)$/.test(words[at - 1]?.text ?? '') ? [word] : []
  })
  if (written.length > 0) return all(written, command, 'write')
  return all(operands, command, changes ? 'change' : 'read', {
    recursive: words.some(({ text }) => text === '-r'),
  })
}

/** The first names of the pieces that a file is cut into: where they are there, they are overwritten. */
const pieces = (prefix: Word, endings: readonly string[], command: SimpleCommand): Found[] =>
  endings.flatMap((ending) => all([withText(prefix, prefix.text + ending)], command, 'write'))

/** split: `xaa`, `xab`, or behind the prefix that is given. */
export const split: Program = (command) => {
  const args = readArguments(command, 'abClnt', [
    '--suffix-length',
    '--additional-suffix',
    '--bytes',
    '--line-bytes',
    '--lines',
    '--number',
    '--separator',
    '--filter',
  ])
  if (args.flags.has('--filter')) return []
  const more = valueOf(args, '--additional-suffix')?.text ?? ''
  const numbers = ['-d', '-x', '--numeric-suffixes', '--hex-suffixes'].some((flag) => args.flags.has(flag))
  const length = Math.min(Number(valueOf(args, '-a', '--suffix-length')?.text) || 2, 10)
  const fill = (last: string): string => (numbers ? '0' : 'a').repeat(length - 1) + last + more
  const [file, prefix = plainWord('x')] = args.operands
  const read = file && file.text !== '-' ? all([file], command, 'read') : []
  return [...read, ...pieces(prefix, (numbers ? ['0', '1', '2'] : ['a', 'b', 'c']).map(fill), command)]
}

/** csplit: `xx00`, `xx01`, or behind the prefix that is given. */
export const csplit: Program = (command) => {
  const args = readArguments(command, 'bfn', ['--prefix', '--suffix-format', '--digits'])
  const prefix = valueOf(args, '-f', '--prefix') ?? plainWord('xx')
  return [...all(args.operands.slice(0, 1), command, 'read'), ...pieces(prefix, ['00', '01', '02'], command)]
}

/** git: the files that archives, bundles and diffs are written to. */
export const gitOutputs: Program = (command) => {
  const call = readGitCall(command.words.slice(1))
  const attached = (pattern: RegExp): readonly Word[] =>
    call.rest.flatMap((word) => {
      const [, text] = pattern.exec(word.text) ?? []
      return text === undefined ? [] : [{ ...word, text, head: '' }]
    })
  const next = (pattern: RegExp): readonly Word[] =>
    call.rest.filter((_, at) => pattern.test(call.rest[at - 1]?.text ?? ''))
  const output = [...attached(/^--(?:index-)?output=(.+)$/s), ...next(/^--output$/)]
  switch (call.subcommand) {
    case 'archive':
      return all([...output, ...attached(/^-o(.+)$/s), ...next(/^-o$/)], command, 'write')
    case 'bundle':
      return call.rest[0]?.text === 'create'
        ? all(call.rest.filter(({ text }) => !text.startsWith('-')).slice(1, 2), command, 'write')
        : []
    case 'format-patch':
      return [
        ...all(output, command, 'write'),
        ...all(
          [...attached(/^(?:-o|--output-d[a-z-]*=)(.+)$/s), ...next(/^(-o|--output-d[a-z-]*)$/)],
          command,
          'create',
        ),
      ]
    case 'apply': {
      if (call.rest.some(({ text }) => /^--(check|stat|numstat|summary|cached)$/.test(text))) return []
      const [folder] = [...attached(/^--dir[a-z]*=(.+)$/s), ...next(/^--dir[a-z]*$/)]
      return [{ access: 'change', target: folder ? below(folder, command) : here(command) }]
    }
    case 'checkout-index':
      return [...attached(/^--pr[a-z]*=(.+)$/s), ...next(/^--pr[a-z]*$/)].map((prefix) => ({
        access: 'write' as const,
        // All of a folder, or names that begin so.
        target: below(withText(prefix, prefix.text.replace(/[^/]+$/, '') || '.'), command),
      }))
    case 'interpret-trailers':
      return call.rest.some(({ text }) => text.length > 4 && '--in-place'.startsWith(text))
        ? all(
            call.rest.filter(
              ({ text }, at) =>
                !text.startsWith('-') &&
                !/^--(trailer|where|if-exists|if-missing)$/.test(call.rest[at - 1]?.text ?? ''),
            ),
            command,
            'change',
          )
        : []
    default:
      return [...all(output, command, 'write'), ...gitFolders(call, command)]
  }
}

/** Modules of Python's own that write a file which their words name. */
export const pythonModule: Program = (command) => {
  const at = command.words.findIndex(({ text }) => /^-[a-zA-Z]*m/.test(text))
  const [, tied = ''] = /^-[a-zA-Z]*?m(.*)$/s.exec(command.words[at]?.text ?? '') ?? []
  const name = tied || command.words[at + 1]?.text
  if (at > 0 && name === 'pytest')
    return command.words.slice(at).flatMap((word, index, words): Found[] => {
      const [, given] = /^--baset\w*=(.*)$/s.exec(word.text) ?? []
      const isNext = /^--baset\w*$/.test(words[index - 1]?.text ?? '')
      const folder = given === undefined ? word : withText(word, given)
      return isNext || given !== undefined ? all([folder], command, 'delete', { recursive: true }) : []
    })
  const { operands } = readArguments({ ...command, words: command.words.slice(tied ? at : at + 1) }, '', [
    '--indent',
  ])
  return at > 0 && name === 'json.tool'
    ? all(
        operands.slice(1, 2).filter(({ text }) => text !== '-'),
        command,
        'write',
      )
    : []
}

/** aria2c and curl: what is fetched, in the folder that is named for it. What curl writes where it is told no folder is in its record. */
export const fetched: Program = (command) => {
  const isAria = command.program === 'aria2c'
  const values = builtInTable.of(command.program)?.values ?? []
  const args = argumentsBy(command, values)
  const folder = isAria ? valueOf(args, '-d', '--dir') : valueOf(args, '--output-dir')
  const names = ['-o', isAria ? '--out' : '--output'].flatMap((name) => args.values.get(name) ?? [])
  if (!folder) return isAria ? all(names, command, 'write') : []
  if (names.length > 0)
    return all(
      names.map((name) => ({
        ...withText(folder, `${folder.text}/${name.text}`),
        known: folder.known && name.known,
      })),
      command,
      'write',
    )
  return isAria
    ? [{ access: 'create', target: { ...targetOf(folder, command), spread: 'below', filtered: true } }]
    : []
}

/** Compilers: the files that options name, tied to them, behind them, or handed on to the preprocessor and the linker. */
export const compiled: Program = (command) =>
  command.words.slice(1).flatMap((word, at, args): readonly Found[] => {
    const { text } = word
    if (/^(-o|-M[FJ]|-aux-info|--serialize-diagnostics)$/.test(args[at - 1]?.text ?? ''))
      return all([word], command, 'write')
    const [, tied] = /^-(?:M[FJ]=?|o)(.+)$/s.exec(text) ?? []
    const [, handed] =
      /^-W[pl],(?:[^,]*,)*?(?:-MD|-MMD|-MF|-Map|--Map|-o|--output|--dependency-file)[,=]([^,]+)/.exec(text) ??
      []
    const name = tied ?? handed
    return name === undefined ? [] : all([withText(word, name)], command, 'write')
  })

/** ftp, sftp: what the lines that they are told send and fetch. */
export const transferred = (
  command: SimpleCommand,
  input: (() => string | undefined) | undefined,
): readonly Found[] =>
  /^s?ftp$/.test(command.program)
    ? [
        ...(input?.() ?? '').matchAll(/^[ \t]*[-@]*(\w+)[ \t]+(?:-\w+[ \t]+)*(\S+)(?:[ \t]+(\S+))?/gm),
      ].flatMap(([, verb = '', first = '', second = nameOf(first)]): readonly Found[] =>
        /^(m?put|reput|send|append|lcd)$/.test(verb)
          ? all([plainWord(first)], command, 'read', { recursive: true })
          : /^(m?get|reget|recv)$/.test(verb)
            ? all([plainWord(second)], command, 'write')
            : [],
      )
    : []
