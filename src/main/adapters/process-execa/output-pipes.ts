import { closeSync, constants, existsSync, mkdtempSync, openSync, unlinkSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { runTool, runToolNow } from './run-tool'

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

/** Where coreutils' mkfifo lies: in the system's own folders, which no workspace shapes. */
const places = ['/usr/bin/mkfifo', '/bin/mkfifo', '/run/current-system/sw/bin/mkfifo']
/** How many are made at once, and how few are left when more are. */
const [batch, low] = [32, 8] as const
const limits = { env: {}, ms: 10_000, maxBytes: 65_536, background: true } as const

/**
 * Pipes for what programs print. Node would give them sockets, which cannot be opened by the name /dev/stdout, and makes no
 * pipes itself: so these are named pipes whose names are taken away when they are opened.
 */
export class OutputPipes {
  readonly #folder: string
  readonly #program = places.find((place) => existsSync(place))
  #ready: readonly string[] = []
  #made = 0
  #making = false

  /** `folder` is one that nobody else may enter; what is left in it goes with it. */
  constructor(folder: string) {
    this.#folder = mkdtempSync(join(folder, 'pipes-'))
    this.#refill()
  }

  /** One for each output; undefined where none can be made, and sockets must do. */
  take(): TakenPipes | undefined {
    const [one, other, ...rest] = this.#ready.length < 2 ? this.#makeNow() : this.#ready
    if (one === undefined || other === undefined) return undefined
    this.#ready = rest
    if (rest.length < low) this.#refill()
    const stdout = openPipe(one)
    try {
      return { stdout, stderr: openPipe(other) }
    } catch (error) {
      closeSync(stdout.writer)
      stdout.reader.destroy()
      throw error
    }
  }

  #names(): string[] {
    return Array.from({ length: batch }, () => join(this.#folder, String((this.#made += 1))))
  }

  #makeNow(): readonly string[] {
    if (this.#program === undefined) return []
    const names = this.#names()
    runToolNow(this.#program, ['-m', '600', ...names])
    return names
  }

  #refill(): void {
    if (this.#program === undefined || this.#making) return
    this.#making = true
    const names = this.#names()
    void runTool(this.#program, ['-m', '600', ...names], limits).then(({ code }) => {
      this.#making = false
      if (code === 0) this.#ready = [...this.#ready, ...names] // otherwise they are made when they are needed, which says why
    })
  }
}

function openPipe(path: string): OutputPipe {
  const read = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const writer = openSync(path, constants.O_WRONLY)
    return { reader: new Socket({ fd: read, readable: true, writable: false }), writer }
  } catch (error) {
    closeSync(read)
    throw error
  } finally {
    unlinkSync(path)
  }
}
