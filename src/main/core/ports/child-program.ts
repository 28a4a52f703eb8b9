/** A program of the engine's own in a process of its own. Messages are structured data; what it sends is untrusted. */
export interface ChildProgram {
  /** Throws or reports through `onEnd` when it cannot be delivered. */
  send(message: object): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once, with the reason in words, when the process has ended, however it did, or could not be started. */
  onEnd(listener: (reason: string) => void): void
  /** Asks it to end; it cleans up after itself. Harmless when it has ended. */
  close(): void
}

/** What a program is started with. `env` is its whole environment. */
export interface ChildSpec {
  readonly program: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** Starts a program. Never throws: a start that fails is an end. */
export type StartChild = (spec: ChildSpec) => ChildProgram
