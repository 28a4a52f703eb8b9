import { isDeep, isReadable } from '@shared/domain/readable-markdown'
import type { Nodes, Root, Table } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import type { ProseHtml } from '../../core/ports/prose-html'

/** What a link may lead to: nothing that runs, and nothing on this machine. */
const leads = /^(?:https?:\/\/|mailto:)/i

const reader = unified().use(remarkParse).use(remarkGfm)

/** See the port. The same reader as the window's; the tags are written here, each by name, and raw HTML is text. */
export const proseHtml: ProseHtml = (markdown, escaped) => {
  if (!isReadable(markdown)) return undefined
  const root = reader.parse(markdown)
  return isDeep(root) ? undefined : new Writer(root, escaped).all(root.children, '\n')
}

class Writer {
  readonly #escaped: (text: string) => string
  /** What `[name]: address` says, by its name. */
  readonly #addresses = new Map<string, string>()

  constructor(root: Root, escaped: (text: string) => string) {
    this.#escaped = escaped
    this.#findAddresses(root)
  }

  #findAddresses(node: Nodes): void {
    if (node.type === 'definition' && !this.#addresses.has(node.identifier))
      this.#addresses.set(node.identifier, node.url)
    if ('children' in node) for (const child of node.children) this.#findAddresses(child)
  }

  all(nodes: readonly Nodes[], between = ''): string {
    return nodes
      .map((node) => this.#one(node))
      .filter((written) => written !== '')
      .join(between)
  }

  #one(node: Nodes): string {
    switch (node.type) {
      case 'root':
        return this.all(node.children, '\n')
      case 'paragraph':
        return this.#in('p', node.children)
      // The headings of the page are the session's.
      case 'heading':
        return `<p class="heading">${this.all(node.children)}</p>`
      case 'blockquote':
        return `<blockquote>${this.all(node.children, '\n')}</blockquote>`
      case 'list': {
        const start = node.ordered === true && typeof node.start === 'number' ? node.start : 1
        const items = this.all(node.children, '\n')
        if (node.ordered !== true) return `<ul>${items}</ul>`
        return `<ol${start === 1 ? '' : ` start="${String(start)}"`}>${items}</ol>`
      }
      case 'listItem': {
        const done = typeof node.checked === 'boolean' ? (node.checked ? '☑ ' : '☐ ') : ''
        // Its lines stand together as they were written, a paragraph only beside others.
        const [first, ...rest] = node.children
        const body =
          first?.type === 'paragraph' && node.spread !== true
            ? [this.all(first.children), this.all(rest, '\n')].filter((each) => each !== '').join('\n')
            : this.all(node.children, '\n')
        return `<li>${done}${body}</li>`
      }
      case 'code':
        return `<pre><code>${this.#escaped(node.value)}</code></pre>`
      case 'table':
        return this.#table(node)
      case 'tableRow':
      case 'tableCell':
        return this.all(node.children)
      case 'thematicBreak':
        return '<hr>'
      case 'break':
        return '<br>'
      case 'emphasis':
        return this.#in('em', node.children)
      case 'strong':
        return this.#in('strong', node.children)
      case 'delete':
        return this.#in('s', node.children)
      case 'inlineCode':
        return `<code>${this.#escaped(node.value)}</code>`
      case 'text':
      case 'html':
        return this.#escaped(node.value)
      case 'link':
        return this.#link(node.url, this.all(node.children))
      case 'linkReference':
        return this.#link(this.#addresses.get(node.identifier) ?? '', this.all(node.children))
      case 'image':
        return this.#image(node.alt, node.url)
      case 'imageReference':
        return this.#image(node.alt, this.#addresses.get(node.identifier) ?? '')
      case 'footnoteReference':
        return `<sup>[${this.#escaped(node.label ?? node.identifier)}]</sup>`
      case 'footnoteDefinition':
        return `<div class="footnote">[${this.#escaped(node.label ?? node.identifier)}] ${this.all(node.children, '\n')}</div>`
      case 'definition':
      case 'yaml':
        return ''
    }
  }

  #in(tag: string, nodes: readonly Nodes[]): string {
    return `<${tag}>${this.all(nodes)}</${tag}>`
  }

  /** Where it leads stands beside it, so that its words can claim nothing; what may not be led to is told as it stands. */
  #link(url: string, words: string): string {
    const address = this.#escaped(url)
    const link = leads.test(url)
      ? `<a href="${address}" rel="noopener noreferrer nofollow">${words === '' ? address : words}</a>`
      : words
    const isSaid = address === '' || words === address || address === `mailto:${words}`
    return isSaid ? link : `${link} <span class="address">(${address})</span>`
  }

  /** Named, and never loaded. */
  #image(alt: string | null | undefined, url: string): string {
    const said = [alt ?? '', url].filter((each) => each !== '').join(', ')
    return `<span class="address">(image: ${this.#escaped(said)})</span>`
  }

  #table({ children: [head, ...rows], align }: Table): string {
    const row = (cells: readonly Nodes[], tag: 'th' | 'td'): string =>
      `<tr>${cells
        .map((cell, at) => {
          const side = align?.[at]
          const style = side === 'right' || side === 'center' ? ` class="${side}"` : ''
          return `<${tag}${style}>${this.#one(cell)}</${tag}>`
        })
        .join('')}</tr>`
    const body = rows.map(({ children }) => row(children, 'td')).join('\n')
    return `<table>\n${row(head?.children ?? [], 'th')}\n${body}\n</table>`
  }
}
