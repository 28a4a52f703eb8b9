import type { ReactNode } from 'react'
import { directionParts, visibleSegments } from '../lib/visible-text'

/** Text of an agent, a command or a file name: what cannot be seen stands as an inverted chip with its code point. */
export function UntrustedText({ text }: { text: string }): ReactNode {
  return visibleSegments(text).map((segment, index) =>
    segment.kind === 'text' ? (
      isolated(segment.text)
    ) : (
      <span key={index} className="esc">
        {segment.name}
      </span>
    ),
  )
}

function isolated(text: string): ReactNode {
  const parts = directionParts(text)
  return parts.length === 1
    ? text
    : parts.map((part, at) => (at % 2 === 0 ? part : <bdi key={at}>{part}</bdi>))
}
