import { Socket } from 'node:net'
import { spawner } from './spawn/native-spawner'

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
 * pipes itself. Undefined where none can be made, and sockets must do.
 */
export function takePipes(): TakenPipes | undefined {
  const native = spawner()
  const [one, other] = [native?.pipe(), native?.pipe()]
  if (typeof one !== 'object' || typeof other !== 'object') return undefined
  const [stdout, stderr] = [one, other].map(([read, writer]) => ({
    reader: new Socket({ fd: read, readable: true, writable: false }),
    writer,
  }))
  return stdout && stderr && { stdout, stderr }
}
