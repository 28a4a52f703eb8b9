import type { WholeFile } from '@shared/domain/opened-file'
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

/**
 * Reads a text file or a picture for the person to look at: only what really lies below one of the roots and what commands may read, at most
 * 5 MB. `path` is absolute. Never throws.
 */
export interface WholeFiles {
  read(path: string, roots: readonly string[]): Promise<WholeFile>
}

/** One file that a search found. `path` is relative to `root`; `indices` are the characters of it that matched. */
export interface FoundFile {
  readonly root: string
  readonly path: string
  readonly name: string
  /** 0 to 1000, 1000 for the very same. */
  readonly score: number
  readonly indices: readonly number[]
}

/** Finds files by some characters of their paths, the best first and not many. Resolves with none once aborted. Never throws. */
export type SearchFiles = (
  query: string,
  roots: readonly string[],
  signal: AbortSignal,
) => Promise<readonly FoundFile[]>
