import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { ArrivalAnnouncer } from '../features/approvals/arrival-announcer'
import { ChangesOver } from '../features/changes/changes-over'
import { Rail } from '../features/sessions/rail'
import { strings } from '../lib/strings'
import { windowRoute } from '../lib/window-route'
import { useAppState } from '../state/context'
import { IconButton } from '../ui/button'
import { Icon } from '../ui/icon'
import { ConnectionBanner } from './connection-banner'
import { ConnectionPage } from './connection-page'
import { loadTheRest, News, Palette, Restore, Rewind, Shortcuts } from './pages'
import { Pane } from './pane'
import { Part } from './part'
import { useAppCommands } from './use-app-commands'
import { useAppKeys } from './use-app-keys'
import { useDropped } from './use-dropped'
import { useRailOver } from './use-rail-over'
import { windowTitle } from './window-title'

const CompactWindow = lazy(() => import('./compact-window').then((part) => ({ default: part.CompactWindow })))

/** The window, or the part of it that its address names; before the engine has answered, how the connection stands. */
export function App(): ReactNode {
  const known = useAppState((state) => state.engine !== undefined)
  const title = useAppState(windowTitle)
  useEffect(() => {
    document.title = title
  }, [title])
  const fragment = useSyncExternalStore(followFragment, () => window.location.hash)
  if (!known) return <ConnectionPage />
  const route = windowRoute(fragment)
  if (route.kind !== 'approval') return <Shell alone={route.kind === 'session'} />
  return (
    <Suspense>
      <CompactWindow key={route.requestId} requestId={route.requestId} />
    </Suspense>
  )
}

function followFragment(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => {
    window.removeEventListener('hashchange', changed)
  }
}

/** The rail and the pane; `alone`: the pane of one session, with a way to all of them. */
function Shell({ alone }: { alone: boolean }): ReactNode {
  const [over, setOver] = useState<'palette' | 'shortcuts' | 'news'>()
  const rail = useRail()
  const wide = useAppState((state) => state.view.kind === 'inbox')
  const restoring = useAppState((state) => state.restoring)
  const rewinding = useAppState((state) => state.rewinding)
  const railOver = useRailOver(rail.railOpen, wide)
  useEffect(loadTheRest, [])
  useDropped()
  useAppKeys(rail)
  useAppCommands({
    openPalette: () => {
      setOver('palette')
    },
    openShortcuts: () => {
      setOver('shortcuts')
    },
    openNews: () => {
      setOver('news')
    },
    searchSessions: rail.search,
    toggleRail: rail.toggle,
    shown: rail.closeRail,
  })
  const close = (): void => {
    setOver(undefined)
  }
  return (
    <div
      className={['window', wide && 'wide', alone && 'alone'].filter(Boolean).join(' ')}
      data-rail={rail.shown}
    >
      {!alone && <Rail onChosen={rail.closeRail} searching={rail.searching} onSearch={rail.setSearching} />}
      {rail.railOpen && (
        <button
          type="button"
          className="rail-veil"
          aria-label={strings.rail.close}
          onClick={rail.closeRail}
        />
      )}
      <main className="pane" inert={railOver}>
        <ConnectionBanner />
        <Pane
          menu={
            alone ? (
              <IconButton
                label={strings.rail.allSessions}
                onClick={() => {
                  window.location.hash = ''
                }}
              >
                <Icon name="panel" />
              </IconButton>
            ) : (
              <IconButton
                className="menu"
                label={strings.rail.open}
                aria-expanded={rail.railOpen}
                aria-controls="rail"
                onClick={rail.toggle}
              >
                <Icon name="panel" />
              </IconButton>
            )
          }
        />
      </main>
      <ArrivalAnnouncer />
      <ChangesOver />
      <Part key={over}>
        {over === 'palette' && <Palette onClose={close} />}
        {over === 'shortcuts' && <Shortcuts onClose={close} />}
        {over === 'news' && <News onClose={close} />}
      </Part>
      <Part key={restoring && `${restoring.way} ${restoring.run ?? ''}`}>
        {restoring && <Restore {...restoring} />}
      </Part>
      <Part key={rewinding && `rewind ${String(rewinding.turnNumber)}`}>
        {rewinding && <Rewind {...rewinding} />}
      </Part>
    </div>
  )
}

interface RailState {
  /** As the page is drawn: over it where it is narrow, away where there is room but it is not wanted. */
  readonly shown: 'open' | 'folded' | undefined
  readonly railOpen: boolean
  readonly searching: boolean
  readonly setSearching: (searching: boolean) => void
  readonly search: () => void
  readonly toggle: () => void
  readonly closeRail: () => void
}

function useRail(): RailState {
  const [railOpen, setRailOpen] = useState(false)
  const [folded, setFolded] = useState(false)
  const [searching, setSearching] = useState(false)
  return {
    shown: railOpen ? 'open' : folded ? 'folded' : undefined,
    railOpen,
    searching,
    setSearching,
    search() {
      setFolded(false)
      setRailOpen(true)
      setSearching(true)
    },
    toggle() {
      const stands = document.getElementById('rail')?.checkVisibility() === true
      // Over the page it only closes; it is away from beside the page for as long as it is not called back.
      setFolded(stands && document.querySelector('.rail-veil')?.checkVisibility() !== true)
      setRailOpen(!stands)
      setSearching(false)
    },
    closeRail() {
      setRailOpen(false)
      setSearching(false)
    },
  }
}
