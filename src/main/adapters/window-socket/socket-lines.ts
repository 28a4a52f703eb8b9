import type { Socket } from 'node:net'
import type { RunLine } from '../../core/remote-approvals/window-transport'

/** What one frame may have in bytes once both ends know each other; before that a stranger could be there. */
export const largestFrame = 8 * 1024 * 1024
const largestGreeting = 16 * 1024
/** Whoever does not read what was sent is let go. */
const mostUnread = 64 * 1024 * 1024

/** A socket as frames. `known` lifts the bound of a greeting; `end` sends what is under way and closes. */
export interface SocketLines extends RunLine {
  known(): void
}

/**
 * Reads frames, one a line, until the socket ends. One that is larger than may be ends it while it arrives. `over` is told once, and after it
 * nothing is.
 */
export function socketLines(
  socket: Socket,
  { take, over }: { readonly take: (text: string) => void; readonly over: () => void },
): SocketLines {
  let bound = largestGreeting
  let parts: Buffer[] = []
  let size = 0
  let ended = false
  const end = (): void => {
    if (ended) return
    ended = true
    parts = []
    over()
  }
  const add = (part: Buffer): boolean => {
    size += part.length
    if (size > bound) {
      socket.destroy()
      end()
      return false
    }
    parts.push(part)
    return true
  }
  socket.on('data', (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1 && !ended; at = chunk.indexOf(10, from)) {
      if (!add(chunk.subarray(from, at))) return
      const text = Buffer.concat(parts).toString('utf8')
      parts = []
      size = 0
      from = at + 1
      take(text)
    }
    if (!ended && from < chunk.length) add(chunk.subarray(from))
  })
  // Reset or broken: 'close' follows.
  socket.on('error', () => undefined)
  socket.on('close', end)
  socket.on('end', () => {
    socket.end()
    end()
  })
  return {
    known() {
      bound = largestFrame
    },
    send(frame) {
      const text = `${JSON.stringify(frame)}\n`
      if (Buffer.byteLength(text) > largestFrame) return false
      if (ended || socket.destroyed) return true
      socket.write(text)
      if (socket.writableLength > mostUnread) socket.destroy()
      return true
    },
    end() {
      socket.end()
      end()
    },
    drop() {
      socket.destroy()
      end()
    },
  }
}
