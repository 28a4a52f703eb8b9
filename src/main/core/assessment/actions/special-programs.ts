import { findScope } from '../../shell/openings/each'
import type { Word } from '../../shell/graph'
import { targetOf, type Target } from './action'
import { hasFlag, readArguments, valueOf } from './arguments'
import { all, here, type Found, type Program } from './program-forms'

/** tar: what it unpacks, makes, or removes after packing. */
export const tar: Program = (command) => {
  const [first] = command.words.slice(1)
  const bundled = first && !first.text.startsWith('-') ? `-${first.text}` : undefined
  const spoken =
    bundled && first
      ? {
          ...command,
          words: [...command.words.slice(0, 1), { ...first, text: bundled }, ...command.words.slice(2)],
        }
      : command
  const args = readArguments(spoken, 'fCXTbgIKLNV', [
    '--file',
    '--directory',
    '--exclude',
    '--strip-components',
    '--transform',
  ])
  const file = valueOf(args, '-f', '--file')
  const folder = valueOf(args, '-C', '--directory')
  if (hasFlag(args, '-t', '--list')) return file ? all([file], command, 'read') : []
  if (hasFlag(args, '-x', '--extract', '--get')) {
    const target: Target = folder
      ? { ...targetOf(folder, command), spread: 'below', filtered: true }
      : here(command)
    return [{ access: 'write', target, recursive: true }, ...(file ? all([file], command, 'read') : [])]
  }
  const made = file && file.text !== '-' ? all([file], command, 'write') : []
  const removed = hasFlag(args, '--remove-files')
    ? all(args.operands, command, 'delete', { recursive: true })
    : []
  return [...made, ...removed, ...all(args.operands, command, 'read', { recursive: true })]
}

const isRemote = (word: Word): boolean => /^[^/]*:/.test(word.text) || /^rsync:/.test(word.text)

/** rsync, on this machine; what goes elsewhere is for the network rules. */
export const rsync: Program = (command) => {
  const args = readArguments(command, 'efTM', ['--exclude', '--include', '--rsh', '--filter', '--log-file'])
  const last = args.operands.at(-1)
  const sources = args.operands.slice(0, -1).filter((word) => !isRemote(word))
  const moved = hasFlag(args, '--remove-source-files')
    ? all(sources, command, 'delete', { recursive: true })
    : []
  const read = all(sources, command, 'read', { recursive: true })
  if (!last || isRemote(last) || args.operands.length < 2) return [...moved, ...read]
  const target: Target = { ...targetOf(last, command), spread: 'below', filtered: true }
  const deletes = [...args.flags].some((flag) => /^--del(ete.*)?$/.test(flag))
  return [
    { access: 'write', target, recursive: true },
    ...(deletes
      ? [{ access: 'delete' as const, target: { ...target, filtered: false }, recursive: true }]
      : []),
    ...moved,
    ...read,
  ]
}

/** sed: its files, changed in place or read, and what its `w` commands write. */
export const sed: Program = (command) => {
  const args = readArguments(command, 'efl', ['--expression', '--file', '--line-length'])
  const inPlace = [...args.flags].some((flag) => flag === '-i' || flag.startsWith('--in-place'))
  const scripts = [...(args.values.get('-e') ?? []), ...(args.values.get('--expression') ?? [])]
  const hasScript = scripts.length > 0 || args.flags.has('-f')
  const files = hasScript ? args.operands : args.operands.slice(1)
  const texts = hasScript ? scripts : args.operands.slice(0, 1)
  const written = texts.flatMap((word) =>
    [...word.text.matchAll(/(?:^|[;{}\n]|\d|[/$])\s*[wW]\s+([^\n;}]+)/g)].map(([, name = '']): Word => ({
      ...word,
      text: name.trim(),
      head: word.known ? name.trim() : '',
    })),
  )
  return [...all(written, command, 'write'), ...all(files, command, inPlace ? 'change' : 'read')]
}

/** find: -delete, and the files that it prints to. */
export const find: Program = (command) => {
  const below = findScope(command.words, command.cwd)
  const target: Target = {
    text: below.roots.join(' '),
    paths: below.roots,
    spread: 'below',
    filtered: below.filtered,
  }
  const found: Found[] = []
  command.words.forEach((word, at) => {
    if (word.text === '-delete') found.push({ access: 'delete', target, recursive: true })
    const next = command.words[at + 1]
    if (next && /^-(fls|fprint0?|fprintf)$/.test(word.text))
      found.push({ access: 'write', target: targetOf(next, command) })
  })
  return found
}

/** awk writes where its program says `> "file"`, and in place when asked to. */
export const awk: Program = (command) => {
  const args = readArguments(command, 'Fvfie', ['--assign', '--field-separator', '--file'])
  const inPlace = (args.values.get('-i') ?? []).some((word) => word.text === 'inplace')
  const [program, ...files] = args.operands
  const written = [...(program?.text ?? '').matchAll(/>>?\s*"([^"]+)"/g)].flatMap(([, name = '']): Word[] =>
    program && !/^\/dev\/std(err|out)$/.test(name)
      ? [{ ...program, text: name, head: program.known ? name : '' }]
      : [],
  )
  return [...all(written, command, 'write'), ...all(files, command, inPlace ? 'change' : 'read')]
}

/** yq, mlr and dasel change their files with -i. */
export const inPlace: Program = (command) => {
  const args = readArguments(command, 'oIp')
  return hasFlag(args, '-i', '--inplace', '--in-place') ? all(args.operands.slice(1), command, 'change') : []
}

/** dd: if= and of=. */
export const dd: Program = (command) =>
  command.words.slice(1).flatMap((word): Found[] => {
    const [, name, text = ''] = /^(if|of)=(.*)$/s.exec(word.text) ?? []
    if (name === undefined) return []
    const target = targetOf({ ...word, text, head: word.known ? text : word.head.slice(3) }, command)
    return [{ access: name === 'of' ? 'write' : 'read', target }]
  })
