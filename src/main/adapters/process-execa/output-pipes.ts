import { closeSync } from 'node:fs'
import { Socket } from 'node:net'
import { spawner } from './spawn/native-spawner'

/** As much as Node reads at once. */
const chunkBytes = 65_536

/** The end that is read here, and the descriptor for the program that writes; close it when the program has been started. */
export interface OutputPipe {
  readonly reader: Socket
  readonly writer: number
}

/** The pipes of one program. */
export interface TakenPipes {
  readonly stdout: OutputPipe
  readonly stderr: OutputPipe
}

/**
 * Pipes for what a program prints, one for each output. Node would give it sockets, which cannot be opened by the name /dev/stdout, and makes no
 * pipes itself. Undefined where none can be made, and sockets must do. `reused` as in StartSpec.
 */
export function takePipes(reused: boolean): TakenPipes | undefined {
  const stdout = onePipe(reused)
  const stderr = stdout && onePipe(reused)
  if (stdout && stderr) return { stdout, stderr }
  if (stdout) {
    stdout.reader.destroy()
    closeSync(stdout.writer)
  }
  return undefined
}

function onePipe(reused: boolean): OutputPipe | undefined {
  const ends = spawner()?.pipe()
  if (typeof ends !== 'object') return undefined
  const [fd, writer] = ends
  const callback = (bytes: number, buffer: Uint8Array): boolean =>
    reader.emit('data', buffer.subarray(0, bytes))
  const onread = reused ? { buffer: Buffer.allocUnsafeSlow(chunkBytes), callback } : undefined
  const reader: Socket = new Socket({ fd, readable: true, writable: false, ...(onread && { onread }) })
  return { reader, writer }
}
