import type { Fault } from '@shared/domain/fault'
import type { ReactNode } from 'react'
import { strings } from '../lib/strings'
import { useActions, useAppState } from '../state/context'
import { Button, IconButton } from './button'
import { Remedy } from './copy-button'
import { UntrustedText } from './untrusted-text'
import { Icon } from './icon'

/** A key that was refused may be one of the environment, which is not changed there: that leads to the providers all the same. */
const { setKey, providers } = strings.button

/** What did not work and the way to mend it; where that is a key, the button that leads to it, beside others. */
export function FaultMessage({ fault, children }: { fault: Fault; children?: ReactNode }): ReactNode {
  const lead = strings.machine.faults[fault.code]
  return (
    <>
      {lead !== '' && <p>{lead}</p>}
      {/* The engine words its faults in English. */}
      <p lang="en">
        <UntrustedText text={fault.message} />
      </p>
      {fault.remedy !== undefined && (
        <div lang="en">
          <Remedy text={fault.remedy} />
        </div>
      )}
      <div className="note-acts">
        <ToKeys code={fault.code} />
        {children}
      </div>
    </>
  )
}

/** Leads to the providers, which stand first in the settings; not from where a key is given as well. */
function ToKeys({ code }: Pick<Fault, 'code'>): ReactNode {
  const actions = useActions()
  const there = useAppState(({ view }) => view.kind === 'preferences' || view.kind === 'start')
  if (there || (code !== 'missing-key' && code !== 'unauthorized')) return undefined
  return (
    <Button
      size="small"
      onClick={() => {
        actions.show({ kind: 'preferences' })
      }}
    >
      {code === 'missing-key' ? setKey : providers}
    </Button>
  )
}

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
