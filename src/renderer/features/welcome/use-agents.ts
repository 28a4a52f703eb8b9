import type { AcpAgentListing } from '@shared/domain/acp-agent-settings'
import { useEffect, useState } from 'react'
import { useActions } from '../../state/context'

/** The agents of other makers that a session can be begun with; none while the engine is not there. */
export function useAgents(connected: boolean): readonly AcpAgentListing[] {
  const actions = useActions()
  const [agents, setAgents] = useState<readonly AcpAgentListing[]>([])
  useEffect(() => {
    if (!connected) return undefined
    let current = true
    void actions.listAgents().then((found) => {
      if (current) setAgents(found)
    })
    return () => {
      current = false
    }
  }, [actions, connected])
  return agents
}
