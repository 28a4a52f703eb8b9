import { createHash } from 'node:crypto'

/** What models take for the name of a tool. */
const maxLength = 64

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

const plain = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]/g, '_')

/** A tool by its server and the server's own name for it. */
export interface NamedTool {
  readonly server: string
  readonly name: string
}

/**
 * The names that models get: `server__tool` in letters, digits, "-" and "_", at most 64 long. A name that had to be changed or
 * that two would share ends in a digest of what it stands for, so that no tool can take another's by being listed first.
 */
export function offeredNames(tools: readonly NamedTool[], taken: readonly string[] = []): readonly string[] {
  const wished = tools.map(({ server, name }) => plain(`${server}__${name}`))
  return tools.map(({ server, name }, at) => {
    const wish = wished[at] ?? ''
    const shared = taken.includes(wish) || wished.filter((each) => each === wish).length > 1
    if (!shared && wish.length <= maxLength && wish === `${server}__${name}`) return wish
    return `${wish.slice(0, maxLength - 9)}_${digest(JSON.stringify([server, name]))}`
  })
}
