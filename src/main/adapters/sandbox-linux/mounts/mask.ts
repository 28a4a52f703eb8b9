import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { GuardedConfig } from '../protection/detached-configs'
import type { Made } from './journal'
import { isUnder } from '../writable-roots'

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
      /** Folders in it that stay writable: they are opened again above it. */
      readonly but?: readonly string[]
    }
  | { readonly kind: 'closed'; readonly path: string; readonly folder: boolean }
  | { readonly kind: 'emptied'; readonly path: string }

/** Whether a mask lies over this path: at or below it, and in nothing that is opened again. */
export const isMasked = (path: string, mask: Mask): boolean =>
  isUnder(path, mask.path) && !('but' in mask && mask.but.some((open) => isUnder(path, open)))

/** The entries of a folder that hold none of these places, at any depth; none where it cannot be listed. */
function besides(folder: string, open: readonly string[]): readonly string[] {
  if (open.includes(folder)) return []
  if (!open.some((place) => isUnder(place, folder))) return [folder]
  try {
    return readdirSync(folder).flatMap((name) => besides(join(folder, name), open))
  } catch (error) {
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}

/** What stays as it is for the sake of a mask: its place, or all in it but what is opened again. A pinned folder changes. */
export function maskedPlaces(mask: Mask): readonly string[] {
  if (mask.kind === 'pinned') return []
  return 'but' in mask ? besides(mask.path, mask.but) : [mask.path]
}

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
