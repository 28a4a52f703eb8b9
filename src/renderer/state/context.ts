import type { AppCommandId } from '@shared/domain/app-command'
import { createContext, useContext, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { Attention } from '../lib/attention'
import type { Bridge } from '../lib/bridge'
import type { Actions } from './actions'
import type { AppState, AppStore } from './app-state'
import type { Commands } from './command-handlers'

/** What every part of one window works with. */
export interface WindowContext {
  readonly store: AppStore
  readonly actions: Actions
  /** For what is asked over and over by one part alone. */
  readonly bridge: Bridge
  readonly attention: Attention
  readonly commands: Commands
  readonly reconnect: () => void
}

/** Provided once, at the root. */
export const CurrentWindow = createContext<WindowContext | undefined>(undefined)

/** The window's parts. Throws outside the provider: a mistake in the program. */
export function useWindow(): WindowContext {
  const current = useContext(CurrentWindow)
  if (current === undefined) throw new Error('No window is provided')
  return current
}

/** One projection of the state. The selector returns what is in the state, never a new object. */
export function useAppState<T>(select: (state: AppState) => T): T {
  return useStore(useWindow().store, select)
}

/** What a person can do in this window. */
export function useActions(): Actions {
  return useWindow().actions
}

/**
 * Runs these commands while the component is mounted; those whose handler is undefined now are not offered. The newest handlers are
 * run, without being told again.
 */
export function useCommands(handlers: {
  readonly [Id in AppCommandId]?: (() => void) | undefined
}): void {
  const { commands } = useWindow()
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  const offered = (Object.keys(handlers) as AppCommandId[])
    .filter((id) => handlers[id] !== undefined)
    .join(' ')
  useEffect(() => {
    const ids = offered === '' ? [] : (offered.split(' ') as AppCommandId[])
    const running = ids.map((id) => [id, () => latest.current[id]?.()] as const)
    return commands.register(Object.fromEntries(running))
  }, [commands, offered])
}
