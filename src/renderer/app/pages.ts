import { loadChanges } from '../features/changes/changes-over'
import { sessionMenu } from '../features/sessions/session-menu-part'
import { onDemand } from '../lib/on-demand'
import type { View } from '../state/app-state'

const parts = {
  session: onDemand(async () => (await import('./session-view')).SessionView),
  inbox: onDemand(async () => (await import('./inbox-view')).InboxView),
  start: onDemand(async () => (await import('../features/welcome/start-page')).StartPage),
  preferences: onDemand(async () => (await import('./settings-view')).SettingsView),
  grants: onDemand(async () => (await import('../features/grants/grants-page')).GrantsPage),
  past: onDemand(async () => (await import('../features/welcome/past-page')).PastPage),
  doctor: onDemand(async () => (await import('../features/welcome/doctor-page')).DoctorPage),
} satisfies Record<View['kind'], object>

const palette = onDemand(async () => (await import('../features/commands/palette')).Palette)
const shortcuts = onDemand(async () => (await import('../features/commands/shortcuts')).Shortcuts)

const restore = onDemand(async () => (await import('../features/sessions/restore-dialog')).RestoreDialog)
const rewind = onDemand(async () => (await import('../features/sessions/rewind-dialog')).RewindDialog)
const hostAsk = onDemand(async () => (await import('../features/sessions/host-ask')).HostAskDialog)
const news = onDemand(async () => (await import('../features/news/news')).News)

/** What lies over the page. */
export const Palette = palette.Component
export const Shortcuts = shortcuts.Component
export const HostAskDialog = hostAsk.Component
export const News = news.Component
export const Restore = restore.Component
export const Rewind = rewind.Component

/** What the pane can show. Each is loaded when it is first looked at, so that the first screen waits for itself alone. */
export const SessionView = parts.session.Component
export const Inbox = parts.inbox.Component
export const StartPage = parts.start.Component
export const SettingsPage = parts.preferences.Component
export const GrantsPage = parts.grants.Component
export const PastPage = parts.past.Component
export const DoctorPage = parts.doctor.Component

/** Begins to load what is looked at first, while the engine is still being asked. */
export function loadFirst(kind: View['kind']): void {
  parts[kind].load()
}

/** So long the first screen has its engine for itself, which is asked for its folder, its models, its sessions: fifty files would come between. */
const firstMs = 1000

/** Loads the rest once the first screen stands, so that no later one is waited for. */
export function loadTheRest(): void {
  const load = (): void => {
    for (const part of [...Object.values(parts), palette, sessionMenu]) part.load()
    loadChanges()
    void import('../ui/prose').catch(() => undefined)
  }
  setTimeout(() => requestIdleCallback(load), firstMs)
}
