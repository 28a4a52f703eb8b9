import type { Rule } from './rule'

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
      const seen = view.graph.documents.some(
        ({ runBy, language }) => runBy === command.id && language === 'shell',
      )
      return seen ? false : word.text
    },
  },
  {
    id: 'project.own-script',
    level: 'low',
    categories: [],
    match: (command, view) =>
      command.words[0]?.text.includes('/') === true &&
      view.graph.documents.some(({ runBy, language }) => runBy === command.id && language === 'shell'),
  },
]
