import type { Fault } from '@shared/domain/fault'
import type { ReactNode } from 'react'
import { strings } from '../lib/strings'
import { IconButton } from './button'
import { Remedy } from './copy-button'
import { Icon } from './icon'
import { UntrustedText } from './untrusted-text'

/** What did not work, with the way to mend it. Announced when it appears. */
export function FaultNote({ fault, onDismiss }: { fault: Fault; onDismiss?: () => void }): ReactNode {
  const lead = strings.machine.faults[fault.code]
  return (
    <div className="note" role="alert">
      <Icon name="level-medium" />
      <div className="note-text">
        {lead !== '' && <p>{lead}</p>}
        {/* The engine words its faults in English. */}
        <p lang="en">
          <UntrustedText text={fault.message} />
        </p>
        {fault.remedy !== undefined && <Remedy text={fault.remedy} />}
      </div>
      {onDismiss !== undefined && (
        <IconButton size="small" label={strings.button.dismiss} onClick={onDismiss}>
          <Icon name="x" className="sm" />
        </IconButton>
      )}
    </div>
  )
}
