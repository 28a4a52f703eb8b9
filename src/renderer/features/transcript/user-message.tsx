import { memo } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions } from '../../state/context'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

interface UserMessageProps {
  text: string
  /** Which of the person's messages it is, from 0. */
  nth: number
  sessionId: string
  /** What came with it, in words. */
  images?: readonly string[] | undefined
}

/** What the person wrote, as they wrote it, and the way to go on from before it. */
export const UserMessage = memo(function UserMessage({
  text,
  nth,
  sessionId,
  images = [],
}: UserMessageProps): ReactNode {
  const actions = useActions()
  return (
    <div className="say you">
      <p className="as-typed">
        <UntrustedText text={text} />
      </p>
      {images.map((label, index) => (
        <p key={index} className="event-note">
          <Icon name="plus" className="sm" />
          <UntrustedText text={strings.transcript.picture(label)} />
        </p>
      ))}
      {nth > 0 && (
        <IconButton
          size="small"
          className="fork"
          label={strings.life.fork}
          onClick={() => void actions.fork(sessionId, nth)}
        >
          <Icon name="branch" className="sm" />
        </IconButton>
      )}
    </div>
  )
})
