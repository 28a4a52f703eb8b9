import type { ShellNode } from './shell-tree'

/** What the grammar has as one here-document. */
interface Found {
  readonly node: ShellNode
  readonly start: ShellNode
  readonly end: ShellNode
  readonly tabs: boolean
}

/** A delimiter as it may be written for its end to be known: bash takes no variable and no substitution in it. */
const delimiterText = /(?:[^\\'"$`\s;&|<>()]|\\[^\n]|'[^'\n]*'|"[^"\\$`\n]*")+/y
/** The rest of a line; one that a backslash goes on with ends at that. */
const lineText = /(?:\\[^\n]|[^\\\n])*/y

/** The end of what a pattern with `y` matches at a place. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return at + (pattern.exec(text)?.[0].length ?? 0)
}

/** All here-documents of a tree by their place; undefined where one of them is not whole. */
function documentsOf(root: ShellNode): readonly Found[] | undefined {
  const found: Found[] = []
  const visit = (node: ShellNode): boolean => {
    if (node.type === 'heredoc_redirect') {
      const start = node.children.find(({ type }) => type === 'heredoc_start')
      const end = node.children.find(({ type }) => type === 'heredoc_end')
      if (!start || !end) return false
      found.push({ node, start, end, tabs: node.children.some(({ type }) => type === '<<-') })
    }
    return node.children.every(visit)
  }
  return visit(root) ? found.sort((a, b) => a.start.start - b.start.start) : undefined
}

/** Where bash ends a document: the line that is its delimiter. Undefined: none is, or one that is joined of two. */
function endIn(
  script: string,
  from: number,
  { delimiter, tabs, joins }: { readonly delimiter: string; readonly tabs: boolean; readonly joins: boolean },
): { readonly line: number; readonly end: number } | undefined {
  for (let line = from; line < script.length;) {
    let joined = false
    let text = ''
    let at = line
    for (;;) {
      const found = script.indexOf('\n', at)
      const end = found < 0 ? script.length : found
      text += script.slice(at, end)
      at = end + 1
      const [slashes = ''] = joins ? (/\\+$/.exec(text) ?? []) : []
      if (slashes.length % 2 === 0 || found < 0) break
      text = text.slice(0, -1)
      joined = true
    }
    if ((tabs ? text.replace(/^\t+/, '') : text) === delimiter)
      return joined ? undefined : { line, end: at - 1 }
    line = at
  }
  return undefined
}

/**
 * Whether each here-document begins and ends where bash has it. The grammar takes marks for part of a delimiter, and ends a document where
 * another line stands; what is hidden in one is text to every reader.
 */
export function areDocumentsRead(root: ShellNode, script: string): boolean {
  const found = documentsOf(root)
  if (!found) return false
  /** Where the next document of a line begins, by the line's end. */
  const next = new Map<number, number>()
  for (const { node, start, end, tabs } of found) {
    if (endOf(delimiterText, script, start.start) !== start.end) return false
    if (!' \t\n;&|<>()'.includes(script.charAt(start.end))) return false
    const line = endOf(lineText, script, start.end)
    if (script[line] !== '\n') return false
    const written = script.slice(start.start, start.end)
    // What goes on beyond the line keeps the document from beginning there; and no document begins before its end.
    if (node.children.some((child) => child.start < line && child.end > line + 1)) return false
    if (node.children.some(({ type, start: at }) => type === 'heredoc_body' && at < line)) return false
    const joins = !/["'\\]/.test(written)
    const delimiter = written.replace(/'([^']*)'|"([^"]*)"|\\([^])/g, '$1$2$3')
    const ends = endIn(script, next.get(line) ?? line + 1, { delimiter, tabs, joins })
    if (!ends || end.end !== ends.end || end.start < ends.line) return false
    next.set(line, ends.end + 1)
  }
  return true
}
