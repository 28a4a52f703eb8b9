import type { ReactNode } from 'react'
import { strings } from '../lib/strings'
import { useAppState, useWindow } from '../state/context'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import type { Connection } from '../state/app-state'

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

/** What to say about a connection; `retry` where connecting again can help. */
interface ConnectionText {
  readonly title: string
  readonly text: string
  readonly retry: boolean
}

/** The words for a connection that does not stand; undefined while it does, or is being made. */
export function connectionText(connection: Connection): ConnectionText | undefined {
  const words = strings.connection
  switch (connection.kind) {
    case 'connecting':
    case 'ready':
      return undefined
    case 'lost':
      return { title: words.lostTitle, text: words.lostText, retry: true }
    case 'refused':
      return { title: words.refusedTitle, text: words.refusedText, retry: false }
    case 'failed':
      return { title: words.failedTitle, text: connection.fault.message, retry: true }
  }
}
