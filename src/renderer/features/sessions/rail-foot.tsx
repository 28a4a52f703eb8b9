import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon'

const words = strings.rail

/** What contains the commands, or that nothing does; leads to the doctor. The gear leads to the settings. */
export function RailFoot({ onChosen }: { onChosen: () => void }): ReactNode {
  const actions = useActions()
  const sandbox = useAppState((state) => state.engine?.sandbox)
  const unconfined = useAppState((state) => {
    const session = state.view.kind === 'session' ? state.sessions[state.view.sessionId] : undefined
    return session?.sandboxPolicy.mode === 'danger-full-access'
  })
  const openDoctor = (): void => {
    actions.show({ kind: 'doctor' })
    onChosen()
  }
  return (
    <div className="rail-foot">
      {sandbox?.kind === 'available' && unconfined && (
        <>
          <span className="dot warn" />
          <button type="button" className="link-btn ellipsis" title={words.doctor} onClick={openDoctor}>
            {words.unconfined}
          </button>
        </>
      )}
      {sandbox?.kind === 'available' && !unconfined && (
        <>
          <span className="dot ok" />
          <button type="button" className="link-btn quiet ellipsis" title={words.doctor} onClick={openDoctor}>
            {words.sandboxOn(sandbox.backend)}
          </button>
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
      <IconButton
        label={words.settings}
        onClick={() => {
          actions.show({ kind: 'preferences' })
          onChosen()
        }}
      >
        <Icon name="gear" />
      </IconButton>
    </div>
  )
}
