import { Icon } from '../../ui/icon'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { strings } from '../../lib/strings'
import { runsTurn } from '../../state/queued-messages'
import { useActions, useAppState } from '../../state/context'
import { IconButton } from '../../ui/button'

const words = laterStrings.rewind

/** Which message it is of. */
export interface MessageMenuProps {
  sessionId: string
  text: string
  /** Which of the person's messages it is, from 0. */
  nth: number
  /** The turn that it began; undefined: there is no going back to it. */
  turn: number | undefined
}

/** The ways to go on from before a message: in a session of its own, or in this one. */
export function MessageMenu({ sessionId, text, nth, turn }: MessageMenuProps): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const runs = useAppState((state) => runsTurn(state, sessionId))
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton size="small" className="fork" label={words.menu} disabled={!connected}>
          <Icon name="ellipsis" className="sm" />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={document.querySelector('main')}>
        <DropdownMenu.Content
          className="menu-pop"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          hideWhenDetached
        >
          {turn !== undefined && (
            <DropdownMenu.Item
              className="menu-item plain"
              disabled={runs}
              onSelect={() => {
                actions.askRewind(sessionId, { turnNumber: turn, text })
              }}
            >
              <span className="menu-text">{words.item}</span>
              {runs && <span className="menu-hint">{strings.life.whileRunning}</span>}
            </DropdownMenu.Item>
          )}
          {nth > 0 && (
            <DropdownMenu.Item className="menu-item plain" onSelect={() => void actions.fork(sessionId, nth)}>
              <span className="menu-text">{strings.life.fork}</span>
            </DropdownMenu.Item>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
