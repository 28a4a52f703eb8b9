import { isReadable } from '@shared/domain/readable-markdown'
import type { Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { MarkdownCode } from '../../core/ports/markdown-code'

/** With and without tables, footnotes and tasks: each takes for code what the other does not. */
const readers = [unified().use(remarkParse), unified().use(remarkParse).use(remarkGfm)]

type Range = readonly [number, number]

function codeIn(root: Nodes): readonly Range[] {
  const found: Range[] = []
  const left: Nodes[] = [root]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    const { start, end } = node.position ?? {}
    if ((node.type === 'code' || node.type === 'inlineCode') && start && end)
      found.push([start.offset ?? 0, end.offset ?? 0])
    if ('children' in node) left.push(...node.children.toReversed())
  }
  return found
}

/** What lies in both; each is in order. */
function inBoth(some: readonly Range[], others: readonly Range[]): readonly Range[] {
  const both: Range[] = []
  for (let [at, other] = [0, 0]; at < some.length && other < others.length;) {
    const [from, to] = some[at] ?? [0, 0]
    const [otherFrom, otherTo] = others[other] ?? [0, 0]
    if (Math.max(from, otherFrom) < Math.min(to, otherTo))
      both.push([Math.max(from, otherFrom), Math.min(to, otherTo)])
    if (to < otherTo) at += 1
    else other += 1
  }
  return both
}

/** See the port. */
export const markdownCode: MarkdownCode = (markdown) =>
  isReadable(markdown)
    ? readers.map((reader) => codeIn(reader.parse(markdown))).reduce((some, others) => inBoth(some, others))
    : undefined
