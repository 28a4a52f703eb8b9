import { strings } from '../lib/strings'
import { visibleString } from '../lib/visible-text'
import { waitingCount, type AppState } from '../state/app-state'

/** The title of the window: how much waits, what is looked at, and whose window it is. */
export function windowTitle(state: AppState): string {
  const waiting = waitingCount(state)
  const place = placeOf(state)
  return [
    ...(waiting === 0 ? [] : [`(${String(waiting)})`]),
    ...(place === undefined ? [] : [`${visibleString(place)} –`]),
    strings.app.name,
  ].join(' ')
}

function placeOf({ view, sessions }: AppState): string | undefined {
  switch (view.kind) {
    case 'session':
      return sessions[view.sessionId]?.title
    case 'inbox':
      return strings.rail.inbox
    case 'start':
      return undefined
    case 'preferences':
    case 'grants':
    case 'doctor':
      return strings.rail[view.kind]
  }
}
