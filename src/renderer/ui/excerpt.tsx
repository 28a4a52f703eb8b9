import { patternOf } from '@shared/domain/text-pattern'
import type { ReactNode } from 'react'
import { UntrustedText } from './untrusted-text'

/** What stands around a text that was looked for, and that marked where it is in it; untrusted. */
export function Excerpt({ of, text }: { of: string; text: string }): ReactNode {
  const found = patternOf(text.trim()).exec(of)
  if (found === null) return <UntrustedText text={of} />
  const end = found.index + found[0].length
  return (
    <>
      <UntrustedText text={of.slice(0, found.index)} />
      <mark>
        <UntrustedText text={found[0]} />
      </mark>
      <UntrustedText text={of.slice(end)} />
    </>
  )
}
