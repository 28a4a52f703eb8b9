import type { ApprovalRequest } from '@shared/domain/approval'
import { askedByInWords } from '@shared/messages/asked-by'
import type { ReactNode } from 'react'
import { UntrustedText } from '../../ui/untrusted-text'

/** Says at once that it is a child of a session that asks. */
export function AskedLine({ request }: { request: ApprovalRequest }): ReactNode {
  const text = askedByInWords(request)
  if (text === undefined) return undefined
  return (
    <p className="gl-asked">
      <UntrustedText text={text} />
    </p>
  )
}
