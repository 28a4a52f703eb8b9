import type { HostPipeEnd } from '@shared/domain/host-problem'
import type { AskState } from './host-asks'

/** One run of what carries standard input and output to a host. Everything that comes from it is untrusted. */
export interface HostPipe {
  /** Standard output in pieces, read as fast as they are taken. */
  readonly output: AsyncIterable<Uint8Array>
  write(text: string): void
  /** What it said on standard error so far; of more than 64 KB the beginning, with how much is missing. */
  said(): string
  /** Resolves with how it ended, when it has. Never rejects. */
  readonly ended: Promise<HostPipeEnd>
  /** What it asked a person; absent: it cannot ask through us. */
  readonly asks?: (() => AskState) | undefined
  /** Ends it, at the latest after a second. */
  end(): void
}

/** One that also takes what is no text. */
export interface BytePipe extends HostPipe {
  /** Resolves with whether these bytes have been taken, when they have or cannot be any more. Never rejects. */
  send(bytes: Uint8Array): Promise<boolean>
  /** Says that nothing more is written; what it says itself is still read. */
  finish(): void
}

/** Starts the command of a host. A program that is not there is a pipe that ends at once and says so. */
export type OpenHostPipe = () => HostPipe | Promise<HostPipe>
