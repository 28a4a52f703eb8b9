import type { PlaceJudge } from './read-limits'

/** A picture from a file. `url` is a data URL, `label` what a person is told of it ("cat.png, PNG, 34 KB"). */
export interface LoadedImage {
  readonly url: string
  readonly label: string
}

/**
 * Reads pictures from the engine's machine, bounded; rejects with FaultError `bad-request` for all that is none. `judge`: it is
 * read for an agent, who gets no more than its commands may read.
 */
export interface ImageFiles {
  read(path: string, judge?: PlaceJudge): Promise<LoadedImage>
}
