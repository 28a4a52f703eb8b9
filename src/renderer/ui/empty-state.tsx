import type { ReactNode } from 'react'
import { Drawn, type EmptyPicture } from './empty-pictures'

interface EmptyStateProps {
  picture: EmptyPicture
  /** Absent where it stands above already. */
  title?: string
  /** What will stand here. */
  text: string
  /** `part`: a narrow one, beside others. */
  size?: 'page' | 'part'
  heading?: 'h2' | 'h3'
  /** What can be done about it. */
  children?: ReactNode
}

/** A place in which there is nothing yet. */
export function EmptyState({
  picture,
  title,
  text,
  size = 'page',
  heading: Heading = 'h2',
  children,
}: EmptyStateProps): ReactNode {
  return (
    <div className={`empty is-${size}`}>
      <Drawn picture={picture} />
      {title !== undefined && <Heading>{title}</Heading>}
      <p>{text}</p>
      {children !== undefined && <div className="acts">{children}</div>}
    </div>
  )
}
