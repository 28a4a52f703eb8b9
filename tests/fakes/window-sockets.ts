import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'

/** The sockets of the windows that are open in a home, as paths. */
export const openWindows = (home: string): string[] => {
  try {
    return readdirSync(join(home, 'windows'))
      .filter((name) => name.endsWith('.sock'))
      .map((name) => join(home, 'windows', name))
  } catch {
    return [] // no window was ever open
  }
}

/** Sends this to a socket and resolves with all that came back when it is closed, or the system's code for why it could not be reached. */
export function speak(path: string, text: string | Buffer, options: { end?: boolean } = {}): Promise<string> {
  return new Promise((resolve) => {
    let back = ''
    const socket: Socket = connect(path, () => {
      socket.write(text)
      if (options.end) socket.end()
    })
    socket.setEncoding('utf8').on('data', (more: string) => (back += more))
    let code: string | undefined
    socket.on('error', (error: NodeJS.ErrnoException) => {
      code = error.code
    })
    socket.on('close', () => {
      resolve(code === undefined || code === 'EPIPE' || code === 'ECONNRESET' ? back : code)
    })
  })
}
