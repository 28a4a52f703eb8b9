import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { EngineLink } from '../lib/engine-link'
import { keepPresses } from '../lib/keep-presses'
import { CurrentWindow } from '../state/context'
import { App } from './app'
import { connectWindow } from './connect-window'
import { loadFirst } from './pages'

/** Draws the window over its link to the engine. */
export function openPage(root: HTMLElement, link: EngineLink): void {
  keepPresses(window)
  const current = connectWindow(window, link)
  loadFirst(current.store.getState().view.kind)
  createRoot(root).render(
    <StrictMode>
      <CurrentWindow value={current}>
        <App />
      </CurrentWindow>
    </StrictMode>,
  )
}
