import type { SandboxPolicy } from '@shared/domain/sandbox-policy'

/**
 * What a patch's path leads to. `place` is the real absolute path that would be written or removed; it has no symbolic
 * link in it. `folder` is the deepest folder above it that exists. `mode` holds permission bits only. A `link` is only
 * reported where the name itself was asked for. `refused` says in words why a patch may not touch it: not a regular
 * file, binary, too large, unreadable, marked read-only, a link that leads nowhere.
 */
export type PatchTarget =
  | { readonly kind: 'missing'; readonly place: string; readonly folder: string }
  | {
      readonly kind: 'file'
      readonly place: string
      readonly mode: number
      /** How many names the file has; above 1 it is hard-linked. */
      readonly links: number
      readonly text: string
    }
  | { readonly kind: 'link'; readonly place: string; readonly leadsTo: string }
  | { readonly kind: 'refused'; readonly reason: string }

/** Where patches may write under a policy, as real absolute paths, and what stays asked about inside of it. */
export interface PatchPlaces {
  readonly writable: readonly string[]
  readonly protected: readonly string[]
}

/**
 * A patch laid out for its run: `command` applies it, `undo` takes a broken-off run back (harmless when there was
 * none), `env` is their whole environment. `settle` says how it went and clears the staging away; it never throws.
 */
export interface StagedPatch {
  readonly folder: string
  readonly command: readonly string[]
  readonly undo: readonly string[]
  readonly env: Readonly<Record<string, string>>
  settle(applied: boolean): Promise<void>
}

/** Makes unified diffs with three lines of context. Quick for any texts: far apart ones give one replaced block. */
export interface TextDiff {
  /** The hunks alone, as the change map carries them; '' when nothing differs. `context` in lines; absent: three. */
  readonly hunks: (before: string, after: string, context?: number) => string
  /**
   * With git's headers; undefined on a side means that there is no file. `name` is relative, and is quoted where git
   * quotes it. '' when nothing differs.
   */
  readonly file: (name: string, before: string | undefined, after: string | undefined) => string
}

/**
 * One thing the applier does, in a real folder, to one name in it. `new` refuses to replace, `swap` replaces by rename,
 * `fill` writes into the file where it stands (a file granted on its own is a mount point and cannot be renamed over);
 * `drop` removes a file, `unlink` a symbolic link. `before` is what the file must still hold; undefined: must be empty or
 * missing. `mode` holds permission bits; undefined: as the umask has it, or as
 * the file has it. A `fill` sets it only on a file that was missing.
 */
export type PatchStep = { readonly folder: string; readonly name: string } & (
  | { readonly kind: 'mkdir' }
  | { readonly kind: 'new'; readonly mode: number | undefined; readonly text: string }
  | { readonly kind: 'swap'; readonly mode: number; readonly text: string; readonly before: string }
  | {
      readonly kind: 'fill'
      readonly mode: number | undefined
      readonly text: string
      readonly before: string | undefined
    }
  | { readonly kind: 'drop'; readonly before: string }
  | { readonly kind: 'unlink' }
)

/** The file system as patches need it. Only `stage` writes, and only in the engine's own staging folder. */
export interface PatchFiles {
  readonly places: (
    policy: SandboxPolicy,
    workspace: string,
    tmpdir: string | undefined,
  ) => Promise<PatchPlaces>
  /** Looks for a session that works in `roots`, without changing anything; with `name` a symbolic link at the end is reported, not followed. Never throws. */
  readonly look: (path: string, end: 'follow' | 'name', roots: readonly string[]) => Promise<PatchTarget>
  /** `id` is unguessable and part of every temporary name. Throws FaultError `internal` when no safe folder is left. */
  readonly stage: (
    id: string,
    steps: readonly PatchStep[],
    writable: readonly string[],
  ) => Promise<StagedPatch>
}
