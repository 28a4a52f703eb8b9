import type { CommandGraph } from '../shell/graph'

/** What makes a package manager fetch what it has not, by its first word. */
const fetches: Readonly<Record<string, RegExp>> = {
  cargo: /^(add|fetch|install|update|generate-lockfile|vendor)$/,
  go: /^(get|mod|work)$/,
}

/** What goes before the word that says what is done. */
const before = /^[+-]/

/** The package managers that a command tells to fetch packages, of those that read a person's own as long as they need no more. */
export function fetchingPrograms({ commands }: Pick<CommandGraph, 'commands'>): readonly string[] {
  const found = commands.flatMap(({ program, words }) => {
    const [verb = '', ...operands] = words
      .slice(1)
      .map(({ text }) => text)
      .filter((text) => !before.test(text))
    const remote = program === 'go' && verb === 'install' && operands.some((text) => text.includes('@'))
    const known = Object.hasOwn(fetches, program) ? fetches[program] : undefined
    return remote || known?.test(verb) === true ? [program] : []
  })
  return [...new Set(found)]
}
