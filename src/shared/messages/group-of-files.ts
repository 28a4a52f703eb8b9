import type { EffectPlace } from '../domain/effect'
import type { GitStanding } from '../domain/facts'

/** Files of one folder that stand alike, together. `git`: how those in a repository stand; undefined: none is. */
export interface GroupOfFiles {
  readonly count: number
  readonly folder: string
  readonly bytes: number
  readonly exact: boolean
  readonly git: GitStanding | undefined
  readonly unversioned: boolean
  readonly place: EffectPlace | undefined
}
