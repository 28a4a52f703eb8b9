import type { Tree, TreeCursor } from 'web-tree-sitter'
import type { ShellNode, ShellTree, ShellTreeReader } from '../../core/shell/shell-tree'
import { mendTree } from '../../core/shell/mend-tree'
import { isReadAsBash } from '../../core/shell/read-as-bash'
import { loadBashParser } from './load-bash-parser'
import { withWasmBaseline } from './with-wasm-baseline'

/** Longer text takes longer to parse than an approval may wait. */
const maxScript = 64 * 1024
const maxNodes = 60_000
const maxDepth = 400

/** Copies what the cursor stands on into plain values; undefined when the tree is larger than the limits. */
function copy(cursor: TreeCursor, budget: { nodes: number }, depth: number): ShellNode | undefined {
  budget.nodes -= 1
  if (budget.nodes < 0 || depth > maxDepth) return undefined
  const node = {
    type: cursor.nodeType,
    field: cursor.currentFieldName ?? undefined,
    start: cursor.startIndex,
    end: cursor.endIndex,
  }
  const children: ShellNode[] = []
  if (cursor.gotoFirstChild()) {
    do {
      const child = copy(cursor, budget, depth + 1)
      if (!child) return undefined
      children.push(child)
    } while (cursor.gotoNextSibling())
    cursor.gotoParent()
  }
  return { ...node, children }
}

function copyTree(tree: Tree, script: string): ShellTree | undefined {
  const cursor = tree.walk()
  try {
    const copied = copy(cursor, { nodes: maxNodes }, 0)
    const root = copied && mendTree(copied, script)
    return root && { root, broken: tree.rootNode.hasError || !isReadAsBash(root, script) }
  } finally {
    cursor.delete()
  }
}

/** What is blank to the grammar and a letter to bash, as a letter that is one to both: carriage returns, form feeds, the blanks of other scripts. */
const withLetters = (script: string): string => script.replace(/[^\S \t\n]/g, '\u0001')

/** One call's scripts are looked at by the policy and by the assessment: so many short ones are parsed once. */
const remembered = 16
const longestRemembered = 4 * 1024

/** Trees of bash scripts over tree-sitter's wasm grammar, loaded on first use; at most 64 KB of text each. */
export function createShellTreeReader(): ShellTreeReader {
  const recent = new Map<string, ShellTree | undefined>()
  let loading: ReturnType<typeof loadBashParser> | undefined
  return {
    async tree(script) {
      if (script.length > maxScript) return undefined
      if (recent.has(script)) return recent.get(script)
      loading ??= loadBashParser()
      const parser = await loading
      const given = withLetters(script)
      const tree = withWasmBaseline(() => parser.parse(given))
      if (!tree) return undefined
      try {
        const copied = copyTree(tree, given)
        if (script.length <= longestRemembered) recent.set(script, copied)
        const [oldest] = recent.keys()
        if (recent.size > remembered && oldest !== undefined) recent.delete(oldest)
        return copied
      } finally {
        tree.delete()
      }
    },
  }
}
