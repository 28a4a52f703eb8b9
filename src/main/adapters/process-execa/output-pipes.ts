import { closeSync } from 'node:fs'
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
  const stdout = onePipe()
  const stderr = stdout && onePipe()
  if (stdout && stderr) return { stdout, stderr }
  if (stdout) {
    stdout.reader.destroy()
    closeSync(stdout.writer)
  }
  return undefined
}

function onePipe(): OutputPipe | undefined {
  const ends = spawner()?.pipe()
  if (typeof ends !== 'object') return undefined
  const [fd, writer] = ends
  return { reader: new Socket({ fd, readable: true, writable: false }), writer }
}
