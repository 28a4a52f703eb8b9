import { hostOf, isPathThere } from '@shared/domain/host-state'
import { useEffect, useMemo, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { SessionSummary } from '@shared/domain/session'
import { absoluteFolder } from '../lib/shown-paths'
import { useActions, useAppState } from '../state/context'

/** The folders that fit what is typed. */
export interface FolderCompletion {
  readonly rows: readonly string[]
  /** The row that Enter takes; -1: none, Enter is the form's. */
  readonly active: number
  readonly recent: boolean
  take(index: number): void
  open(): void
  close(): void
  /** True where the key was the list's. */
  onKey(event: KeyboardEvent): boolean
}

/** Whose folders they are: this machine's, with its home, or a host's, where ~/ is for its engine to follow. */
export type FolderMachine = { readonly home: string; readonly host?: never } | { readonly host: string }

/** What a person typed as a folder of a machine, as it is asked about; undefined: it is neither absolute nor under ~. */
export function folderOn(typed: string, machine: FolderMachine): string | undefined {
  if (machine.host === undefined) return absoluteFolder(typed, machine.home)
  const path = typed.trim()
  return isPathThere(path) ? path : undefined
}

const waitMs = 120
const none: readonly string[] = []

/** Completes a folder's path while the field has the focus: recent ones where nobody typed one, else those that are there. */
export function useFolderCompletion(
  value: string,
  machine: FolderMachine,
  onChange: (folder: string) => void,
  isProposed: boolean,
): FolderCompletion {
  const actions = useActions()
  const { host } = machine
  const recent = useRecentFolders(host)
  const [shown, setShown] = useState(false)
  const [found, setFound] = useState<{ readonly typed: string; readonly folders: readonly string[] }>()
  const [active, setActive] = useState(-1)
  const typed = isProposed ? '' : value.trim()
  const path = folderOn(typed === '~' ? '~/' : typed, machine)
  useEffect(() => {
    if (!shown || path === undefined) return undefined
    let current = true
    const timer = setTimeout(() => {
      void actions.completeFolders(path, host).then((folders) => {
        if (current) setFound({ typed: value, folders })
      })
    }, waitMs)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [actions, host, path, shown, value])
  const fits = found?.typed === value ? found.folders.filter((folder) => folder !== path) : none
  const rows = !shown ? none : typed === '' ? recent : path === undefined ? none : fits
  const reset = (): void => {
    setActive(-1)
    setShown(false)
  }
  const take = (index: number): void => {
    const folder = rows[index]
    if (folder === undefined) return
    onChange(typed === '' ? folder : `${folder}/`)
    setActive(-1)
    setShown(typed !== '')
  }
  return {
    ...{ rows, active, recent: typed === '', take, close: reset },
    open: () => {
      setShown(true)
      setActive(-1)
    },
    onKey(event) {
      if (event.nativeEvent.isComposing || rows.length === 0) return false
      if (event.key === 'ArrowDown') setActive((active + 1) % rows.length)
      else if (event.key === 'ArrowUp') setActive((Math.max(active, 0) - 1 + rows.length) % rows.length)
      else if (event.key === 'Enter' && active >= 0) take(active)
      else if (event.key === 'Tab' && !event.shiftKey && active >= 0) take(active)
      else if (event.key === 'Escape') reset()
      else return false
      return true
    },
  }
}

/** The folders of the sessions that the window knows of this machine, or of a host, the last used first. */
export function useRecentFolders(host?: string): readonly string[] {
  const sessions = useAppState((state) => state.sessions)
  const models = useAppState((state) => state.engine?.models ?? noModels)
  return useMemo(() => {
    const demos = new Set(models.filter(({ demo }) => demo).map(({ provider }) => provider))
    const own = Object.values(sessions).filter(({ id }) => hostOf(id) === host)
    return recentFolders(own, (provider) => demos.has(provider))
  }, [host, sessions, models])
}

const noModels: readonly never[] = []
const mostRecent = 6

/** The folders that sessions were begun in, the last used first; of a session in a worktree the repository that it was made from. */
export function recentFolders(
  sessions: readonly SessionSummary[],
  isDemo: (provider: string) => boolean,
): readonly string[] {
  const own = sessions.filter(({ child, provider }) => child === undefined && !isDemo(provider))
  const newestFirst = own.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  const folders = newestFirst.map(({ worktree, shownCwd, cwd }) => worktree?.repository ?? shownCwd ?? cwd)
  return [...new Set(folders)].slice(0, mostRecent)
}
