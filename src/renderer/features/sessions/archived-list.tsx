import type { SessionListItem } from '@shared/domain/session'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { focusWhenThere } from '../../lib/focus-when-there'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
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

/** The archive of this machine or a host, folded at the end of the rail and read when it is opened, and anew when sessions come or go. */
export function ArchivedList({ title, host, children }: ArchivedListProps): ReactNode {
  const actions = useActions()
  const [items, setItems] = useState<readonly SessionListItem[]>()
  const [open, setOpen] = useState(false)
  const [cursor, setCursor] = useState<string>()
  const sessions = useAppState((state) => Object.keys(state.sessions).length)
  useEffect(() => {
    if (!open) return undefined
    let late = false
    void actions.archived(undefined, host).then((page) => {
      if (late) return
      setItems(page?.items)
      setCursor(page?.nextCursor)
    })
    return () => {
      late = true
    }
  }, [actions, host, open, sessions])
  const loadMore = async (from: string): Promise<void> => {
    const page = await actions.archived(from, host)
    setItems(page && [...(items ?? []), ...page.items])
    setCursor(page?.nextCursor)
  }
  return (
    <details
      className="rail-archive"
      onToggle={(event) => {
        // That of a host stands in this one, and its toggle comes here as well.
        if (event.target === event.currentTarget) setOpen(event.currentTarget.open)
      }}
    >
      <summary className="rail-group">
        {title}
        <Icon name="right" className="sm" />
      </summary>
      {items?.length === 0 && <p className="rail-note">{words.archivedNone}</p>}
      {items?.map((item) => (
        <ArchivedRow
          key={item.id}
          item={item}
          onTaken={() => {
            setItems(items.filter((each) => each.id !== item.id))
          }}
        />
      ))}
      {cursor !== undefined && (
        <button type="button" className="link-btn" onClick={() => void loadMore(cursor)}>
          {words.more}
        </button>
      )}
      {open && children}
    </details>
  )
}

/** A session of an archive, and the way out of it. */
export function ArchivedRow({ item, onTaken }: { item: SessionListItem; onTaken: () => void }): ReactNode {
  const actions = useActions()
  return (
    <div className="arow">
      <span className="t ellipsis">
        <UntrustedText text={item.title} />
      </span>
      <IconButton
        size="small"
        label={words.takeOut}
        onClick={() => {
          onTaken()
          void actions.unarchive(item.id)
          // The row goes with its button: the session is shown.
          focusWhenThere(() => document.querySelector<HTMLElement>('#composer'))
        }}
      >
        <Icon name="undo" className="sm" />
      </IconButton>
    </div>
  )
}
