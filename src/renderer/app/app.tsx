import { PanelLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { ArrivalAnnouncer } from '../features/approvals/arrival-announcer'
import { Rail } from '../features/sessions/rail'
import { strings } from '../lib/strings'
import { useAppState } from '../state/context'
import { IconButton } from '../ui/button'
import { ConnectionBanner } from './connection-banner'
import { ConnectionPage } from './connection-page'
import { Pane } from './pane'
import { useAppKeys } from './use-app-keys'

/** The window: the rail and the pane, or, before the engine has answered, how the connection stands. */
export function App(): ReactNode {
  const known = useAppState((state) => state.engine !== undefined)
  const waiting = useAppState((state) => Object.keys(state.approvals).length)
  useEffect(() => {
    document.title = waiting === 0 ? strings.app.name : `(${String(waiting)}) ${strings.app.name}`
  }, [waiting])
  return known ? <Shell /> : <ConnectionPage />
}

function Shell(): ReactNode {
  const [railOpen, setRailOpen] = useState(false)
  const [searching, setSearching] = useState(false)
  const closeRail = (): void => {
    setRailOpen(false)
    setSearching(false)
  }
  const wide = useAppState((state) => state.view.kind === 'inbox')
  useAppKeys({
    railOpen,
    searching,
    closeRail,
    search: () => {
      setRailOpen(true)
      setSearching(true)
    },
  })
  return (
    <div className={wide ? 'window wide' : 'window'} data-rail={railOpen ? 'open' : undefined}>
      <Rail onChosen={closeRail} searching={searching} onSearch={setSearching} />
      {railOpen && (
        <button type="button" className="rail-veil" aria-label={strings.rail.close} onClick={closeRail} />
      )}
      <main className="pane">
        <ConnectionBanner />
        <Pane
          menu={
            <IconButton
              className="menu"
              label={strings.rail.open}
              aria-expanded={railOpen}
              aria-controls="rail"
              onClick={() => {
                setRailOpen(!railOpen)
              }}
            >
              <PanelLeft className="i" aria-hidden="true" />
            </IconButton>
          }
        />
      </main>
      <ArrivalAnnouncer />
    </div>
  )
}
