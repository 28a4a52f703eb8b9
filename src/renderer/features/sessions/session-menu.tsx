import type { SessionSummary } from '@shared/domain/session'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { saveText } from '../../lib/save-text'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { AskDialog } from '../../ui/ask-dialog'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { rowTitleId } from './session-row'
import { RenameDialog } from './rename-dialog'

const words = strings.life

interface SessionMenuProps {
  session: SessionSummary
  /** In the rail it belongs to a row, and stands over its end while the row is looked at. */
  place: 'bar' | 'rail'
}

/** What can be done to the whole session: rename, export, archive, delete. */
export function SessionMenu({ session, place }: SessionMenuProps): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  // Known here, so that the place of the menu is looked up when it opens: a row is made before the page around it.
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState<'rename' | 'remove'>()
  const runs = session.status === 'running' || session.status === 'needs-you'
  const close = (): void => {
    setAsking(undefined)
  }
  return (
    <>
      <DropdownMenu.Root modal={false} open={open} onOpenChange={setOpen}>
        <DropdownMenu.Trigger asChild>
          <IconButton
            label={place === 'bar' ? words.menu : words.rowMenu}
            size={place === 'bar' ? 'normal' : 'small'}
            className={place === 'bar' ? '' : 'srow-menu'}
            aria-describedby={place === 'bar' ? undefined : rowTitleId(session.id)}
            disabled={!connected}
          >
            <Icon name="more" />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal container={document.querySelector(place === 'bar' ? 'main' : '#rail')}>
          <DropdownMenu.Content className="menu-pop" align="end" sideOffset={6} collisionPadding={8}>
            <MenuItem
              label={words.rename}
              onSelect={() => {
                setAsking('rename')
              }}
            />
            <MenuItem
              label={words.exportMarkdown}
              onSelect={() => void actions.export(session.id, 'markdown', saveText)}
            />
            <MenuItem
              label={words.exportJson}
              onSelect={() => void actions.export(session.id, 'json', saveText)}
            />
            <MenuItem
              label={words.archive}
              hint={runs ? words.whileRunning : undefined}
              onSelect={() => void actions.archive(session.id)}
            />
            <MenuItem
              label={words.remove}
              hint={runs ? words.whileRunning : undefined}
              onSelect={() => {
                setAsking('remove')
              }}
            />
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {asking === 'rename' && (
        <RenameDialog
          title={session.title}
          onRename={(title) => void actions.rename(session.id, title)}
          onClose={close}
        />
      )}
      {asking === 'remove' && (
        <AskDialog
          title={words.removeTitle}
          doWord={words.removeDo}
          cancelWord={words.cancel}
          onDo={() => void actions.remove(session.id)}
          onClose={close}
        >
          <p>{words.removeText}</p>
        </AskDialog>
      )}
    </>
  )
}

interface MenuItemProps {
  label: string
  /** Why it cannot be chosen now; undefined: it can. */
  hint?: string | undefined
  onSelect: () => void
}

function MenuItem({ label, hint, onSelect }: MenuItemProps): ReactNode {
  return (
    <DropdownMenu.Item className="menu-item plain" disabled={hint !== undefined} onSelect={onSelect}>
      <span className="menu-text">{label}</span>
      {hint !== undefined && <span className="menu-hint">{hint}</span>}
    </DropdownMenu.Item>
  )
}
