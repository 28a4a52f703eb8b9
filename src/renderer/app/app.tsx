import { withHost } from '@shared/domain/host-state'
import { Suspense, lazy, useEffect, useState, useSyncExternalStore, useCallback, useRef } from 'react'
import type { ReactNode } from 'react'
import { ArrivalAnnouncer } from '../features/approvals/arrival-announcer'
import { ChangesOver } from '../features/changes/changes-over'
import { Rail } from '../features/sessions/rail'
import { strings } from '../lib/strings'
import { windowRoute } from '../lib/window-route'
import { useAppState, useWindow, useActions } from '../state/context'
import { IconButton, Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { visibleString } from '../lib/visible-text'
import { allWaitingCount, waitingCount, type AppState } from '../state/app-state'
import { preloadedBridge } from '../lib/engine-link'
import { ConnectionBanner, connectionText } from './connection-banner'
import { HostAskDialog, loadTheRest, News, Palette, Restore, Rewind, Shortcuts } from './pages'
import { Pane, Part } from './pane'
import { useAppCommands } from './use-app-commands'
import { useAppKeys } from './use-app-keys'

const CompactWindow = lazy(() => import('./compact-window').then((part) => ({ default: part.CompactWindow })))

/** The window, or the part of it that its address names; before the engine has answered, how the connection stands. */
export function App(): ReactNode {
  const known = useAppState((state) => state.engine !== undefined)
  const title = useAppState(windowTitle)
  const waiting = useAppState(allWaitingCount)
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    // On the icon of the page that is installed as an app; elsewhere there is no icon, or the desktop application has its own badge.
    if ('setAppBadge' in navigator) navigator.setAppBadge(waiting).catch(() => undefined)
  }, [waiting])
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

/** Before the first answer of the engine there is nothing else to show. */
function ConnectionPage(): ReactNode {
  const connection = useAppState((state) => state.connection)
  const { reconnect } = useWindow()
  const text = connectionText(connection)
  return (
    <main className="pane alone">
      <header className="bar">
        <Icon name="mark" />
        <h1>{strings.app.name}</h1>
      </header>
      <div className="page" aria-live="polite">
        {text === undefined ? (
          <p className="dim">{strings.connection.connecting}</p>
        ) : (
          <div className="empty">
            <Icon name={connection.kind === 'refused' ? 'key' : 'plug'} className="big" />
            <h2>{text.title}</h2>
            <p>{text.text}</p>
            {text.retry && (
              <div className="acts">
                <Button look="primary" onClick={reconnect}>
                  {strings.connection.connectAgain}
                </Button>
              </div>
            )}
          </div>
        )}
      </div>
    </main>
  )
}

/** The title of the window: how much waits, what is looked at, and whose window it is. */
export function windowTitle(state: AppState): string {
  const waiting = allWaitingCount(state)
  const place = placeOf(state)
  return [
    ...(waiting === 0 ? [] : [`(${String(waiting)})`]),
    ...(place === undefined ? [] : [`${visibleString(place)} –`]),
    strings.app.name,
  ].join(' ')
}

function placeOf({ view, sessions }: AppState): string | undefined {
  switch (view.kind) {
    case 'session': {
      const session = sessions[view.sessionId]
      return session && withHost(session.id, session.title)
    }
    case 'inbox':
      return strings.rail.inbox
    case 'start':
      return undefined
    case 'preferences':
    case 'grants':
    case 'past':
    case 'doctor':
      return strings.rail[view.kind]
  }
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
  const hostAsk = useAppState((state) => state.engine?.hostAsk)
  const waiting = useAppState(waitingCount)
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
                aria-describedby="inbox-count"
                data-waiting={waiting > 0 ? waiting : undefined}
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
      <Part key={hostAsk?.id}>{hostAsk && <HostAskDialog ask={hostAsk} />}</Part>
    </div>
  )
}

/**
 * What is dropped anywhere on the window: a folder becomes that of a new session, files go with the next message of the session that
 * is looked at. A text goes where it is dropped, if that is a field.
 */
function useDropped(): void {
  const actions = useActions()
  const { store } = useWindow()
  useEffect(() => {
    const takeFolder = (folder: File): void => {
      const path = preloadedBridge()?.pathOf?.(folder) ?? ''
      const fault = { code: 'bad-request', message: strings.folder.dropped } as const
      if (path === '') store.setState(({ faults }) => ({ faults: { ...faults, start: fault } }))
      else actions.setStartFolder(path)
      actions.show({ kind: 'start' })
    }
    const onDragOver = (event: DragEvent): void => {
      if (holdsFiles(event)) event.preventDefault()
    }
    // Before anything below sees it. What nobody takes would be shown in the page's place.
    const onDrop = (event: DragEvent): void => {
      if (!holdsFiles(event)) {
        if (!isField(event.target)) event.preventDefault()
        return
      }
      event.preventDefault()
      event.stopPropagation()
      const folder = droppedFolder(event.dataTransfer)
      const files = [...(event.dataTransfer?.files ?? [])]
      const { view } = store.getState()
      if (folder !== undefined) takeFolder(folder)
      else if (view.kind === 'session' && files.length > 0) void actions.attach(view.sessionId, files)
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('drop', onDrop, true)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('drop', onDrop, true)
    }
  }, [actions, store])
}

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('textarea, input')

/** The one folder that is dropped; undefined for files, for text and for several. */
function droppedFolder(data: DataTransfer | null): File | undefined {
  const items = [...(data?.items ?? [])].filter(({ kind }) => kind === 'file')
  const [only] = items
  if (items.length !== 1 || only?.webkitGetAsEntry()?.isDirectory !== true) return undefined
  return only.getAsFile() ?? undefined
}

/** Below these widths the rail lies over the page when it is open (styles/narrow.css); the inbox needs more of the page. */
const over = { page: '(max-width: 899px)', inbox: '(max-width: 1040px)' } as const

/**
 * Whether the open rail lies over the page, which then takes no focus and no key. The focus goes into the rail with it, and to the button
 * that opens it when the rail goes.
 */
function useRailOver(railOpen: boolean, inbox: boolean): boolean {
  const query = over[inbox ? 'inbox' : 'page']
  const follow = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => {
        media.removeEventListener('change', changed)
      }
    },
    [query],
  )
  const narrow = useSyncExternalStore(follow, () => window.matchMedia(query).matches)
  const lies = railOpen && narrow
  const lay = useRef(false)
  useEffect(() => {
    const focused = document.activeElement
    const inRail = focused?.closest('#rail') ?? null
    if (lies && inRail === null) firstOf('#rail [aria-current]', '#rail .rail-item')?.focus()
    const isAway = inRail !== null || focused === document.body || focused === null
    if (!lies && lay.current && isAway) firstOf('main > .bar .menu')?.focus()
    lay.current = lies
  }, [lies])
  return lies
}

const firstOf = (...selectors: readonly string[]): HTMLElement | undefined =>
  selectors
    .map((selector) => document.querySelector<HTMLElement>(selector))
    .find((element) => element?.checkVisibility() === true) ?? undefined

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
  // One and the same for each row of the rail, which is drawn again only for what is new in it.
  const closeRail = useCallback(() => {
    setRailOpen(false)
    setSearching(false)
  }, [])
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
    closeRail,
  }
}
