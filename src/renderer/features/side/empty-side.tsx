import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon'

/** A part in which there is nothing yet, and what will stand there. */
export function EmptySide({ icon, title, text }: { icon: IconName; title: string; text: string }): ReactNode {
  return (
    <div className="empty side-empty">
      <Icon name={icon} className="big" />
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  )
}
