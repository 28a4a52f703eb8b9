import type { IncomingMessage } from 'node:http'
import { homedir } from 'node:os'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { bridgeProtocol, helloId, helloPath, maxMessageBytes } from '@shared/ipc/browser-link'
import type { ShownEngine } from '../../core/host-link/with-hosts'
import type { SearchFiles } from '../../core/ports/read-files'
import type { Log } from '../../core/ports/system'
import { createBridgeServer } from '../bridge/bridge-server'
import { attachBridge } from './bridge-socket'

/** What is shown in the windows of a browser host. `startedOn` is the host that new sessions begin on; absent: this machine. */
export interface Shown {
  readonly engine: ShownEngine
  readonly log: Log
  readonly version: string
  readonly searchFiles: SearchFiles
  readonly startedOn?: string | undefined
}

/** The sockets of one engine's windows. */
export interface WindowSockets {
  /** Makes a WebSocket of a connection that was admitted; one that is gone by now is left. */
  take(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Resolves when every socket is closed and every subscription to the engine with it. */
  close(): Promise<void>
}

const closingMs = 1000
/** What is asked by where a page opens its socket. */
const hello = { id: helloId, channel: 'app.hello', payload: {} }

/** Speaks the bridge of this engine over sockets. Apart from what serves the page, which is there before an engine is. */
export function openWindowSockets({ engine, log, version, searchFiles, startedOn }: Shown): WindowSockets {
  const bridge = createBridgeServer({
    engine,
    log,
    host: 'browser',
    version,
    platform: process.platform,
    home: homedir(),
    startedIn: process.cwd(),
    ...(startedOn !== undefined && { startedOn }),
    searchFiles,
    pickFolder: () => Promise.resolve({ kind: 'unsupported' }),
  })
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handleProtocols: () => bridgeProtocol, // the other name that a page offers is its secret
  })
  return {
    take(request, socket, head) {
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        attachBridge(webSocket, bridge, request.url === helloPath ? [hello] : [])
      })
    },
    async close() {
      const closed = new Promise<void>((resolve) => {
        sockets.close(() => {
          resolve()
        })
      })
      for (const socket of sockets.clients) socket.close(1001, 'the server is closing')
      const cutOff = setTimeout(() => {
        for (const socket of sockets.clients) socket.terminate()
      }, closingMs)
      await closed
      clearTimeout(cutOff)
    },
  }
}
