import type { ApprovalRequest } from '@shared/domain/approval'
import { leadingInWords } from '@shared/messages/rehearsal'
import type { ReactNode } from 'react'
import { UntrustedText } from '../../ui/untrusted-text'

/** What leads a request, as its panel has it, on a line without a full stop. */
export function WaitingLine({ request }: { request: ApprovalRequest }): ReactNode {
  return <UntrustedText text={leadingInWords(request).replace(/\.$/, '')} />
}
