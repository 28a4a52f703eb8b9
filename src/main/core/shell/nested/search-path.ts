import { environmentOf, plainWord, type SimpleCommand } from '../graph'
import { resolveAll } from '../paths'
import type { NestedReader } from './nested-command'
import { mayHaveChanged } from './shells'

/** Where the system keeps its programs: what stands there is what the name says. */
const ofSystem = /^\/(usr\/(local\/)?)?s?bin\/?$/
/** So many folders of a search path are looked at. */
const mostFolders = 16

/** What is in PATH already, in a value that adds to it. */
export const isOldPath = (text: string): boolean => /^\$(PATH|\{PATH\})$/.test(text)

/** The folders that a line has put into the search path of a command, as they are written there. */
const foldersOf = (command: SimpleCommand): readonly string[] =>
  environmentOf(command)
    .filter(({ name }) => name === 'PATH')
    .flatMap(({ value }) => value.text.split(':'))
    .filter((folder) => !isOldPath(folder) && !ofSystem.test(folder))

/** A program that a folder has which the line put into PATH: what runs is that file, whatever the system has by the name. */
export const insideSearchPath: NestedReader = async (context) => {
  const { command, args, read } = context
  const [first] = command.words
  if (first?.known !== true || first.glob || first.text.includes('/')) return []
  const folders = foldersOf(command)
  if (folders.length > mostFolders)
    return [{ kind: 'unreadable', reason: `its search path has more than ${mostFolders} folders` }]
  for (const folder of folders)
    for (const path of resolveAll(`${folder || '.'}/${first.text}`, command.cwd)) {
      const there = await read(path)
      if (there.kind === 'text' || there.reason !== 'does not exist' || mayHaveChanged(path, context))
        return [{ kind: 'command', words: [plainWord(path), ...args], how: { via: 'wrapper' } }]
    }
  return []
}
