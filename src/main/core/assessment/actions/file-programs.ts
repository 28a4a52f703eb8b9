import { targetOf, type Target } from './action'
import { hasFlag, readArguments, valueOf } from './arguments'
import { applyPatch } from './patch-program'
import {
  all,
  attributes,
  compress,
  here,
  lastOperand,
  operands,
  outputs,
  place,
  remove,
  removeEmpty,
  type Program,
} from './program-forms'
import { csplit, exiftool, gitOutputs, leadingOutput, recording, split } from './output-files'
import { awk, dd, find, inPlace, rsync, sed, tar } from './special-programs'

/** What programs do to the files they name. A program that is not here is judged by name, or not known. */
export const filePrograms: Readonly<Record<string, Program>> = {
  rm: remove,
  grm: remove,
  rmdir: removeEmpty,
  unlink: remove,
  trash: operands('delete'),
  'trash-put': operands('delete'),
  gio: (command) => (command.words[1]?.text === 'trash' ? operands('delete', '', 1)(command) : []),
  srm: remove,
  rimraf: (command) => all(readArguments(command).operands, command, 'delete', { recursive: true }),
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
  ed: operands('change', 'p'),
  prename: operands('change', '', 1),
  'perl-rename': operands('change', '', 1),
  'file-rename': operands('change', '', 1),
  script: recording,
  time: leadingOutput('of', '-o', '--output'),
  gtime: leadingOutput('of', '-o', '--output'),
  strace: leadingOutput('eopsuEaISPbX', '-o', '--output'),
  ltrace: leadingOutput('eopsunaF', '-o', '--output'),
  perf: (command) => leadingOutput('oe', '-o', '--output')({ ...command, words: command.words.slice(1) }),
  valgrind: leadingOutput('', '--log-file', '--xml-file'),
  exiftool,
  split,
  csplit,
  git: gitOutputs,
  apply_patch: applyPatch,
  applypatch: applyPatch,
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
  dos2unix: operands('change'),
  unix2dos: operands('change'),
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
