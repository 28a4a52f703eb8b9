import { unknownWord, type SimpleCommand, type Word } from '../../shell/graph'
import { targetOf, type Access, type FileAction, type Target } from './file-action'

/** What a program does to one target; neither recursive nor about attributes unless it says so. */
export type Found = Pick<FileAction, 'access' | 'target' | 'spares'> & {
  recursive?: boolean
  attributes?: boolean
  empties?: boolean
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

/** What stands in a file that holds names: not known before it is read. */
export const namedIn = (list: Word): Word => unknownWord(`$(< ${list.text})`)

/** Something below the folder that the command runs in, as when an archive is unpacked. */
export const here = (command: SimpleCommand): Target => ({
  text: '.',
  paths: command.cwd,
  spread: 'below',
  filtered: true,
})
