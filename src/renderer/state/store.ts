import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { initialState } from './app-state'
import type { AppState } from './app-state'

/** One window's state. Changed only by the functions of sync.ts and actions.ts. */
export type AppStore = StoreApi<AppState>

/** A fresh store: two windows, or two tests, share nothing. */
export function createAppStore(): AppStore {
  return createStore<AppState>(() => initialState)
}
