import type { Evidence } from '@shared/domain/evidence'

/** What is stopped of a run that goes on. */
export interface RunningStops {
  /** What was stopped since this was asked last, as far as it has been reported; nothing where the run is not observed. */
  take(): Promise<readonly Evidence[]>
  /** Has it told whenever there may be something to take, until the run is over. One listener; a later one takes its place. */
  listen(listener: () => void): void
}
