/**
 * Where a file stands for the engine itself, which reads without a sandbox. `closed`: commands may not read it (credential
 * stores, the engine's own home, what config.toml adds), or it is the kernel's; nobody reads it for an agent. `outside`:
 * beyond the session's folders; it may be looked at on this machine, but its text is neither shown, kept nor sent.
 */
export type Standing = 'inside' | 'outside' | 'closed'

/** An opened file. `realPath` is absolute, links followed; `links` counts the names that the file has. */
export interface OpenedFile {
  readonly realPath: string
  readonly device: number
  readonly inode: number
  readonly links: number
}

/** Judges files for one look at the file system, as the places stood when it began. Never throws. */
export interface PlaceJudge {
  standing(file: OpenedFile): Promise<Standing>
}

/** What the engine may read on an agent's behalf. `roots` are the folders of the session that asks, absolute. */
export interface ReadLimits {
  judge(roots: readonly string[]): PlaceJudge
}
