/** The size of a terminal in characters. */
export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

/** What became of text for a process: `full` means that it does not read and holds too much already; nothing was taken. */
export type Sent = 'sent' | 'full' | 'closed'

/** The standard input of one process, while it runs. Never throws. */
export interface InputSink {
  write(text: string | Uint8Array): Sent
  /** Resolves when there is room for more, or never will be: whoever passes on a stream waits for it in between. */
  drained(): Promise<void>
  /** Closes standard input; nothing happens in a terminal, which has no such thing. */
  end(): void
  /** Sends SIGINT to the command's process group; false: it is not to be found, or gone. */
  interrupt(): boolean
  /** Gives its terminal another size; nothing happens where it has none. */
  resize(size: TerminalSize): void
}

/**
 * Makes a run one that can be written to. With `terminal` a pseudo-terminal of that size stands for all three standard
 * streams and everything is printed as `stdout`; without one they are pipes. `attach` is called once, when the process
 * has been started, and not at all when it cannot be. `poured`: it only passes on another's standard input, and never
 * interrupts, so that the command needs no process group of its own.
 */
export interface ProcessInput {
  readonly terminal: TerminalSize | undefined
  readonly poured?: true
  attach(sink: InputSink): void
}
