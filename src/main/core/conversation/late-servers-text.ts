import type { OnServersLate } from '../tools/session-tools'
import { quotedName } from '@shared/domain/named-path'

/** What a person is told while a turn waits for MCP servers, and of those that it goes on without. Names and reasons are untrusted. */
export function lateServersText({ starting, failed }: Parameters<OnServersLate>[0]): string {
  if (starting.length > 0)
    return `Waiting for ${starting.length === 1 ? 'an MCP server' : 'MCP servers'} to start: ${starting.map(quotedName).join(', ')}.`
  const each = failed.map(({ id, reason }) => `${quotedName(id)} (${reason ?? 'no reason is known'})`)
  return `Without the tools of ${failed.length === 1 ? 'an MCP server' : 'MCP servers'} that did not start: ${each.join(', ')}.`
}
