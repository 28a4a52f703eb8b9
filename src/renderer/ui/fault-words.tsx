import type { Fault } from '@shared/domain/fault'
import type { ReactNode } from 'react'
import { strings } from '../lib/strings'
import { useActions, useAppState } from '../state/context'
import { Button } from './button'
import { Remedy } from './copy-button'
import { UntrustedText } from './untrusted-text'

const words = strings.settingsParts.providers

/** What did not work and the way to mend it; where that is a key, the button that leads to it. */
export function FaultWords({ fault }: { fault: Fault }): ReactNode {
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
      <ToKeys code={fault.code} />
    </>
  )
}

/** Leads to the providers, which stand first in the settings. */
function ToKeys({ code }: Pick<Fault, 'code'>): ReactNode {
  const actions = useActions()
  const there = useAppState((state) => state.view.kind === 'preferences')
  if (there || (code !== 'missing-key' && code !== 'unauthorized')) return undefined
  return (
    <Button
      size="small"
      onClick={() => {
        actions.show({ kind: 'preferences' })
      }}
    >
      {code === 'missing-key' ? words.setKey : words.changeKey}
    </Button>
  )
}
