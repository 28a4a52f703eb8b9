import type { ReactNode } from 'react'
import { GrantsInForce } from '../features/grants/grants-page'
import { SettingsPage } from '../features/settings/settings-page'
import { DoctorRows } from '../features/welcome/doctor-page'
import { ProviderForm } from '../features/welcome/provider-form'
import { strings } from '../lib/strings'
import { useActions } from '../state/context'
import { Button } from '../ui/button'

/** The way to what agents did before, where a narrow window has no room for it above. */
function LookBack(): ReactNode {
  const actions = useActions()
  return (
    <div>
      <Button
        onClick={() => {
          actions.show({ kind: 'past' })
        }}
      >
        {strings.past.look}
      </Button>
    </div>
  )
}

/** The settings, with what other parts of the window show within them. */
export function SettingsView(): ReactNode {
  return (
    <SettingsPage
      sandbox={<DoctorRows />}
      rules={
        <div className="grants">
          <GrantsInForce />
          <LookBack />
        </div>
      }
      addProvider={(onAdded) => <ProviderForm onAdded={onAdded} />}
    />
  )
}
