import type { ReactNode } from 'react'
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
