import type { Facts, Floor } from '@shared/domain/facts'
import type { WhatWasRead } from '@shared/domain/what-was-read'
import type { Landmarks } from './facts/places'
import type { ReadText } from './read-texts'

/** What is known of a request without any model. `changing`: something is changed or removed by it. */
export interface CheckedRequest {
  readonly facts: Facts
  readonly floor: Floor
  readonly changing: boolean
  /** The texts that were read for it, and whether that was all that would run. */
  readonly read: WhatWasRead
  /** Those of them that may be shown. */
  readonly shown: readonly ReadText[]
  readonly seenThrough: boolean
  /** What gives places their meaning, with links followed; absent: no command was looked at. */
  readonly landmarks?: Landmarks
}
