import type { CommandGraph } from '../shell/graph'

const localPackage = /^(\.{0,2}\/|\.{1,2}$|~\/|file:)|\.(tgz|tar|tar\.gz)$/

/**
 * Whether npm packs or unpacks a package of this machine in a command: it then stops where it cannot write to its cache, though it
 * takes nothing from it and leaves nothing in it that another run needs.
 */
export function packsWithNpm({ commands }: Pick<CommandGraph, 'commands'>): boolean {
  return commands.some(({ program, words }) => {
    if (program !== 'npm') return false
    const [verb, ...operands] = words
      .slice(1)
      .map(({ text }) => text)
      .filter((text) => !text.startsWith('-'))
    if (/^(pack|publish)$/.test(verb ?? '')) return true
    return (
      /^(install|i|in|add|install-test|it)$/.test(verb ?? '') &&
      operands.length > 0 &&
      operands.every((text) => localPackage.test(text))
    )
  })
}
