/** The size of a terminal in characters. */
export interface TerminalSize {
  readonly columns: number
  readonly rows: number
}

/** What became of text for a process: `full` means that it does not read and holds too much already; nothing was taken. */
export type Sent = 'sent' | 'full' | 'closed'

/** The standard input of one process, while it runs. Never throws. */
export interface InputSink {
  write(text: string): Sent
  /** Closes standard input; nothing happens in a terminal, which has no such thing. */
  end(): void
  /** Sends SIGINT to the command's process group; false: it is not to be found, or gone. */
  interrupt(): boolean
}

/**
 * Makes a run one that can be written to. With `terminal` a pseudo-terminal of that size stands for all three standard
 * streams and everything is printed as `stdout`; without one they are pipes. `attach` is called once, when the process
 * has been started, and not at all when it cannot be.
 */
export interface ProcessInput {
  readonly terminal: TerminalSize | undefined
  attach(sink: InputSink): void
}
