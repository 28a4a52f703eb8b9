import { plainWord, type SimpleCommand } from '../graph'
import { eachOpeners } from './each'
import { escapeOpeners, openVariables } from './escapes'
import { openGit } from './git-openings'
import { interpreterOpener } from './interpreters'
import { makeOpeners } from './make-recipes'
import type { Opener } from './opening'
import { packageOpeners } from './package-scripts'
import { remoteOpeners } from './remote'
import { openProgramFile, shellOpener } from './shells'
import { windowsOpener } from './windows-shells'
import { wrapperOpener } from './wrappers'

const tables = [eachOpeners, packageOpeners, makeOpeners, remoteOpeners]

/** Everything that looks into one command, by its program; a program named by a path is looked into as a file too. */
export function openersFor(command: SimpleCommand): readonly Opener[] {
  const { program } = command
  const found: Opener[] = []
  for (const table of tables) {
    const opener = Object.hasOwn(table, program) ? table[program] : undefined
    if (opener) found.push(opener)
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
