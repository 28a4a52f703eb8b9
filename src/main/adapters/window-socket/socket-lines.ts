import type { Socket } from 'node:net'
import { LineCutter, tooLong } from '../../core/text/line-cutter'
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
  const lines = new LineCutter(largestGreeting)
  let ended = false
  const end = (): void => {
    if (ended) return
    ended = true
    over()
  }
  const drop = (): void => {
    socket.destroy()
    end()
  }
  socket.on('data', (chunk: Buffer) => {
    for (const line of lines.push(chunk)) {
      if (line === tooLong) drop()
      if (line === tooLong || ended) return
      take(line.toString())
    }
    if (lines.isTooLong) drop()
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
      lines.limit = largestFrame
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
    drop,
  }
}
