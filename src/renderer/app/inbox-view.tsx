import type { ReactNode } from 'react'
import { Inbox } from '../features/approvals/inbox'
import { TranscriptView } from '../features/transcript/transcript-view'

/** The inbox, with the record that led to the request which is open. */
export function InboxView({ requestId }: { requestId: string | undefined }): ReactNode {
  return (
    <Inbox
      requestId={requestId}
      context={(sessionId) => <TranscriptView key={sessionId} sessionId={sessionId} />}
    />
  )
}
