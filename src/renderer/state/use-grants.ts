import type { StoredGrant } from '@shared/domain/stored-grant'
import { useEffect } from 'react'
import { useActions, useAppState } from './context'

/** The grants in force, asked for when nobody has yet; undefined until the engine has told. */
export function useGrants(): readonly StoredGrant[] | undefined {
  const actions = useActions()
  const grants = useAppState((state) => state.grants)
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const unknown = connected && grants === undefined
  useEffect(() => {
    if (unknown) void actions.loadGrants()
  }, [actions, unknown])
  return grants
}
