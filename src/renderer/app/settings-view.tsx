import type { ReactNode } from 'react'
import { GrantsInForce } from '../features/grants/grants-page'
import { SettingsPage } from '../features/settings/settings-page'
import { DoctorRows } from '../features/welcome/doctor-page'
import { ProviderForm } from '../features/welcome/provider-form'

/** The settings, with what other parts of the window show within them. */
export function SettingsView(): ReactNode {
  return (
    <SettingsPage
      sandbox={<DoctorRows />}
      rules={
        <div className="grants">
          <GrantsInForce />
        </div>
      }
      addProvider={(onAdded) => <ProviderForm onAdded={onAdded} />}
    />
  )
}
