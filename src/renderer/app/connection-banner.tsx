import type { ReactNode } from 'react'
import { strings } from '../lib/strings'
import { useAppState, useWindow } from '../state/context'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { connectionText } from './connection-text'

/** Over a window that has lost its engine: what that means, and the way back. Nothing below it is lost. */
export function ConnectionBanner(): ReactNode {
  const connection = useAppState((state) => state.connection)
  const { reconnect } = useWindow()
  const text = connectionText(connection)
  if (text === undefined) return undefined
  return (
    <div className="banner" role="alert">
      <Icon name="plug" />
      <span className="banner-text">
        <b>{text.title}</b> {text.text}
      </span>
      {text.retry && (
        <Button size="small" onClick={reconnect}>
          {strings.connection.connectAgain}
        </Button>
      )}
    </div>
  )
}
