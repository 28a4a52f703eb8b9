import type { ApprovalRequest } from '@shared/domain/approval'
import { leadingFate } from '@shared/messages/rehearsal'
import type { ReactNode } from 'react'
import { SentenceWithPaths } from '../../ui/sentence-with-paths'
import { Newest } from './newest'

/** What could be brought back after a yes, and what not; nothing where nothing goes. */
export function FateLine({ request }: { request: ApprovalRequest }): ReactNode {
  const fate = leadingFate(request)
  if (fate === undefined) return undefined
  return (
    <p className="gl-fate">
      <b>{fate.head}</b> <SentenceWithPaths text={fate.text} />
      {fate.newestMs !== undefined && (
        <>
          {' '}
          <Newest sinceMs={fate.newestMs} />
        </>
      )}
    </p>
  )
}
