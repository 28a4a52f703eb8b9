import { railGroups } from '../features/sessions/rail-groups'
import { askedIn, sortByUrgency } from '../state/approval-order'
import type { AppState, View } from '../state/app-state'
import { waitingCount } from '../state/app-state'
import { useActions, useAppState, useCommands, useWindow } from '../state/context'
import { focusNextRegion, focusPage, focusRequest, partsOfAll } from './regions'

interface AppCommandsOptions {
  readonly openPalette: () => void
  readonly openShortcuts: () => void
  readonly openNews: () => void
  readonly searchSessions: () => void
  readonly toggleRail: () => void
  /** Something else is looked at now: what lay over the page for choosing goes away. */
  readonly shown: () => void
}

/** The commands that the window itself runs, whatever is looked at. */
export function useAppCommands(options: AppCommandsOptions): void {
  const actions = useActions()
  const { store } = useWindow()
  const waits = useAppState((state) => waitingCount(state) > 0)
  // The only session there is can be gone to from any other page.
  const others = useAppState((state) => Object.keys(state.sessions).some((id) => id !== openId(state)))
  const show = (view: View): void => {
    actions.show(view)
    options.shown()
  }
  const showPage = (view: View): void => {
    show(view)
    focusPage()
  }
  const goTo = (sessionId: string | undefined): void => {
    if (sessionId !== undefined) show({ kind: 'session', sessionId })
  }
  useCommands({
    'palette.open': options.openPalette,
    'shortcuts.open': options.openShortcuts,
    'news.open': options.openNews,
    'sessions.search': options.searchSessions,
    'rail.toggle': options.toggleRail,
    'session.new': () => {
      showPage({ kind: 'start' })
    },
    'settings.open': () => {
      showPage({ kind: 'preferences' })
    },
    'inbox.open': () => {
      showPage({ kind: 'inbox', requestId: undefined })
    },
    'grants.open': () => {
      showPage({ kind: 'grants' })
    },
    'machine.open': () => {
      showPage({ kind: 'doctor' })
    },
    'demo.run': () => void actions.runDemo(),
    'region.next': () => {
      focusNextRegion(partsOfAll, 1)
    },
    'region.previous': () => {
      focusNextRegion(partsOfAll, -1)
    },
    'waiting.next': waits
      ? () => {
          const next = nextWaiting(store.getState())
          // What waits elsewhere, of runs that have no session here, stands in the inbox alone.
          show(
            next === undefined
              ? { kind: 'inbox', requestId: undefined }
              : { kind: 'session', sessionId: next },
          )
          focusRequest()
        }
      : undefined,
    'session.next': others
      ? () => {
          goTo(besideOpen(store.getState(), 1))
        }
      : undefined,
    'session.previous': others
      ? () => {
          goTo(besideOpen(store.getState(), -1))
        }
      : undefined,
  })
}

const openId = ({ view }: AppState): string | undefined =>
  view.kind === 'session' ? view.sessionId : undefined

/** The session of the most urgent request; from one that waits, of the one behind it. Undefined: none of them has a session here. */
export function nextWaiting(state: AppState): string | undefined {
  const requests = sortByUrgency(Object.values(state.approvals)).map(askedIn)
  const asking = [...new Set([...requests, ...Object.values(state.questions).map(askedIn)])]
  const sessions = asking.filter((id) => id in state.sessions)
  return sessions[(sessions.indexOf(openId(state) ?? '') + 1) % sessions.length]
}

/** The session below or above the open one, as the rail lists them; round at the ends. */
export function besideOpen(state: AppState, step: 1 | -1): string | undefined {
  const groups = railGroups(Object.values(state.sessions))
  const order = [...groups.needsYou, ...groups.running, ...groups.fresh, ...groups.done].map(({ id }) => id)
  const at = order.indexOf(openId(state) ?? '')
  if (at === -1) return order.at(step === 1 ? 0 : -1)
  return order.at((at + step) % order.length)
}
