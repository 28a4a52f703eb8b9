import { builtInTable } from '../../programs/built-in'
import type { RecordTable } from '../../programs/record-table'
import { type SimpleCommand, plainWord } from '../../shell/graph'
import { atFolderOfGit } from '../../shell/nested/git-call'
import { parsePatch } from '../../patch/parse-patch'
import { editor, nano } from './editors'
import {
  compiled,
  csplit,
  exiftool,
  fetched,
  gitOutputs,
  pythonModule,
  recording,
  split,
} from './output-files'
import { formatted } from './formatters'
import { namedOutputs } from './named-outputs'
import { containerCopy, cpio, patch, sevenZip, socketsOf } from './placing-programs'
import { all, type Found, type Program } from './program-forms'
import { recordedTouches } from './recorded-touches'
import { awk, dd, find, rsync, scp, sed, tar, zip } from './special-programs'
import { targetOf } from './file-action'

/**
 * `apply_patch` as a command: the files that the patch on its standard input, or in its one argument, names. A patch
 * that cannot be read may write anywhere.
 */
const applyPatch: Program = (command) => {
  const { stdin } = command
  const body = command.words[1] ?? (stdin.kind === 'text' ? stdin.word : undefined)
  const parsed = body?.known === true ? parsePatch(body.text) : undefined
  if (parsed?.kind !== 'parsed')
    return [{ access: 'write', target: { text: 'a patch', paths: [], spread: 'exact', filtered: false } }]
  const to = (path: string) => targetOf(plainWord(path), command)
  return parsed.hunks.flatMap((hunk): Found[] => {
    switch (hunk.kind) {
      case 'add':
        return [{ access: 'write', target: to(hunk.path) }]
      case 'delete':
        return [{ access: 'delete', target: to(hunk.path) }]
      case 'update':
        return hunk.moveTo === undefined
          ? [{ access: 'change', target: to(hunk.path) }]
          : [
              { access: 'move', target: to(hunk.path) },
              { access: 'write', target: to(hunk.moveTo) },
            ]
    }
  })
}

/** perl and ruby: the files behind code that works in place. */
const inPlace: Program = (command) => {
  const args = command.words.slice(1)
  const changes = command.program === 'ruby' ? /^-[alnpsw0]*i/ : /^-(?![IMm])[a-zA-Z0]*i/
  if (!args.some((word) => changes.test(word.text))) return []
  const at = args.findIndex((word) => /^-[a-zA-Z0.]*[eE]$/.test(word.text))
  return all(
    args.slice(at + 2).filter((word) => !word.text.startsWith('-')),
    command,
    'change',
  )
}

/** Programs whose words are no table for what they do to files. */
const programs: Readonly<Record<string, Program>> = {
  script: recording,
  exiftool,
  split,
  csplit,
  curl: fetched,
  aria2c: fetched,
  git: gitOutputs,
  apply_patch: applyPatch,
  applypatch: applyPatch,
  dd,
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
  sed,
  gsed: sed,
  ed: editor,
  red: editor,
  ex: editor,
  vi: editor,
  vim: editor,
  rvim: editor,
  nvim: editor,
  view: editor,
  rview: editor,
  nano,
  pico: nano,
  find,
  gfind: find,
  tar,
  gtar: tar,
  bsdtar: tar,
  rsync,
  scp,
  patch,
  gpatch: patch,
  cpio,
  '7z': sevenZip,
  '7za': sevenZip,
  '7zr': sevenZip,
  '7zz': sevenZip,
  zip,
  perl: inPlace,
  ruby: inPlace,
}

/** Whether something is known of what a program does to the files that it is given, whatever its first word is. */
export const touchesFiles = (program: string): boolean =>
  Object.hasOwn(programs, program) ||
  builtInTable.of(program)?.touches.some(({ verbs }) => verbs === undefined) === true

/** What one use of a program does to the files that its words name; `own` are a person's own records, which may say more. */
export function fileUses(written: SimpleCommand, own: RecordTable | undefined): readonly Found[] {
  const command = atFolderOfGit(written)
  const { program } = command
  const coded = Object.hasOwn(programs, program)
    ? programs[program]
    : /^python\d?(\.\d+)?$/.test(program)
      ? pythonModule
      : /^(gcc|g\+\+|cc|c\+\+|clang|clang\+\+)(-\d+)?$/.test(program)
        ? compiled
        : /^(docker|podman|nerdctl|kubectl|oc)$/.test(program)
          ? containerCopy
          : undefined
  return [
    ...(coded?.(command) ?? []),
    ...all(socketsOf(command), command, 'read'),
    ...namedOutputs(command),
    ...formatted(command),
    ...[builtInTable, own].flatMap((table) => {
      const known = table?.of(program, command.shell)
      return known ? recordedTouches(command, known) : []
    }),
  ]
}
