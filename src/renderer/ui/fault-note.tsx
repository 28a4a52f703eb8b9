import type { Fault } from '@shared/domain/fault'
import type { ReactNode } from 'react'
import { strings } from '../lib/strings'
import { IconButton } from './button'
import { FaultMessage } from './fault-message'
import { Icon } from './icon'

/** What did not work, with the way to mend it. Announced when it appears. */
export function FaultNote({ fault, onDismiss }: { fault: Fault; onDismiss?: () => void }): ReactNode {
  return (
    <div className="note" role="alert">
      <Icon name="level-medium" />
      <div className="note-text">
        <FaultMessage fault={fault} />
      </div>
      {onDismiss !== undefined && (
        <IconButton size="small" label={strings.button.dismiss} onClick={onDismiss}>
          <Icon name="x" className="sm" />
        </IconButton>
      )}
    </div>
  )
}
