import type { AcpAgentListing } from '@shared/domain/acp-agent-settings'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { Select } from '../../ui/select'

const words = strings.start

interface AgentRowProps {
  agents: readonly AcpAgentListing[]
  /** The id of one of them; '': our own. */
  value: string
  onPick: (id: string) => void
}

/** The choice between our own agent and those of other makers that this machine has. */
export function AgentRow({ agents, value, onPick }: AgentRowProps): ReactNode {
  const acpAgent = agents.find(({ id }) => id === value)
  return (
    <div className="panel">
      <div className="prow">
        <div className="grow">
          <div className="t">{words.whichAgent}</div>
        </div>
        <Select
          label={words.whichAgent}
          value={acpAgent?.id ?? ''}
          options={[
            { value: '', label: words.ownAgent },
            ...agents.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={onPick}
        />
      </div>
      {acpAgent && (
        <p className="prow s">
          {words.acpAgentText(acpAgent.command)} {words.acpAgentReaches(acpAgent.hosts)}
        </p>
      )}
    </div>
  )
}
