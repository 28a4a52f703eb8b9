import { RequestError, type McpServer } from '@agentclientprotocol/sdk'
import { configFlags, type Json } from '../cli/config-flags'

const longestId = 48

function tableOf(server: McpServer): Json {
  if ('type' in server) {
    if (server.type !== 'http')
      throw RequestError.invalidParams(
        undefined,
        `The MCP server ${JSON.stringify(server.name.slice(0, 80))} is reached by ${server.type}; expected a command, or "http"`,
      )
    const headers = Object.fromEntries(server.headers.map(({ name, value }) => [name, value]))
    return { url: server.url, http_headers: headers }
  }
  const { command, args, env } = server
  return { command, args, env: Object.fromEntries(env.map(({ name, value }) => [name, value])) }
}

/**
 * The MCP servers that a client names, as flags beside the configuration: they are started in the sandbox and asked about like any
 * other. A name is brought to what config.toml allows. Throws RequestError for a way to reach one that there is not.
 */
export function serverFlags(servers: readonly McpServer[]): string[] {
  const taken = new Set<string>()
  return servers.flatMap((server) => {
    const plain = server.name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, longestId) || 'server'
    let id = plain
    for (let at = 2; taken.has(id); at += 1) id = `${plain.slice(0, longestId - 4)}_${String(at)}`
    taken.add(id)
    return configFlags(`mcp_servers.${id}`, tableOf(server))
  })
}
