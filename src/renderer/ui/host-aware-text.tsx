import type { ReactNode } from 'react'
import { hostSegments } from '../lib/host-text'
import { laterStrings } from '../lib/later-strings'
import { splitAtPaths } from '../lib/shown-paths'
import { UntrustedText } from './untrusted-text'

/** Untrusted text in which a host that may be read as another is underlined and named for what it is. */
export function HostAwareText({ text }: { text: string }): ReactNode {
  return hostSegments(text).map((part, index) =>
    part.flag === undefined ? (
      <UntrustedText key={index} text={part.text} />
    ) : (
      <span key={index}>
        <span className="alike">
          <Letters text={part.text} />
        </span>
        <span className="alike-word">{laterStrings.approval.alike[part.flag]}</span>
      </span>
    ),
  )
}

/** Letters beyond ASCII stand with their code point, since their shape is what deceives. */
function Letters({ text }: { text: string }): ReactNode {
  return text.split(/([^\p{ASCII}])/u).map((piece, index) =>
    index % 2 === 0 ? (
      piece
    ) : (
      <span key={index} className="esc">
        {`${piece} U+${(piece.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`}
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
      <HostAwareText key={index} text={part.text} />
    ),
  )
}
