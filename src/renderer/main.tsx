import './lib/zod-without-eval'
import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { connectWindow } from './app/connect'
import { CurrentWindow } from './state/context'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root')

createRoot(root).render(
  <StrictMode>
    <CurrentWindow value={connectWindow(window)}>
      <App />
    </CurrentWindow>
  </StrictMode>,
)
