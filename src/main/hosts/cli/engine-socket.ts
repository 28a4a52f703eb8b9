import type { Socket } from 'node:net'

/**
 * What became of looking for an engine: its stream, none, or why what was found was not taken, as a clause for a person. `inUse`: the process of one that is
 * another version or build, and makes no room yet.
 */
export type FoundEngine =
  | { readonly kind: 'found'; readonly socket: Socket; readonly inUse?: number | undefined }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly why: string }

/** The engine that one wants who attaches; `version` as `EngineSocket.build` has it, or of an older program without its build. */
export interface AskedEngine {
  readonly version: string
  readonly confinement?: 'container' | undefined
}

/** What becomes of one that comes. */
export type Admittance = 'welcome' | 'other-build' | 'leaving' | 'confined-otherwise'

/** What an engine does with those that come. */
export interface EngineDoor {
  /** Whether one that asks for these is let in, `other-build` too; `leaving`: the engine makes room for one that is that. */
  admits(asked: AskedEngine): Admittance | Promise<Admittance>
  /** Takes the stream of one that has shown that it is this user's. */
  arrive(socket: Socket): void
}

/** Waits for those that attach. Undefined: another engine of the home is there. Throws an error of one line where no such socket can be. */
export type ListenForClients = (door: EngineDoor) => Promise<{ close(): void } | undefined>

/** The socket of this user's engine, which no other user and no sandboxed command can attach to. */
export interface EngineSocket {
  /** This program's version, `+`, and digits that are others for a program in another folder, as each that is installed has one of its own. */
  readonly build: string
  /** The engine of this home on this machine; one that was started with another confinement is `refused`, unless it makes room. */
  find(confinement?: 'container'): Promise<FoundEngine>
  /** The engine at this socket and no other. Throws an error of one line for a folder that is not this user's alone. */
  at(path: string, confinement?: 'container'): Promise<FoundEngine>
  /** Starts the program so that it outlives this one; `ended` resolves with what it said when it ends. */
  start(args: readonly string[]): Promise<{ readonly ended: Promise<string>; leave(): void }>
}
