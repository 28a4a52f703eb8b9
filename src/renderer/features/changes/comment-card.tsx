import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { visibleString } from '../../lib/visible-text'
import type { LineComment } from '../../state/line-comments'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'

const words = strings.changes

interface CommentCardProps {
  comment: LineComment
  name: string
  /** Takes the focus: it has just been begun. */
  fresh: boolean
  onText: (text: string) => void
  onDrop: () => void
  onDone: () => void
}

/** What is being written about some lines; it is kept with every letter. Escape goes back to the lines. */
export function CommentCard({ comment, name, fresh, onText, onDrop, onDone }: CommentCardProps): ReactNode {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (fresh) field.current?.focus()
  }, [fresh])
  return (
    <div className="ch-comment">
      <textarea
        ref={field}
        className="field"
        rows={2}
        maxLength={20_000}
        value={comment.text}
        placeholder={words.commentHint}
        aria-label={words.commentLabel(visibleString(name), comment.from, comment.to)}
        onChange={(event) => {
          onText(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          onDone()
        }}
      />
      <IconButton size="small" label={words.drop} onClick={onDrop}>
        <Icon name="x" className="sm" />
      </IconButton>
    </div>
  )
}
