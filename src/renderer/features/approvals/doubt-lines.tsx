import type { ApprovalRequest } from '@shared/domain/approval'
import { doubtsInWords } from '@shared/messages/glance'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon'
import { SentenceWithPaths } from '../../ui/sentence-with-paths'

/** What to doubt of the request: contradictions of the claim, the model's other level, a part that was not read. */
export function DoubtLines({ request }: { request: ApprovalRequest }): ReactNode {
  return doubtsInWords(request.assessment).map((text) => (
    <p key={text} className="gl-doubt">
      <Icon name="differs" className="sm" />
      <span>
        <SentenceWithPaths text={text} />
      </span>
    </p>
  ))
}
