import type { DoctorCheck } from './doctor'
import type { HostProblem } from './host-problem'
import type { McpServerListing, McpServerRun } from './mcp-server'

/** In which ways a window may have a host reached: each is one program with one plain name behind it. */
export const hostWays = ['ssh', 'docker', 'podman'] as const
export type HostWay = (typeof hostWays)[number]

/**
 * A host of the configuration. `command` is what is started for it, whole; `removable`: it is one that a window could have added to config.toml; `fleet`: it
 * is one of sandboxes, `command` is that of each, and these are what a window may change of its entry.
 */
export interface HostListing {
  readonly name: string
  readonly command: readonly string[]
  readonly removable: boolean
  /** Of which providers it is lent the key while it is connected. */
  readonly lends: readonly string[]
  /** What a window began there ends with it. */
  readonly ends: boolean
  /** Windows show it. */
  readonly window: boolean
  readonly fleet?: FleetEntry
}

/** What a window may change of a fleet's entry: where its sandboxes are made and of what, and how long is waited for one and until one is removed. */
export interface FleetEntry {
  readonly context: string
  readonly namespace: string
  readonly template: string
  readonly ready_seconds: number
  readonly idle_minutes: number
}

/** Why nothing was written; `host` is the one in whose way it stands, and `message` names what of the file was expected. */
export type HostRefusal =
  | { readonly kind: 'name' | 'destination' | 'container' | 'unknown' | 'by-hand' | 'changed' }
  | { readonly kind: 'taken' | 'alike'; readonly host: string }
  | { readonly kind: 'file'; readonly message: string }

/** What became of an edit of config.toml. */
export type HostEdited =
  | { readonly kind: 'written' }
  | ({ readonly kind: 'refused' } & { readonly why: HostRefusal })

/** What a host that answers was found to be; `leftOut`: so many more checks it says, of which nothing is kept. `banner` and `said` are what the machine there said beside its engine: untrusted, as all of it. */
export interface HostFound {
  readonly version: string
  readonly platform: string
  readonly roundTripMs: number
  readonly checks: readonly DoctorCheck[]
  readonly leftOut: number
  readonly banner: string
  readonly said: string
}

/** What came of a test: what was found, or why there is no engine to be had, with the host's own words. */
export type HostTested =
  | ({ readonly kind: 'answers' } & HostFound)
  /** Of a fleet: a sandbox can be made, of a pool of which so many stand ready; absent: the cluster names none. */
  | {
      readonly kind: 'fleet'
      readonly version: string
      readonly pool?: { readonly name: string; readonly ready: number }
    }
  | {
      readonly kind: 'fails'
      readonly why: HostProblem
      readonly banner: string
      readonly said: string
    }

/**
 * What the engine of a host says of itself: untrusted, and cut at a bound, beyond which lists had `leftOut` entries. `file` is its config.toml, `problem` why
 * that cannot be used; `settings` are some of those in force, `rules` how many rules of effects it has.
 */
export interface HostEngine {
  readonly file: string
  readonly problem?: string
  readonly settings: readonly { readonly key: string; readonly value: string }[]
  readonly models: readonly { readonly provider: string; readonly model: string }[]
  readonly servers: readonly (Pick<McpServerListing, 'id' | 'target' | 'enabled'> & {
    readonly runs: readonly Pick<McpServerRun, 'state' | 'reason'>[]
  })[]
  readonly rules: number
  readonly leftOut: number
}
