import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { KeyForm } from './key-form'
import { ProviderForm } from './provider-form'

interface ModelFormsProps {
  /** There is no model yet. */
  missing: boolean
  /** A model of this provider can be used now: this one, or the first that it has. */
  onAdded: (provider: string, model: string) => void
}

/** Where models come from: a key for a known provider, or a server at any address. */
export function ModelForms({ missing, onAdded }: ModelFormsProps): ReactNode {
  return (
    <>
      {missing && <p className="s">{strings.start.noModelText}</p>}
      <KeyForm onAdded={onAdded} />
      <ProviderForm onAdded={onAdded} />
    </>
  )
}
