import type { ProgramRun } from '@shared/domain/program-record'
import { builtInTable, wrapperNames } from '../../programs/built-in'
import type { KnownProgram, RecordTable } from '../../programs/record-table'
import { readGlob } from '../glob'
import { plainWord, type SimpleCommand } from '../graph'
import { nameOf } from '../paths'
import { isShell, readsShellText } from '../shell-script'
import { eachReaders } from './each'
import { escapeReaders } from './escape-readers'
import { evaluatingReaders, insideVariables } from './evaluated'
import { insideGit } from './git-call'
import { interpreterReader } from './interpreters'
import { loadingReaders } from './loaded-files'
import { makeReaders } from './make-recipes'
import type { NestedReader } from './nested-command'
import { packageReaders } from './package-scripts'
import { remoteReaders } from './remote'
import {
  insideCodeWords,
  insideCommandOptions,
  insideOtherVariables,
  insidePlainOptions,
  insideUnknown,
} from './suspected'
import { insideRecorded } from './recorded'
import { insideSearchPath } from './search-path'
import { insideProgramFile, insideScriptNamedSo, shellReader } from './shells'
import { starterReaders } from './starters'
import { toldReaders } from './told-in-files'
import { windowsReader } from './windows-shells'
import { wrapperReaders } from './wrappers'

const tables = [eachReaders, remoteReaders, evaluatingReaders, starterReaders, wrapperReaders]
const fileTables = [packageReaders, makeReaders]

/** The same reader, which takes its scripts from files; those that stand in the command's words aside. */
const fromFiles =
  (reader: NestedReader): NestedReader =>
  async (context) =>
    (await reader(context)).map((nested) =>
      nested.kind === 'unreadable' ||
      (nested.kind === 'script' && !context.args.some((word) => word.text.includes(nested.text.text)))
        ? { ...nested, ofFile: true }
        : nested,
    )

/** Programs that a pattern in a program's place is taken for, where it fits: what removes and overwrites, and what runs other text. */
const suspects = [
  ...'rm unlink rmdir dd shred truncate rimraf find mv cp tee ln chmod chown git curl wget kill pkill mkfs sed perl ruby php node xargs'.split(
    ' ',
  ),
  ...readsShellText,
  ...wrapperNames,
  ...Object.keys(wrapperReaders),
  'perf',
  'python3',
]

/** The suspects that a pattern such as `/bin/r?` may stand for. */
export function programsLike(pattern: string): readonly string[] {
  const name = readGlob(nameOf(pattern))
  return suspects.filter((program) => name.test(program))
}

const isAside = ({ as }: ProgramRun): boolean => as === 'escape'

/** Whether a program is there to run what it is given, as the records or tables of its own say. */
export const isRunner = (program: string, own?: RecordTable): boolean =>
  [starterReaders, wrapperReaders].some((table) => Object.hasOwn(table, program)) ||
  [builtInTable, own].some((table) =>
    table
      ?.of(program)
      ?.runs.flat()
      .some((run) => !isAside(run)),
  )

/** Whether records say more of a program than what it runs of its words. */
const says = (known: KnownProgram | undefined): boolean =>
  known !== undefined && (known.effects.length > 0 || known.touches.length > 0 || known.code !== undefined)

/** The second reader, where the first finds nothing. */
const orElse =
  (first: NestedReader, second: NestedReader): NestedReader =>
  async (context) => {
    const found = await first(context)
    return found.length > 0 ? found : second(context)
  }

/** Everything that looks into one command, by its program; a program named by a path is looked into as a file too. */
export function readersFor(command: SimpleCommand, own: RecordTable | undefined): readonly NestedReader[] {
  const { program } = command
  const found: NestedReader[] = []
  for (const table of tables) {
    const reader = Object.hasOwn(table, program) ? table[program] : undefined
    if (reader) found.push(reader)
  }
  for (const table of fileTables) {
    const reader = Object.hasOwn(table, program) ? table[program] : undefined
    if (reader) found.push(fromFiles(reader))
  }
  if (program === 'git') found.push(insideGit)
  const more = [shellReader(program), interpreterReader(program), windowsReader(program)]
  found.push(...more.filter((each) => each !== undefined))
  const isDescribed =
    found.length > 0 || own?.of(program) !== undefined || says(builtInTable.of(program, command.shell))
  // What these hand on is read as the command that it is.
  const handsOn = isShell(program) || Object.hasOwn(remoteReaders, program) || isRunner(program, own)
  const [path = plainWord('')] = command.words
  if (path.known && path.text.includes('/'))
    found.push(found.length === 0 && !isRunner(program) ? insideProgramFile : insideScriptNamedSo)
  else found.push(insideSearchPath)
  const recorded = insideRecorded(own)
  found.push(
    isDescribed ? recorded : orElse(recorded, insideUnknown),
    ...escapeReaders(program),
    ...toldReaders(program),
    ...loadingReaders(program),
  )
  if (!isShell(program)) found.push(insideCommandOptions)
  if (isDescribed && !handsOn) found.push(insideCodeWords)
  if (!handsOn && !Object.hasOwn(eachReaders, program)) found.push(insidePlainOptions)
  if (command.assignments.length > 0) found.push(insideVariables, insideOtherVariables)
  return found
}
