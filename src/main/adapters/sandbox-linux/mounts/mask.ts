import type { GuardedConfig } from '../protection/detached-configs'
import type { Made } from './journal'

/**
 * One thing laid over the file system of a run, on top of the writable places. `pinned` stays writable but can be neither
 * moved nor removed; `read-only` can be read; `closed` can be neither read nor entered; `emptied` reads as an empty file.
 */
export type Mask =
  | { readonly kind: 'pinned'; readonly path: string }
  | {
      readonly kind: 'read-only'
      readonly path: string
      /** It shows what is seen elsewhere as well. */
      readonly again?: true
    }
  | { readonly kind: 'closed'; readonly path: string; readonly folder: boolean }
  | { readonly kind: 'emptied'; readonly path: string }

/** A symbolic link that no mount can hold in place; it is looked at again after the run. `target` is its raw text. */
export interface GuardedLink {
  readonly path: string
  readonly target: string
}

/**
 * What keeps a run away from what it may not change. `missing` must be made before the masks can be laid; `links` are
 * put back after the run where the command changed them.
 */
export interface Protection {
  readonly masks: readonly Mask[]
  readonly missing: readonly Made[]
  readonly links: readonly GuardedLink[]
  /** Configurations of git among the masks; absent: none. */
  readonly configs?: readonly GuardedConfig[]
}

/** Nothing to keep away from. */
export const noProtection: Protection = { masks: [], missing: [], links: [] }

/** All of them together. */
export function joinProtections(parts: readonly Protection[]): Protection {
  return {
    masks: parts.flatMap((each) => each.masks),
    missing: parts.flatMap((each) => each.missing),
    links: parts.flatMap((each) => each.links),
    configs: parts.flatMap((each) => each.configs ?? []),
  }
}
