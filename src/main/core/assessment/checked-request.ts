import type { Facts, Floor } from '@shared/domain/facts'
import type { WhatWasRead } from '@shared/domain/what-was-read'
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
}
