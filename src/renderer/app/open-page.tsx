import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CurrentWindow } from '../state/context'
import { App } from './app'
import { connectWindow } from './connect-window'
import { loadFirst } from './pages'

/** Draws the window, and connects it to the engine. */
export function openPage(root: HTMLElement): void {
  const current = connectWindow(window)
  loadFirst(current.store.getState().view.kind)
  createRoot(root).render(
    <StrictMode>
      <CurrentWindow value={current}>
        <App />
      </CurrentWindow>
    </StrictMode>,
  )
}
