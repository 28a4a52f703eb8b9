import type { ReactNode } from 'react'
import { splitAtPaths } from '../lib/paths'
import { visibleSegments } from '../lib/visible-text'

/** Text of an agent, a command or a file name: what cannot be seen stands as an inverted chip with its code point. */
export function UntrustedText({ text }: { text: string }): ReactNode {
  return visibleSegments(text).map((segment, index) =>
    segment.kind === 'text' ? (
      segment.text
    ) : (
      <span key={index} className="esc">
        {segment.name}
      </span>
    ),
  )
}

/** A sentence whose paths are set in mono. */
export function SentenceWithPaths({ text }: { text: string }): ReactNode {
  return splitAtPaths(text).map((part, index) =>
    part.path ? (
      <code key={index}>
        <UntrustedText text={part.text} />
      </code>
    ) : (
      <UntrustedText key={index} text={part.text} />
    ),
  )
}
