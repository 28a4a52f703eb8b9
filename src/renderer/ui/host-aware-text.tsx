import type { ReactNode } from 'react'
import { hostSegments } from '../lib/host-text'
import { laterStrings } from '../lib/later-strings'
import { splitAtPaths } from '../lib/shown-paths'
import { UntrustedText } from './untrusted-text'

/** What ends a clause. */
const stop = /^[.,;]/

/**
 * Untrusted text in which a host that may be read as another is underlined and named for what it is. Of a `sentence` the stop behind it
 * stays at the host, before that name; of a command nothing changes its place.
 */
export function HostAwareText({ text, sentence = false }: { text: string; sentence?: boolean }): ReactNode {
  const parts = hostSegments(text)
  const stopAt = (index: number): string =>
    sentence && parts[index - 1]?.flag ? (stop.exec(parts[index]?.text ?? '')?.[0] ?? '') : ''
  return parts.map((part, index) =>
    part.flag === undefined ? (
      <UntrustedText key={index} text={part.text.slice(stopAt(index).length)} />
    ) : (
      <span key={index}>
        <span className="alike">
          <Letters text={part.text} />
        </span>
        {stopAt(index + 1)}
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
      <HostAwareText key={index} text={part.text} sentence />
    ),
  )
}
