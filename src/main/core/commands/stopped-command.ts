import type { Evidence } from '@shared/domain/evidence'

/** A command that was stopped, and by what: evidence of the last stop, [] where nothing had run. */
export interface StoppedCommand {
  readonly command: readonly string[]
  readonly cwd: string
  readonly evidence: readonly Evidence[]
}
