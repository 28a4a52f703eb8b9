import type { ReactNode } from 'react'
import { splitAtPaths } from '../lib/paths'
import { HostAwareText } from './host-aware-text'
import { UntrustedText } from './untrusted-text'

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
