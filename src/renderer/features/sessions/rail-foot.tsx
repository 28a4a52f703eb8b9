import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'

const words = strings.rail

/** What contains the commands, or that nothing does; leads to the doctor. */
export function RailFoot({ onChosen }: { onChosen: () => void }): ReactNode {
  const actions = useActions()
  const sandbox = useAppState((state) => state.engine?.sandbox)
  const openDoctor = (): void => {
    actions.show({ kind: 'doctor' })
    onChosen()
  }
  return (
    <div className="rail-foot">
      {sandbox?.kind === 'available' && (
        <>
          <span className="dot ok" />
          <span className="ellipsis">{words.sandboxOn(sandbox.backend)}</span>
        </>
      )}
      {sandbox?.kind === 'unavailable' && (
        <>
          <span className="dot warn" />
          <button type="button" className="link-btn" onClick={openDoctor}>
            {words.sandboxOff}
          </button>
        </>
      )}
      <span className="spacer" />
      <IconButton label={words.doctor} onClick={openDoctor}>
        <Icon name="gear" />
      </IconButton>
    </div>
  )
}
