import { connect, type Server, type Socket } from 'node:net'

/** A socket that is connected there, or the system's code for why there is none. */
export function connected(path: string): Promise<Socket | string> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? error.message)
    })
    socket.once('connect', () => {
      resolve(socket)
    })
  })
}

/** The system's code for why nobody can connect there; undefined: somebody can. */
export async function connects(path: string): Promise<string | undefined> {
  const socket = await connected(path)
  if (typeof socket === 'string') return socket
  socket.on('error', () => undefined)
  socket.destroy()
  return undefined
}

/** Has a server wait at a path. Rejects with the system's error where it cannot; a connection that cannot be taken later ends nothing. */
export function listenAt(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject).on('error', () => undefined)
      resolve()
    })
  })
}
