import { without, type AppStore } from './app-state'

/** So long it is told what became of a request, in milliseconds. */
const shownForMs = 5000

/**
 * Takes what became of a request away after a moment, wherever the person is by then; a note that an answer changed nothing stays until it is
 * dismissed. Returns the way to end it.
 */
export function dropClosedInTime(store: AppStore): () => void {
  return store.subscribe(({ closed }, before) => {
    if (closed === before.closed) return
    for (const [sessionId, note] of Object.entries(closed)) {
      if (note === before.closed[sessionId] || note.reply !== undefined) continue
      setTimeout(() => {
        store.setState((state) =>
          state.closed[sessionId] === note ? { closed: without(state.closed, sessionId) } : {},
        )
      }, shownForMs)
    }
  })
}
