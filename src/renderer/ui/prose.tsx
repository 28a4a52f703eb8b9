import { isDeep, isReadable } from '@shared/domain/readable-markdown'
import { Component, memo } from 'react'
import type { ReactNode } from 'react'
import Markdown from 'react-markdown'
import type { Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { laterStrings } from '../lib/later-strings'
import { proseParts } from '../lib/prose-parts'
import { visibleProse, visibleString } from '../lib/visible-text'
import { OpensFile } from './open-file'
import { CodeBlock, Growing } from './code-block'
import { LongText } from './long-text'

/** What is read may be deeper than it can be drawn. */
const notDeep = () => (root: object) => {
  if (isDeep(root)) throw new RangeError('the text is too deep to be drawn')
}
const plugins = [remarkGfm, notDeep]
/** A file can be longer than a message, which has its ends drawn. */
const longest = 400_000

/** What rehype gives of a text: as much of a node as is looked at. */
interface Node {
  value?: unknown
  children?: Node[]
  properties?: { className?: unknown }
}

/** A character may stand in Markdown by its number or name, and is one only when that is read. */
function nameHidden(node: Node): void {
  if (typeof node.value === 'string') node.value = visibleProse(node.value)
  node.children?.forEach(nameHidden)
}

const afterReading = [() => nameHidden]

/** The code in a `pre`, and what its fence calls it. */
function codeOf(pre: Node | undefined): { readonly code: string; readonly language: string } {
  const code = pre?.children?.[0]
  const names = code?.properties?.className
  const name: unknown = Array.isArray(names) ? names[0] : undefined
  const text = code?.children?.[0]?.value
  return {
    code: typeof text === 'string' ? text : '',
    language: typeof name === 'string' ? visibleString(name.replace(/^language-/, '')).slice(0, 40) : '',
  }
}

const heading = ({ children }: { children?: ReactNode }): ReactNode => (
  <p className="md-heading">
    <strong>{children}</strong>
  </p>
)

/** A file as it is named in a text, and the line that is meant. */
interface FilePlace {
  readonly path: string
  readonly line: number | undefined
}

const place = /^((?:~|\.{1,2})?\/?(?:[\w.@+-]+\/)*[\w.@+-]*\.[A-Za-z]\w{0,9})(?::(\d{1,7})(?:[:-]\d{1,7})?)?$/

/**
 * The file that a piece of code names, as `src/a.ts` or `a.ts:12` do; undefined for what may as well be something else: a name without a
 * folder and a line is often a call.
 */
export function filePlace(text: string): FilePlace | undefined {
  const [, path, line] = place.exec(text) ?? []
  if (path === undefined || (!path.includes('/') && line === undefined) || path.startsWith('~'))
    return undefined
  return { path, line: line === undefined || line === '0' ? undefined : Number(line) }
}

// Nothing in a model's text can lead anywhere: links are text with their address in the title, images are named and
// not loaded, raw HTML is text (react-markdown's default). Headings are set strong: the page's outline is the app's.
const components: Components = {
  a: ({ href, children }) => (
    <span className="md-link" title={visibleString(href ?? '')}>
      {children}
    </span>
  ),
  img: ({ alt, src }) => (
    <span className="md-image" title={typeof src === 'string' ? visibleString(src) : undefined}>
      {laterStrings.transcript.image(visibleProse(alt ?? ''))}
    </span>
  ),
  // Of what stands by itself in a line; a block's code is drawn by its block.
  code: ({ children }) => {
    const place = typeof children === 'string' ? filePlace(children) : undefined
    const code = <code>{children}</code>
    return place === undefined ? code : <OpensFile {...place}>{code}</OpensFile>
  },
  pre: ({ node }) => <CodeBlock {...codeOf(node)} />,
  input: ({ checked }) => <span aria-hidden="true">{checked === true ? '☑ ' : '☐ '}</span>,
  table: ({ children }) => (
    <div className="md-table" tabIndex={0} role="group">
      <table>{children}</table>
    </div>
  ),
  section: ({ children }) => <div>{children}</div>,
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
}

/** The addresses are shown, never followed, so they are shown as they are. */
const sameUrl = (url: string): string => url

/** Markdown; while it grows, little more of it is read anew than what came. As it was written where reading it would hold the window up. */
export function Prose({ text, growing }: { text: string; growing: boolean }): ReactNode {
  const seen = visibleProse(text)
  if (!isReadable(seen, longest)) return <AsTyped text={text} />
  const parts = proseParts(seen)
  return parts.map((part, at) => (
    <Growing key={at} value={growing && at === parts.length - 1}>
      <Readable text={part}>
        <Part text={part} />
      </Readable>
    </Growing>
  ))
}

const AsTyped = ({ text }: { text: string }): ReactNode => (
  <p className="as-typed">
    <LongText text={text} />
  </p>
)

/** What cannot be read or drawn for all that takes nothing else of the window away. */
class Readable extends Component<{ text: string; children: ReactNode }, { failed: boolean; text: string }> {
  override state = { failed: false, text: this.props.text }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  /** Another text may be read again. */
  static getDerivedStateFromProps(
    { text }: { text: string },
    before: { text: string },
  ): { failed: boolean; text: string } | null {
    return text === before.text ? null : { failed: false, text }
  }

  override render(): ReactNode {
    return this.state.failed ? <AsTyped text={this.props.text} /> : this.props.children
  }
}

/** Drawn anew only when it is another text. */
const Part = memo(function Part({ text }: { text: string }): ReactNode {
  return (
    <Markdown
      remarkPlugins={plugins}
      rehypePlugins={afterReading}
      components={components}
      urlTransform={sameUrl}
    >
      {text}
    </Markdown>
  )
})
