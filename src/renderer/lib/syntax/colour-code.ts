import { lowlight } from './grammars'
import type { Token } from './token'

/** What rehype's tree has of a piece of code: as much as is looked at. */
interface TreeNode {
  readonly type: string
  readonly value?: string
  readonly children?: readonly TreeNode[]
  readonly properties?: { readonly className?: unknown }
}

/** The classes of tokens (styles/syntax.css), by what the grammars call their scopes. */
export const syntaxClasses: Readonly<Record<string, string>> = {
  keyword: 'sy-keyword',
  built_in: 'sy-keyword',
  literal: 'sy-number',
  number: 'sy-number',
  operator: 'sy-operator',
  punctuation: 'sy-operator',
  string: 'sy-string',
  regexp: 'sy-string',
  char: 'sy-string',
  link: 'sy-string',
  code: 'sy-string',
  subst: 'sy-plain',
  comment: 'sy-comment',
  quote: 'sy-comment',
  doctag: 'sy-comment',
  meta: 'sy-meta',
  symbol: 'sy-number',
  bullet: 'sy-operator',
  title: 'sy-title',
  section: 'sy-title',
  class: 'sy-title',
  name: 'sy-keyword',
  tag: 'sy-operator',
  type: 'sy-type',
  attr: 'sy-name',
  attribute: 'sy-name',
  variable: 'sy-name',
  property: 'sy-name',
  'template-variable': 'sy-name',
  'template-tag': 'sy-meta',
  'selector-tag': 'sy-keyword',
  'selector-id': 'sy-title',
  'selector-class': 'sy-title',
  'selector-attr': 'sy-name',
  'selector-pseudo': 'sy-name',
  strong: 'sy-title',
  emphasis: 'sy-string',
  addition: 'sy-string',
  deletion: 'sy-keyword',
}

/**
 * Code as coloured pieces, line by line, which joined are the code; undefined for a language that is not known. Grammars are regular
 * expressions, and there is code for which they take minutes: never call it where somebody waits (`lib/highlight.ts` does not).
 */
export function colourCode(code: string, language: string): readonly (readonly Token[])[] | undefined {
  return lowlight.registered(language) ? linesOf(lowlight.highlight(language, code)) : undefined
}

function linesOf(tree: TreeNode): readonly (readonly Token[])[] {
  const lines: Token[][] = [[]]
  const walk = (node: TreeNode, outer: string | undefined): void => {
    if (node.type === 'text') {
      ;(node.value ?? '').split('\n').forEach((text, index) => {
        if (index > 0) lines.push([])
        if (text !== '') lines.at(-1)?.push({ text, ...(outer !== undefined && { className: outer }) })
      })
      return
    }
    const className = classOf(node.properties?.className) ?? outer
    node.children?.forEach((child) => {
      walk(child, className)
    })
  }
  walk(tree, undefined)
  return lines
}

/** `hljs-title class_` says a title of a kind; a language within another says nothing, as does a scope without a colour. */
function classOf(names: unknown): string | undefined {
  if (!Array.isArray(names)) return undefined
  const scope: unknown = names[0]
  if (typeof scope !== 'string' || !scope.startsWith('hljs-')) return undefined
  const key = scope.slice('hljs-'.length)
  return Object.hasOwn(syntaxClasses, key) ? syntaxClasses[key] : undefined
}
