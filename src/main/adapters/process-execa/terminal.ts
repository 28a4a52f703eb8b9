import { closeSync, constants, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { ReadStream } from 'node:tty'
import type { TerminalSize } from '../../core/run/process-input'

/** A pseudo-terminal of the engine's own. `descriptor` is the program's end: close it when the program has started. */
export interface Terminal {
  readonly descriptor: number
  /** What the program prints; what is written to it is what a person would type. Closes when the program's end does. */
  readonly stream: ReadStream
  /** Gives it another size, and tells the programs in it. Nothing happens once it is closed. */
  resize(size: TerminalSize): void
}

/** The part of node-pty's native module that is used; its typed interface starts programs without passing descriptors. */
interface Native {
  open(
    columns: number,
    rows: number,
  ): { readonly master: number; readonly slave: number; readonly pty: string }
  resize(master: number, columns: number, rows: number): void
}

/**
 * Opens a terminal. The program's end is opened anew by its name: the one that node-pty hands out does not block, which
 * programs take for the end of their input. Throws where this system or this build has no terminals.
 */
export function openTerminal({ columns, rows }: TerminalSize): Terminal {
  const require = createRequire(import.meta.url)
  const { requireBinary } = require('@lydell/node-pty/requireBinary.js') as {
    requireBinary: (file: string) => Native
  }
  const native = requireBinary('pty.node')
  const opened = native.open(columns, rows)
  const stream = new ReadStream(opened.master)
  try {
    return {
      stream,
      descriptor: openSync(opened.pty, constants.O_RDWR | constants.O_NOCTTY),
      resize(size) {
        // A closed descriptor's number may be another file's by now.
        if (!stream.destroyed) native.resize(opened.master, size.columns, size.rows)
      },
    }
  } catch (error) {
    stream.destroy()
    throw error
  } finally {
    closeSync(opened.slave)
  }
}
