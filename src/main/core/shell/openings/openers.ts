import { globToRegExp } from '../glob'
import { plainWord, type SimpleCommand } from '../graph'
import { nameOf } from '../paths'
import { readsShellText } from '../shell-script'
import { eachOpeners } from './each'
import { escapeOpeners } from './escapes'
import { evaluatingOpeners, openVariables } from './evaluated'
import { openGit } from './git-openings'
import { interpreterOpener } from './interpreters'
import { makeOpeners } from './make-recipes'
import type { Opener } from './opening'
import { packageOpeners } from './package-scripts'
import { remoteOpeners } from './remote'
import { openProgramFile, shellOpener } from './shells'
import { starterOpeners } from './starters'
import { windowsOpener } from './windows-shells'
import { wrapperNames, wrapperOpener } from './wrappers'

const tables = [eachOpeners, remoteOpeners, evaluatingOpeners, starterOpeners]
const fileTables = [packageOpeners, makeOpeners]

/** The same opener, which takes its scripts from files; those that stand in the command's words aside. */
const fromFiles =
  (opener: Opener): Opener =>
  async (context) =>
    (await opener(context)).map((opening) =>
      opening.kind === 'unreadable' ||
      (opening.kind === 'script' && !context.args.some((word) => word.text.includes(opening.text.text)))
        ? { ...opening, ofFile: true }
        : opening,
    )

/** Programs that a pattern in a program's place is taken for, where it fits: what removes and overwrites, and what runs other text. */
const suspects = [
  ...'rm unlink rmdir dd shred truncate rimraf find mv cp tee ln chmod chown git curl wget kill pkill mkfs sed perl ruby php node xargs'.split(
    ' ',
  ),
  ...readsShellText,
  ...wrapperNames,
  'python3',
]

/** The suspects that a pattern such as `/bin/r?` may stand for. */
export function programsLike(pattern: string): readonly string[] {
  const name = globToRegExp(nameOf(pattern))
  return suspects.filter((program) => name.test(program))
}

/** Everything that looks into one command, by its program; a program named by a path is looked into as a file too. */
export function openersFor(command: SimpleCommand): readonly Opener[] {
  const { program } = command
  const found: Opener[] = []
  for (const table of tables) {
    const opener = Object.hasOwn(table, program) ? table[program] : undefined
    if (opener) found.push(opener)
  }
  for (const table of fileTables) {
    const opener = Object.hasOwn(table, program) ? table[program] : undefined
    if (opener) found.push(fromFiles(opener))
  }
  if (program === 'git') found.push(openGit)
  const more = [
    wrapperOpener(program),
    shellOpener(program),
    interpreterOpener(program),
    windowsOpener(program),
  ]
  found.push(...more.filter((each) => each !== undefined), ...escapeOpeners(program))
  if (command.assignments.length > 0) found.push(openVariables)
  const [path = plainWord('')] = command.words
  if (path.known && path.text.includes('/') && found.length <= 1) found.push(openProgramFile)
  return found
}
