import type { ApprovalRequest } from '@shared/domain/approval'
import { suspendedInWords } from '@shared/messages/promise'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

/** Why a yes that was given before does not cover this any more; nothing where there is none. */
export function SuspendedLine({ request }: { request: ApprovalRequest }): ReactNode {
  const { stop, naming } = request
  if (stop.exceeded === undefined) return null
  return (
    <section className="rh">
      <p className="rh-head" data-suspended>
        <Icon name="differs" />
        <span>
          <UntrustedText text={suspendedInWords(stop.exceeded, naming)} />
        </span>
      </p>
    </section>
  )
}
