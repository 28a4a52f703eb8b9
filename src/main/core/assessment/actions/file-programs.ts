import { findScope } from '../openings/each'
import type { SimpleCommand, Word } from '../shell/graph'
import { nameOf } from '../shell/paths'
import { insideFolder, targetOf, type Access, type FileAction, type Target } from './action'
import { hasFlag, readArguments, valueOf } from './arguments'

type Found = Pick<FileAction, 'access' | 'target'> & { recursive?: boolean; attributes?: boolean }
type Program = (command: SimpleCommand) => readonly Found[]

const all = (
  words: readonly Word[],
  command: SimpleCommand,
  access: Access,
  more: Partial<Found> = {},
): Found[] => words.map((word) => ({ access, target: targetOf(word, command), ...more }))

const here = (command: SimpleCommand): Target => ({
  text: '.',
  paths: command.cwd,
  spread: 'below',
  filtered: true,
})

const remove: Program = (command) => {
  const args = readArguments(command)
  // A word that is not known and starts with a dash may be any option.
  const hidden = command.words.some((word) => !word.known && word.text.startsWith('-'))
  return all(args.operands, command, 'delete', {
    recursive: hidden || hasFlag(args, '-r', '-R', '--recursive'),
  })
}

const looksLikeFolder = (word: Word): boolean => /(^|\/)\.{0,2}$|\/$/.test(word.text)

/** cp, mv, install, ln: what is written is the last operand, or the sources' names inside it. */
function place(access: Access, options: { moves?: boolean; short: string }): Program {
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
    const into = folder !== undefined || sources.length > 1 || looksLikeFolder(last)
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

const attributes =
  (operands: number): Program =>
  (command) => {
    const args = readArguments(command, '', ['--reference'])
    const skip = args.values.has('--reference') ? 0 : operands
    return all(args.operands.slice(skip), command, 'change', {
      attributes: true,
      recursive: hasFlag(args, '-R', '--recursive'),
    })
  }

const outputs =
  (access: Access, short: string, ...names: string[]): Program =>
  (command) => {
    const args = readArguments(
      command,
      short,
      names.filter((name) => name.length > 2),
    )
    return names.flatMap((name) => all(args.values.get(name) ?? [], command, access))
  }

const tar: Program = (command) => {
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

const rsync: Program = (command) => {
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

const sed: Program = (command) => {
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

const find: Program = (command) => {
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
const awk: Program = (command) => {
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
const inPlace: Program = (command) => {
  const args = readArguments(command, 'oIp')
  return hasFlag(args, '-i', '--inplace', '--in-place') ? all(args.operands.slice(1), command, 'change') : []
}

const dd: Program = (command) =>
  command.words.slice(1).flatMap((word): Found[] => {
    const [, name, text = ''] = /^(if|of)=(.*)$/s.exec(word.text) ?? []
    if (name === undefined) return []
    const target = targetOf({ ...word, text, head: word.known ? text : word.head.slice(3) }, command)
    return [{ access: name === 'of' ? 'write' : 'read', target }]
  })

const operands =
  (access: Access, short = '', skip = 0): Program =>
  (command) =>
    all(readArguments(command, short).operands.slice(skip), command, access)

/** Converters write their last operand. */
const lastOperand: Program = (command) => all(command.words.slice(2).slice(-1), command, 'write')

const compress: Program = (command) => {
  const args = readArguments(command, 'S')
  return hasFlag(args, '-c', '--stdout', '-l', '--list', '-t', '--test')
    ? all(args.operands, command, 'read')
    : all(args.operands, command, 'change')
}

/** What programs do to the files they name. A program that is not here is judged by name, or not known. */
export const filePrograms: Readonly<Record<string, Program>> = {
  rm: remove,
  grm: remove,
  rmdir: operands('delete'),
  unlink: operands('delete'),
  trash: operands('delete'),
  'trash-put': operands('delete'),
  gio: (command) => (command.words[1]?.text === 'trash' ? operands('delete', '', 1)(command) : []),
  srm: remove,
  shred: operands('delete', 'ns'),
  truncate: (command) =>
    all(readArguments(command, 'sr', ['--size', '--reference']).operands, command, 'write'),
  fallocate: (command) =>
    all(readArguments(command, 'lo', ['--length', '--offset']).operands, command, 'write'),
  cp: place('write', { short: 'St' }),
  gcp: place('write', { short: 'St' }),
  mv: place('write', { short: 'St', moves: true }),
  install: (command) =>
    command.words.some((word) => word.text === '-d')
      ? operands('create', 'gmo')(command)
      : place('write', { short: 'gmoSt' })(command),
  ln: (command) =>
    place(hasFlag(readArguments(command, 'St'), '-f', '--force') ? 'write' : 'create', { short: 'St' })(
      command,
    ),
  rename: operands('change', '', 1),
  touch: (command) => all(readArguments(command, 'drt').operands, command, 'create'),
  mkdir: (command) => all(readArguments(command, 'm', ['--mode']).operands, command, 'create'),
  mkfifo: operands('create', 'm'),
  mknod: operands('create', 'm'),
  tee: (command) => {
    const args = readArguments(command)
    return all(args.operands, command, hasFlag(args, '-a', '--append') ? 'append' : 'write')
  },
  sponge: operands('write'),
  dd,
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
  yq: inPlace,
  mlr: inPlace,
  sed,
  gsed: sed,
  find,
  gfind: find,
  tar,
  gtar: tar,
  bsdtar: tar,
  rsync,
  chmod: attributes(1),
  chown: attributes(1),
  chgrp: attributes(1),
  chattr: attributes(1),
  setfacl: attributes(0),
  unzip: (command) => {
    const args = readArguments(command, 'dxP')
    if (hasFlag(args, '-l', '-t', '-v', '-Z')) return all(args.operands.slice(0, 1), command, 'read')
    if (hasFlag(args, '-p', '-c')) return all(args.operands.slice(0, 1), command, 'read')
    const folder = valueOf(args, '-d')
    const target: Target = folder
      ? { ...targetOf(folder, command), spread: 'below', filtered: true }
      : here(command)
    return [{ access: 'write', target, recursive: true }]
  },
  zip: (command) => {
    const { operands: words } = readArguments(command, 'tnxb')
    return [
      ...all(words.slice(0, 1), command, 'write'),
      ...all(words.slice(1), command, 'read', { recursive: true }),
    ]
  },
  gzip: compress,
  gunzip: compress,
  xz: compress,
  bzip2: compress,
  zstd: compress,
  sort: outputs('write', 'okSTt', '-o', '--output'),
  uniq: (command) => all(readArguments(command, 'fsw').operands.slice(1), command, 'write'),
  curl: (command) => {
    const args = readArguments(command, 'oHdXFTubAeKmxwYyzCcDEQrtU', [
      '--output',
      '--dump-header',
      '--cookie-jar',
      '--trace',
    ])
    return [
      ...outputs(
        'write',
        'oHdXFTubAeKmxwYyzCcDEQrtU',
        '-o',
        '--output',
        '-D',
        '-c',
        '--dump-header',
        '--cookie-jar',
        '--trace',
      )(command),
      ...(hasFlag(args, '-O', '--remote-name', '--remote-name-all')
        ? [{ access: 'create' as const, target: here(command) }]
        : []),
    ]
  },
  wget: (command) => {
    const args = readArguments(command, 'OPoaeitTUQ', [
      '--output-document',
      '--directory-prefix',
      '--output-file',
      '--post-file',
      '--post-data',
      '--header',
    ])
    const file = valueOf(args, '-O', '--output-document')
    const folder = valueOf(args, '-P', '--directory-prefix')
    if (file) return file.text === '-' ? [] : all([file], command, 'write')
    const target: Target = folder
      ? { ...targetOf(folder, command), spread: 'below', filtered: true }
      : here(command)
    return [{ access: 'create', target }]
  },
  patch: (command) =>
    hasFlag(readArguments(command, 'pioBdDFgrVYz'), '--dry-run')
      ? []
      : [{ access: 'change', target: here(command) }],
  perl: (command) => {
    const args = command.words.slice(1)
    const inPlace = args.some((word) => /^-[a-zA-Z0]*i/.test(word.text) && !/^-[IMm]/.test(word.text))
    if (!inPlace) return []
    const at = args.findIndex((word) => /^-[a-zA-Z0.]*[eE]$/.test(word.text))
    return all(
      args.slice(at + 2).filter((word) => !word.text.startsWith('-')),
      command,
      'change',
    )
  },
  gcc: outputs('write', 'oIDLlx', '-o'),
  cc: outputs('write', 'oIDLlx', '-o'),
  'g++': outputs('write', 'oIDLlx', '-o'),
  clang: outputs('write', 'oIDLlx', '-o'),
  'ssh-keygen': outputs('write', 'fbCNtlPEm', '-f'),
  tree: outputs('write', 'oLPIH', '-o'),
  xmllint: outputs('write', 'o', '--output', '-o'),
  ffmpeg: lastOperand,
  convert: lastOperand,
  magick: lastOperand,
  cwebp: outputs('write', 'oq', '-o'),
  optipng: operands('change'),
  pngquant: operands('change'),
  jpegoptim: operands('change'),
  xsltproc: outputs('write', 'o', '--output', '-o'),
  iconv: outputs('write', 'oft', '--output', '-o'),
  shuf: outputs('write', 'on', '--output', '-o'),
  less: outputs('write', 'oO', '-o', '-O'),
  xxd: (command) =>
    command.words.some((word) => /^-[a-z]*r/.test(word.text)) ? operands('write', 'clgos', 1)(command) : [],
  openssl: outputs('write', '', '-out'),
}
