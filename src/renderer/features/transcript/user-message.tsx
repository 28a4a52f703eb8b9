import { memo } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { onDemand } from '../../lib/on-demand'
import { Icon } from '../../ui/icon'
import { LongText } from '../../ui/long-text'
import { UntrustedText } from '../../ui/untrusted-text'

const messageMenu = onDemand(async () => (await import('./message-menu')).MessageMenu)

interface UserMessageProps {
  text: string
  /** Which of the person's messages it is, from 0. */
  nth: number
  sessionId: string
  /** The turn that it began, where that is known. */
  turn?: number | undefined
  /** What came with it, in words. */
  images?: readonly string[] | undefined
}

/** What the person wrote, as they wrote it, and the ways to go on from before it. */
export const UserMessage = memo(function UserMessage({
  text,
  nth,
  sessionId,
  turn,
  images = [],
}: UserMessageProps): ReactNode {
  return (
    <div className="say you">
      <p className="as-typed">
        <LongText text={text} />
      </p>
      {images.map((label, index) => (
        <p key={index} className="event-note">
          <Icon name="plus" className="sm" />
          <UntrustedText text={laterStrings.transcript.picture(label)} />
        </p>
      ))}
      {(nth > 0 || turn !== undefined) && (
        <messageMenu.Component sessionId={sessionId} text={text} nth={nth} turn={turn} />
      )}
    </div>
  )
})
