import type { McpServerListing } from '@shared/domain/mcp-server'
import { toFault, type Fault } from '@shared/domain/fault'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState } from '../../state/context'
import { Remedy } from '../../ui/copy-button'
import { EmptyState } from '../../ui/empty-state'
import { FaultNote } from '../../ui/fault-message'
import { ServerRow } from './server-row'

const words = laterStrings.servers

/** Every configured MCP server: how it does, its switch, its tools, signing in. Asked for again when the engine says so. */
export function ServersSection(): ReactNode {
  const actions = useActions()
  const changes = useAppState((state) => state.serverChanges)
  const [servers, setServers] = useState<readonly McpServerListing[]>()
  const [fault, setFault] = useState<Fault>()
  useEffect(() => {
    let shown = true
    actions.listServers().then(
      (list) => {
        if (shown) setServers(list)
      },
      (error: unknown) => {
        if (shown) setFault(toFault(error))
      },
    )
    return () => {
      shown = false
    }
  }, [actions, changes])
  const attempt = (work: () => Promise<unknown>): void => {
    setFault(undefined)
    work()
      .catch((error: unknown) => {
        setFault(toFault(error))
      })
      .then(() => actions.listServers().then(setServers))
      .catch(() => undefined) // the window is told when the engine is back
  }
  return (
    <>
      {fault !== undefined && (
        <FaultNote
          fault={fault}
          onDismiss={() => {
            setFault(undefined)
          }}
        />
      )}
      {servers === undefined && fault === undefined && <p className="dim">{words.reading}</p>}
      {servers?.length === 0 && (
        <EmptyState heading="h3" picture="servers" {...laterStrings.empty.servers}>
          <Remedy text={laterStrings.empty.addServer} />
        </EmptyState>
      )}
      {servers !== undefined && servers.length > 0 && (
        <div className="panel">
          {servers.map((server) => (
            <ServerRow key={server.id} server={server} attempt={attempt} />
          ))}
        </div>
      )}
    </>
  )
}
