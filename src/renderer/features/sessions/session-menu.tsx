import { fleetAndSandbox } from '@shared/domain/fleet-work'
import { hostOf } from '@shared/domain/host-state'
import { ExportFormat, type SessionSummary } from '@shared/domain/session'
import { commandTitle } from '@shared/messages/commands'
import { Icon } from '../../ui/icon'
import { DropdownMenu } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { focusWhenThere } from '../../lib/focus-when-there'
import { saveFile } from '../../lib/save-file'
import { laterStrings } from '../../lib/later-strings'
import { onDemand } from '../../lib/on-demand'
import { strings } from '../../lib/strings'
import { useActions, useAppState, useCommands, useWindow } from '../../state/context'
import { IconButton } from '../../ui/button'
import { EndSessionDialog } from '../../ui/end-session-dialog'
import { AskDialog } from '../../ui/ask-dialog'
import { rowTitleId } from './session-row'
import { ReviewDialog } from './review-dialog'

const words = strings.life
const sandboxEnd = onDemand(async () => (await import('./sandbox-end')).SandboxEnd)
const bringBack = onDemand(async () => (await import('./bring-back')).BringBack)

/** Whose menu it is, and where it stands. */
export interface SessionMenuProps {
  session: SessionSummary
  /** In the rail it belongs to a row, and stands over its end while the row is looked at. */
  place: 'bar' | 'rail'
}

/** What can be done to the whole session: rename, export, archive, delete. */
export function SessionMenu({ session, place }: SessionMenuProps): ReactNode {
  const actions = useActions()
  const { store } = useWindow()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  // Known here, so that the place of the menu is looked up when it opens: a row is made before the page around it.
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState<
    'rename' | 'remove' | 'review' | 'archive' | 'bring-back' | 'sandbox-archive' | 'sandbox-delete'
  >()
  const runs = session.status === 'running' || session.status === 'needs-you'
  const close = (): void => {
    setAsking(undefined)
  }
  // The row that was chosen is gone with its menu: after the dialog the focus goes to what opened the menu.
  const trigger = useRef<HTMLButtonElement>(null)
  const fromMenu = useRef(false)
  useEffect(() => {
    if (asking !== undefined || !fromMenu.current) return
    fromMenu.current = false
    trigger.current?.focus()
  }, [asking])
  const ask = (what: typeof asking) => (): void => {
    fromMenu.current = open
    setAsking(what)
  }
  const exportAs = (format: ExportFormat) => (): void => {
    void actions.export(session.id, format, saveFile)
  }
  const openInWindow = (): void => {
    void actions.openInWindow(session.id)
  }
  const lastOfSandbox = (): boolean => isLastOfSandbox(session, store.getState().sessions)
  const archive = (): void => {
    if (lastOfSandbox()) ask('sandbox-archive')()
    else if (session.worktree === undefined) void actions.archive(session.id)
    else ask('archive')()
  }
  const remove = (): void => {
    ask(lastOfSandbox() ? 'sandbox-delete' : 'remove')()
  }
  const side = useAppState((state) => state.side)
  const toggleSide = (): void => {
    store.setState({ side: side === undefined ? 'decisions' : undefined })
    if (side === undefined)
      focusWhenThere(() => document.querySelector<HTMLElement>('.side [aria-selected=true]'))
  }
  const byName = place === 'bar' && connected
  useCommands({
    'session.rename': byName ? ask('rename') : undefined,
    'session.open-window': byName ? openInWindow : undefined,
    'session.side': place === 'bar' ? toggleSide : undefined,
    'session.export-markdown': byName ? exportAs('markdown') : undefined,
    'session.export-html': byName ? exportAs('html') : undefined,
    'session.export-json': byName ? exportAs('json') : undefined,
    'session.export-rollout': byName ? exportAs('rollout') : undefined,
    'session.review': byName && !runs ? ask('review') : undefined,
    'session.archive': byName && !runs ? archive : undefined,
    'session.delete': byName && !runs ? remove : undefined,
  })
  return (
    <>
      {place === 'bar' && (
        <IconButton
          label={laterStrings.side.open}
          className="side-toggle"
          aria-pressed={side !== undefined}
          onClick={toggleSide}
        >
          <Icon name="panel-right" />
        </IconButton>
      )}
      <DropdownMenu.Root modal={false} open={open} onOpenChange={setOpen}>
        <DropdownMenu.Trigger ref={trigger} asChild>
          <IconButton
            label={place === 'bar' ? words.menu : words.rowMenu}
            size={place === 'bar' ? 'normal' : 'small'}
            className={place === 'bar' ? '' : 'srow-menu'}
            aria-describedby={place === 'bar' ? undefined : rowTitleId(session.id)}
            disabled={!connected}
          >
            <Icon name="ellipsis" />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal container={document.querySelector(place === 'bar' ? 'main' : '#rail')}>
          <DropdownMenu.Content className="menu-pop" align="end" sideOffset={6} collisionPadding={8}>
            <MenuItem label={words.rename} onSelect={ask('rename')} />
            <MenuItem label={words.openInWindow} onSelect={openInWindow} />
            <MenuItem
              label={laterStrings.review.menu}
              hint={runs ? words.whileRunning : undefined}
              onSelect={ask('review')}
            />
            {fleetAndSandbox.test(hostOf(session.id) ?? '') && (
              <MenuItem label={laterStrings.bringBack.menu} onSelect={ask('bring-back')} />
            )}
            {ExportFormat.options.map((format) => (
              <MenuItem
                key={format}
                label={commandTitle(`session.export-${format}`)}
                onSelect={exportAs(format)}
              />
            ))}
            <MenuItem label={words.archive} hint={runs ? words.whileRunning : undefined} onSelect={archive} />
            <MenuItem label={words.remove} hint={runs ? words.whileRunning : undefined} onSelect={remove} />
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
      {asking === 'review' && (
        <ReviewDialog onReview={(target) => void actions.review(session.id, target)} onClose={close} />
      )}
      {asking === 'bring-back' && <bringBack.Component session={session} onClose={close} />}
      {asking === 'archive' && <EndSessionDialog session={session} does="archive" onClose={close} />}
      {(asking === 'sandbox-archive' || asking === 'sandbox-delete') && (
        <sandboxEnd.Component
          session={session}
          does={asking === 'sandbox-delete' ? 'delete' : 'archive'}
          onClose={close}
          onBringBack={ask('bring-back')}
        />
      )}
      {asking === 'remove' && <EndSessionDialog session={session} does="delete" onClose={close} />}
    </>
  )
}

/** Whether no other session that is known is in the sandbox of a fleet that this one is in. */
function isLastOfSandbox(
  { id }: SessionSummary,
  sessions: Readonly<Record<string, SessionSummary>>,
): boolean {
  const host = hostOf(id)
  if (host === undefined || !fleetAndSandbox.test(host)) return false
  return !Object.values(sessions).some((each) => each.id !== id && !each.child && hostOf(each.id) === host)
}

interface RenameDialogProps {
  title: string
  onRename: (title: string) => void
  onClose: () => void
}

/** Asks for a session's new title; an empty one changes nothing. */
function RenameDialog({ title, onRename, onClose }: RenameDialogProps): ReactNode {
  const [text, setText] = useState(title)
  return (
    <AskDialog
      title={words.renameTitle}
      doWord={words.renameDo}
      cancelWord={words.cancel}
      onDo={() => {
        if (text.trim() !== '') onRename(text.trim())
      }}
      onClose={onClose}
    >
      <label className="ask-field">
        {words.renameLabel}
        <input
          className="field"
          value={text}
          maxLength={200}
          onFocus={(event) => {
            event.target.select()
          }}
          onChange={(event) => {
            setText(event.target.value)
          }}
        />
      </label>
    </AskDialog>
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
