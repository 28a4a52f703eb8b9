import type { ApprovalRequest } from '@shared/domain/approval'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'

/** Says in the head that the command is the person's own, and what level the agent's had. */
export function EditedChip({ request }: { request: ApprovalRequest }): ReactNode {
  if (request.edited === undefined) return undefined
  return <span className="chip">{strings.edit.chip(strings.levelsShort[request.edited.level])}</span>
}
