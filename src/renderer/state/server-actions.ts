import type { McpServerListing, McpSignInAddress } from '@shared/domain/mcp-server'
import type { Bridge } from '../lib/bridge'

/** What a person can do about the MCP servers. All reject with the engine's fault, which their caller shows. */
export interface ServerActions {
  listServers(): Promise<readonly McpServerListing[]>
  enableServer(server: string, enabled: boolean): Promise<void>
  restartServer(server: string): Promise<void>
  /** Begins a sign-in; resolves with where the person is to go. */
  signIn(server: string): Promise<McpSignInAddress>
  /** Has the host open that address, where the window is not in a browser itself. */
  visitSignIn(server: string): Promise<void>
  signOut(server: string): Promise<void>
}

/** Makes them over one bridge. */
export function createServerActions(bridge: Bridge): ServerActions {
  return {
    listServers: async () => (await bridge.request('mcp.list', {})).servers,
    async enableServer(server, enabled) {
      await bridge.request('mcp.enable', { server, enabled })
    },
    async restartServer(server) {
      await bridge.request('mcp.restart', { server })
    },
    signIn: (server) => bridge.request('mcp.sign-in', { server }),
    async visitSignIn(server) {
      await bridge.request('mcp.visit', { server })
    },
    async signOut(server) {
      await bridge.request('mcp.sign-out', { server })
    },
  }
}
