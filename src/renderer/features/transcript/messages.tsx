import { memo } from 'react'
import type { ReactNode } from 'react'
import Markdown from 'react-markdown'
import type { Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { strings } from '../../lib/strings'
import { visibleProse, visibleString } from '../../lib/visible-text'
import { UntrustedText } from '../../ui/untrusted-text'

const plugins = [remarkGfm]

const heading = ({ children }: { children?: ReactNode }): ReactNode => (
  <p className="md-heading">
    <strong>{children}</strong>
  </p>
)

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
      {strings.transcript.image(alt ?? '')}
    </span>
  ),
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

/** The agent's message, growing while it streams. */
export const AssistantMessage = memo(function AssistantMessage({
  text,
  done,
}: {
  text: string
  done: boolean
}): ReactNode {
  return (
    <div className="say" aria-busy={!done}>
      <Markdown remarkPlugins={plugins} components={components} urlTransform={sameUrl}>
        {visibleProse(text)}
      </Markdown>
      {!done && <span className="caret" aria-hidden="true" />}
    </div>
  )
})

/** What the model let be seen of its reasoning, folded. */
export const Reasoning = memo(function Reasoning({ text, done }: { text: string; done: boolean }): ReactNode {
  return (
    <details className="reasoning" aria-busy={!done}>
      <summary>{strings.transcript.reasoning}</summary>
      <p>
        <UntrustedText text={text} />
      </p>
    </details>
  )
})
