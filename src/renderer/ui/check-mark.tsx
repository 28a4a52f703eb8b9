import type { DoctorCheck } from '@shared/domain/doctor'
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'

type Status = DoctorCheck['status']

const icons: Record<Status, IconName> = { ok: 'check', warn: 'level-medium', missing: 'x' }
const looks: Record<Status, string> = { ok: 'ok', warn: 'warn', missing: 'bad' }

/** How something stands that doctor has looked at, as a sign; `label` says it to who does not see that. */
export function CheckMark({ status, label }: { status: Status; label: string }): ReactNode {
  return (
    <span className={`status ${looks[status]}`}>
      <Icon name={icons[status]} label={label} />
    </span>
  )
}
