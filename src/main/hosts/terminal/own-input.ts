import { readFileSync } from 'node:fs'
import { setRaw } from '../cli/terminal-ask'
import type { InputSink, ProcessInput, TerminalSize } from '../../core/run/process-input'

/** This process's standard input, as a command is given it. */
export interface OwnInput {
  readonly input: ProcessInput
  /** Stops reading and puts the terminal back as it was; call it once, when the command has ended. */
  release(): void
}

/** Whether this process may read from its terminal: one in the background would be stopped by the system. */
function inForeground(): boolean {
  try {
    // After the name in brackets: state, parent, group, session, terminal, the terminal's foreground group.
    const [, , group, , , foreground] = readFileSync('/proc/self/stat', 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    return group === foreground
  } catch {
    return true // no such file on this system: it reads as every program does
  }
}

async function pour(from: NodeJS.ReadableStream, into: InputSink): Promise<void> {
  try {
    for await (const chunk of from) {
      if (into.write(chunk) === 'closed') return
      await into.drained()
    }
  } catch {
    // It cannot be read (a folder, a closed terminal), or the command has ended: for the command both are its end.
  }
  into.end()
}

/**
 * Passes this process's standard input on, byte by byte and no faster than the command reads. The command never gets the
 * descriptor itself: what it leads to lies outside of the sandbox. Where all three streams are a terminal (and `plain` is
 * not asked for), the command has one of its own, of the same size, and follows each resize. Undefined in the background
 * of a terminal: the command's input is then empty.
 */
export function ownInput(plain: boolean): OwnInput | undefined {
  const { stdin, stdout, stderr } = process
  if (stdin.isTTY && !inForeground()) return undefined
  const atTerminal = !plain && stdin.isTTY && stdout.isTTY && stderr.isTTY
  const size = (): TerminalSize => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 })
  let onResize: (() => void) | undefined
  return {
    input: {
      terminal: atTerminal ? size() : undefined,
      poured: true,
      attach(sink) {
        if (atTerminal) {
          onResize = () => {
            sink.resize(size())
          }
          stdin.setRawMode(true)
          stdout.on('resize', onResize)
          onResize()
        }
        void pour(stdin, sink)
      },
    },
    release() {
      if (onResize) {
        stdout.off('resize', onResize)
        setRaw(false)
      }
      stdin.destroy()
    },
  }
}
