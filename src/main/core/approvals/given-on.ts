import type { Grant } from '@shared/domain/grant'
import type { ReadFile } from '@shared/domain/what-was-read'

/**
 * What a yes was given on: the texts that were read for it, and the paths that it grants. Of a yes that is not for these texts
 * (to words with a star, to a tool whatever it is called with) there are none.
 */
export interface GivenOn {
  readonly kind: 'only-this' | 'outside'
  readonly grants: readonly Grant[]
  readonly whatWasRead: readonly ReadFile[]
}
