import type { SessionListItem } from '@shared/domain/session'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions } from '../../state/context'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

const words = strings.life

interface ArchivedListProps {
  readonly title: string
  /** Absent: that of this machine. */
  readonly host?: string
  /** What stands below it when it is open. */
  readonly children?: ReactNode
}

/** The archive of this machine or a host, folded at the end of the rail and read when it is opened. */
export function ArchivedList({ title, host, children }: ArchivedListProps): ReactNode {
  const actions = useActions()
  const [items, setItems] = useState<readonly SessionListItem[]>()
  const [opened, setOpened] = useState(false)
  const [cursor, setCursor] = useState<string>()
  const load = async (before: readonly SessionListItem[], from?: string): Promise<void> => {
    const page = await actions.archived(from, host)
    setItems(page && [...before, ...page.items])
    setCursor(page?.nextCursor)
  }
  return (
    <details
      className="rail-archive"
      onToggle={(event) => {
        // That of a host stands in this one, and its toggle comes here as well.
        if (event.target !== event.currentTarget || !event.currentTarget.open) return
        setOpened(true)
        void load([])
      }}
    >
      <summary className="rail-group">
        {title}
        <Icon name="right" className="sm" />
      </summary>
      {items?.length === 0 && <p className="rail-note">{words.archivedNone}</p>}
      {items?.map((item) => (
        <div key={item.id} className="arow">
          <span className="t ellipsis">
            <UntrustedText text={item.title} />
          </span>
          <IconButton
            size="small"
            label={words.takeOut}
            onClick={() => {
              setItems(items.filter((each) => each.id !== item.id))
              void actions.unarchive(item.id)
            }}
          >
            <Icon name="up" className="sm" />
          </IconButton>
        </div>
      ))}
      {cursor !== undefined && (
        <button type="button" className="link-btn" onClick={() => void load(items ?? [], cursor)}>
          {words.more}
        </button>
      )}
      {opened && children}
    </details>
  )
}
