import { useEffect } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { KeyForm } from './key-form'
import { ProviderForm } from './provider-form'

const words = strings.start

interface ModelSetupProps {
  /** There is no model yet. */
  missing: boolean
  open: boolean
  onOpen: (open: boolean) => void
  onAdded: (provider: string, model: string) => void
}

/** Where models come from: a key for a known provider, or a server at any address. */
export function ModelSetup({ missing, open, onOpen, onAdded }: ModelSetupProps): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  useEffect(() => {
    if (connected) void actions.loadModels(false)
  }, [actions, connected])
  // Enter in here must not start the session that this stands in.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
  }
  return (
    <details className="wel-models" open={open} onKeyDown={onKeyDown}>
      <summary
        onClick={(event) => {
          event.preventDefault()
          onOpen(!open)
        }}
      >
        {words.models}
      </summary>
      {open && (
        // What is being filled in stays open when a model has come of it.
        <div
          id="model-setup"
          onFocus={() => {
            onOpen(true)
          }}
        >
          {missing && <p className="s">{words.noModelText}</p>}
          <KeyForm />
          <ProviderForm onAdded={onAdded} />
        </div>
      )}
    </details>
  )
}
