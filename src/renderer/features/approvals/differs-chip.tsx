import type { ApprovalRequest } from '@shared/domain/approval'
import type { ReactNode, RefObject } from 'react'
import { Icon } from '../../ui/icon'
import { differsWord } from './view-words'

interface DiffersChipProps {
  request: ApprovalRequest
  panel: RefObject<HTMLElement | null>
}

/** Says in the head that checks, model or claim contradict each other, and leads to where it says how. */
export function DiffersChip({ request, panel }: DiffersChipProps): ReactNode {
  const word = differsWord(request.assessment)
  if (word === undefined) return undefined
  const show = (): void => {
    const lines = panel.current?.querySelector<HTMLElement>('[data-part="differs"]')
    lines?.scrollIntoView({ block: 'nearest' })
    lines?.focus({ preventScroll: true })
  }
  return (
    <button type="button" className="chip differs-chip" onClick={show}>
      <Icon name="differs" className="sm" />
      {word}
    </button>
  )
}
