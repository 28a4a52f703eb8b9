import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { onDemand } from '../../lib/on-demand'
import { strings } from '../../lib/strings'
import type { ModelForms } from './model-forms'

const forms = onDemand<ComponentProps<typeof ModelForms>>(
  async () => (await import('./model-forms')).ModelForms,
)

interface ModelSetupProps extends ComponentProps<typeof ModelForms> {
  open: boolean
  onOpen: (open: boolean) => void
}

/** Setting up models, folded: the forms are loaded when they are looked at. */
export function ModelSetup({ open, onOpen, ...rest }: ModelSetupProps): ReactNode {
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
        {strings.start.models}
      </summary>
      {open && (
        <div id="model-setup">
          <forms.Component {...rest} />
        </div>
      )}
    </details>
  )
}
