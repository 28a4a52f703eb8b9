import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { EngineLink } from '../lib/engine-link'
import { keepPresses } from '../lib/keep-presses'
import { CurrentWindow } from '../state/context'
import { App } from './app'
import { connectWindow } from './connect-window'
import { loadFirst } from './pages'

/** So long nothing is drawn while the engine's first answer is on its way: what is drawn before it keeps it waiting. */
const answerMs = 300

/** Draws the window over its link to the engine. */
export function openPage(root: HTMLElement, link: EngineLink): void {
  keepPresses(window)
  const current = connectWindow(window, link)
  const { store } = current
  loadFirst(store.getState().view.kind)
  const draw = (): void => {
    unsubscribe()
    clearTimeout(late)
    createRoot(root).render(
      <StrictMode>
        <CurrentWindow value={current}>
          <App />
        </CurrentWindow>
      </StrictMode>,
    )
  }
  const drawIfKnown = (): void => {
    if (store.getState().connection.kind !== 'connecting') draw()
  }
  const unsubscribe = store.subscribe(drawIfKnown)
  const late = setTimeout(draw, answerMs)
  drawIfKnown()
}
