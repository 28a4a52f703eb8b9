import type { McpServerStatus } from '@shared/domain/mcp-server'
import { closedBy, type McpServers, type OpenMcpServers } from '../mcp/mcp-servers'
import type { Telemetry, TelemetryEvent } from './telemetry'

type ServerAttributes = Extract<TelemetryEvent, { name: 'mcp_server' }>['attributes']

/** What is told of a status; undefined for what is no news: it starts, or is switched off. */
function stateOf({ state, reason }: McpServerStatus): Pick<ServerAttributes, 'state' | 'reason'> | undefined {
  switch (state) {
    case 'ready':
      return { state }
    case 'failed':
      return { state, ...(reason !== undefined && { reason }) }
    case 'waiting':
      return { state: 'ended', ...(reason !== undefined && { reason }) }
    case 'starting':
    case 'off':
      return undefined
  }
}

/**
 * Servers whose changes are told of, each once: ready, failed and ended with the reason, and ended without one where the session or
 * the configuration has no more use for one that was ready. Nothing of what a server says of itself is told but its reason to be gone.
 */
export function observeServers(open: OpenMcpServers, telemetry: Telemetry): OpenMcpServers {
  return (place, onChange) => {
    const last = new Map<string, string>()
    const ready = new Set<string>()
    // The first change comes before there is anything to look at.
    const opened: { servers?: McpServers } = {}
    const report = (server: string, reported: Pick<ServerAttributes, 'state' | 'reason'>): void => {
      if (reported.state === 'ready') ready.add(server)
      else ready.delete(server)
      telemetry.record(
        { sessionId: place.sessionId ?? '' },
        { name: 'mcp_server', attributes: { server, ...reported } },
      )
    }
    const look = (statuses: readonly McpServerStatus[]): void => {
      for (const status of statuses) {
        const reported = stateOf(status)
        const now = reported && JSON.stringify(reported)
        if (last.get(status.id) === now) continue
        if (now === undefined) last.delete(status.id)
        else last.set(status.id, now)
        if (reported) report(status.id, reported)
      }
      const there = new Set(statuses.flatMap(({ id, state }) => (state === 'off' ? [] : [id])))
      for (const id of ready) {
        if (there.has(id)) continue
        last.delete(id)
        report(id, { state: 'ended' })
      }
    }
    const servers = open(place, () => {
      if (opened.servers) look(opened.servers.status())
      onChange?.()
    })
    opened.servers = servers
    return closedBy(servers, async () => {
      await servers.close()
      look([])
    })
  }
}
