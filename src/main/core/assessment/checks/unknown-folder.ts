import type { SimpleCommand } from '../../shell/graph'
import type { FileAction } from '../actions/file-action'
import { shownFiles } from './names-read'
import type { Rule, View } from './rule'

/** A name that only says something where the folder is known. */
const isRelative = (text: string): boolean => text !== '' && text !== '-' && !/^[/~$`<>]/.test(text)

/** Whether an action changes a file: a folder that is made takes no file's place. */
const changes = ({ access }: FileAction, { program }: SimpleCommand): boolean =>
  access !== 'read' && program !== 'git' && !(access === 'create' && program === 'mkdir')

/** The name by which a command reads or changes something in a folder of which nobody knows which it is. */
function nameThere(command: SimpleCommand, view: View): string | false {
  const { cwd, shell, host, redirects } = command
  if (cwd.length > 0 || shell !== 'posix' || host !== undefined) return false
  const opened = redirects.filter(({ mode }) => mode !== 'duplicate').map(({ target }) => target)
  const named = [...opened, ...shownFiles(command)].find(({ text, known }) => known && isRelative(text))
  const changed = view
    .touched(command)
    .find(
      ({ action }) =>
        action.target.paths.length === 0 && isRelative(action.target.text) && changes(action, command),
    )
  return named?.text ?? changed?.action.target.text ?? false
}

/** What is read or changed by a relative name, where the folder that the shell has gone to is only known at run time. */
export const unknownFolderRules: readonly Rule[] = [
  {
    id: 'unknown.folder',
    level: 'medium',
    categories: ['data_exfiltration'],
    unread: true,
    match: nameThere,
  },
]
