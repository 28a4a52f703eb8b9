import type { SimpleCommand } from '../../shell/graph'
import { isShell, isShellWord } from '../../shell/shell-script'
import type { Rule, View } from './rule'

/** Whether a program is a script whose text was read. What calls itself a shell is given the text of others: it may be anything. */
const wasRead = ({ id, program }: SimpleCommand, { graph }: View): boolean =>
  !isShell(program) &&
  graph.documents.some(
    ({ runBy, language, ofFile }) => runBy === id && language === 'shell' && ofFile === true,
  )

/** Programs and scripts of the workspace itself. What a project's tools do is in their records. */
export const projectToolRules: readonly Rule[] = [
  {
    id: 'project.own-program',
    level: 'medium',
    categories: ['system_modification'],
    match: (command, view) => {
      const [word] = command.words
      if (
        !word?.known ||
        !/^(\.{1,2}\/|node_modules\/)|\//.test(word.text) ||
        /^\/(usr\/(local\/)?)?s?bin\//.test(word.text)
      )
        return false
      return wasRead(command, view) || isShellWord(word.text) ? false : word.text
    },
  },
  {
    id: 'project.own-script',
    level: 'low',
    categories: [],
    match: (command, view) => command.words[0]?.text.includes('/') === true && wasRead(command, view),
  },
]
