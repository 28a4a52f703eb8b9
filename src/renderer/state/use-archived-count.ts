import { useEffect, useState } from 'react'
import type { ArchivedCount } from './session-actions'
import { useActions, useAppState } from './context'

/** How many sessions of this machine are archived, asked anew as sessions come and go; undefined until that is known. */
export function useArchivedCount(): ArchivedCount | undefined {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const sessions = useAppState((state) => Object.keys(state.sessions).length)
  const [counted, setCounted] = useState<ArchivedCount>()
  useEffect(() => {
    if (!connected) return undefined
    let late = false
    void actions.countArchived().then((found) => {
      if (!late) setCounted(found)
    })
    return () => {
      late = true
    }
  }, [actions, connected, sessions])
  return counted
}
