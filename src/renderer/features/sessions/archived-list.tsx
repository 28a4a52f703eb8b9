import type { SessionListItem } from '@shared/domain/session'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions } from '../../state/context'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

const words = strings.life

/** The archive, folded at the end of the rail and read when it is opened. */
export function ArchivedList(): ReactNode {
  const actions = useActions()
  const [items, setItems] = useState<readonly SessionListItem[]>()
  const [cursor, setCursor] = useState<string>()
  const load = async (before: readonly SessionListItem[], from?: string): Promise<void> => {
    const page = await actions.archived(from)
    setItems([...before, ...(page?.items ?? [])])
    setCursor(page?.nextCursor)
  }
  return (
    <details
      className="rail-archive"
      onToggle={(event) => {
        if (event.currentTarget.open) void load([])
      }}
    >
      <summary className="rail-group">
        {words.archived}
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
    </details>
  )
}
