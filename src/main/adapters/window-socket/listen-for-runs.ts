import { randomBytes } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import type { RemoteRun } from '@shared/domain/remote-run'
import type { RunLine, LineEnd } from '../../core/remote-approvals/window-transport'
import { atExit } from '../own-process/at-exit'
import { readJson } from '../../core/text/read-json'
import { Hello, type Welcome } from './greeting'
import { openPrivateFolder, type PrivateFolder } from '../own-process/private-folder'
import { clearLeft, listenIn } from '../own-process/private-socket'
import { makeProof, takeProof } from '../own-process/proof'
import { socketLines } from './socket-lines'

/** How long one may take to show who it is, in milliseconds. */
export const greetingMs = 10_000
const mostConnections = 64

/** The folder of the sockets and the program's version. */
export interface Place {
  readonly path: string
  readonly version: string
}

type Arrive = (from: RemoteRun, line: RunLine) => LineEnd

/** See `Passage.listen`. What windows that were killed have left in the folder is taken away. */
export async function listen({ path, version }: Place, arrive: Arrive): Promise<{ close(): void }> {
  const folder = openPrivateFolder(path, { make: true })
  if (folder === undefined) throw new Error(`${path} cannot be opened.`)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    greet(socket, { folder, version, arrive })
  })
  server.maxConnections = mostConnections
  const name = randomBytes(16).toString('hex')
  try {
    await clearLeft(folder, () => true)
    await listenIn(server, folder, name)
  } catch (error) {
    server.close()
    folder.close()
    throw error
  }
  server.unref()
  const away = (): void => {
    folder.drop(`${name}.sock`)
  }
  const forget = atExit(away)
  return {
    close() {
      if (!server.listening) return
      forget()
      away()
      server.close()
      for (const socket of sockets) socket.destroySoon()
      folder.close()
    },
  }
}

interface Greeting {
  readonly folder: PrivateFolder
  readonly version: string
  readonly arrive: Arrive
}

/** A stranger gets no word: it is let go, however it spoke. */
function greet(socket: Socket, { folder, version, arrive }: Greeting): void {
  let end: LineEnd | undefined
  let own: string | undefined
  const lines = socketLines(socket, {
    take(text) {
      if (end !== undefined) {
        end.take(text)
        return
      }
      const hello = readJson(Hello, text)
      if (hello === undefined || !takeProof(folder, hello.proof, hello.secret)) {
        lines.drop()
        return
      }
      clearTimeout(timer)
      if (hello.version !== version) {
        lines.send({ kind: 'other-version', version } satisfies Welcome)
        lines.end()
        return
      }
      try {
        own = makeProof(folder, hello.nonce)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error
        lines.drop() // the folder is gone, or full
        return
      }
      lines.known()
      lines.send({ kind: 'welcome', proof: own } satisfies Welcome)
      end = arrive(hello.from, lines)
    },
    over() {
      clearTimeout(timer)
      if (own !== undefined) folder.drop(own)
      end?.over()
    },
  })
  const timer = setTimeout(() => {
    lines.drop()
  }, greetingMs)
}
