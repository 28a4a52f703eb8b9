import { kindIn, placeOf } from './graph-builder'
import type { ShellNode } from './shell-tree'
import type { Ids, Walk } from './walk'

/** Commands in backticks inside a heredoc are missed by the grammar: they are found and read here. */
export async function enterBackticks(nodes: readonly ShellNode[], walk: Walk): Promise<void> {
  for (const node of nodes.filter((each) => each.type === 'heredoc_redirect')) {
    const start = node.children.find((child) => child.type === 'heredoc_start')
    const body = node.children.find((child) => child.type === 'heredoc_body')
    if (!start || !body || /["'\\]/.test(walk.frame.script.slice(start.start, start.end))) continue
    const text = walk.frame.script.slice(body.start, body.end)
    for (const [source, script = ''] of text.matchAll(/(?<!\\)`((?:\\[\s\S]|[^`\\])*)`/g)) {
      await walkText(withoutBackslashes(script), { ...walk, scope: walk.scope.fork() }, body.start)
      // Other shells take a backslash from a double quote too.
      const other = givenToBackticks(source, true)
      if (other !== undefined && other !== withoutBackslashes(script))
        await walkText(other, { ...walk, scope: walk.scope.fork() }, body.start)
    }
  }
}

/** Parses and walks a text that stands inside another one (backticks of a heredoc), and gives its commands. */
export async function walkText(script: string, walk: Walk, offset: number): Promise<Ids> {
  const tree = await walk.builder.trees.tree(script)
  if (!tree || tree.broken)
    walk.builder.cannotRead('part of it could not be parsed', walk.frame.parent, kindIn(walk.frame))
  if (!tree) return []
  return walk.steps.node(tree.root, {
    ...walk,
    frame: {
      ...walk.frame,
      script,
      line: placeOf(walk.frame, offset).line,
      via: 'substitution',
      depth: walk.frame.depth + 1,
    },
  })
}

const withoutBackslashes = (inner: string): string => inner.replace(/\\([`$\\])/g, '$1')

/**
 * What a shell reads of a substitution in backticks in which a backslash quotes a backtick, `$`, itself or, between double quotes, these: it takes those away
 * first, and the grammar never does. Undefined: there is none, or these are no backticks.
 */
export function givenToBackticks(source: string, quoted: boolean): string | undefined {
  const inner = source.slice(1, -1)
  const given = quoted ? inner.replace(/\\([`$\\"])/g, '$1') : withoutBackslashes(inner)
  return source.startsWith('`') && given !== inner ? given : undefined
}

/** All nodes below one. */
export const below = (node: ShellNode): readonly ShellNode[] =>
  node.children.flatMap((child) => [child, ...below(child)])
