import { strings } from '../lib/strings'
import type { Connection } from '../state/app-state'

/** What to say about a connection; `retry` where connecting again can help. */
export interface ConnectionText {
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
