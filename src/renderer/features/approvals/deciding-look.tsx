import type { ApprovalRequest } from '@shared/domain/approval'
import type { ReactNode } from 'react'
import { LookThroughBlock } from './look-through'
import type { OpenLooks } from './use-open-looks'

/** For a high level: the first text with a line that decides it, open at that line; the others are in the details. */
export function DecidingLook({ request, looks }: { request: ApprovalRequest; looks: OpenLooks }): ReactNode {
  const sources = request.assessment.facts?.lookThrough ?? []
  const index = sources.findIndex(({ lines }) => lines.some(({ marked }) => marked))
  const source = sources[index]
  if (source === undefined) return undefined
  return (
    <LookThroughBlock
      source={source}
      open={looks.isOpen(index)}
      onOpen={(open) => {
        looks.set(index, open)
      }}
    />
  )
}
