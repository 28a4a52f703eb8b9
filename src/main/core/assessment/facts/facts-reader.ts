import type { SourceText } from '../../shell/graph-builder'
import type { WhatWasRead } from '@shared/domain/what-was-read'
import type { Fits } from '../actions/file-action'
import type { ReadText } from '../read-texts'

/** How files below a path stand with git. `complete` is false when the budget ended before all were looked at. */
export interface GitCounts {
  readonly tracked: number
  readonly modified: number
  readonly untracked: number
  readonly ignored: number
  readonly complete: boolean
}

/** What a path is. `missing` is a fact; `unknown` means that it could not be looked at. */
export type PathKind = 'file' | 'directory' | 'symlink' | 'fifo' | 'socket' | 'device' | 'missing' | 'unknown'

/**
 * What is known of one path. `kind` is that of the entry itself, links not followed; `realPath` is where it leads in
 * the end, links followed (of the nearest folder that exists, when it is missing). `files` and `bytes` count everything
 * below a folder without following links; `counted` false means that there is more. Times are milliseconds.
 */
export interface PathFact {
  readonly path: string
  readonly kind: PathKind
  readonly realKind: PathKind
  readonly realPath: string | undefined
  readonly files: number | undefined
  readonly bytes: number | undefined
  readonly counted: boolean
  readonly newestMs: number | undefined
  readonly mode: number | undefined
  readonly git: GitCounts | undefined
  /** The real folder in which git keeps what it has of it; absent without `git`. */
  readonly keptIn?: string | undefined
  readonly reason: string | undefined
}

/** A branch of the remote that a push or pull is about. `ahead` and `behind` are undefined when not known. */
export interface UpstreamFact {
  readonly remote: string
  readonly branch: string
  readonly ahead: number | undefined
  readonly behind: number | undefined
}

/** What a repository's own files say; its configuration is read as text and never acted on. */
export interface RepositoryFact {
  readonly root: string
  readonly gitDir: string
  readonly branch: string | undefined
  readonly remotes: readonly { readonly name: string; readonly url: string }[]
  readonly upstream: UpstreamFact | undefined
  /** Settings that make git start a program, by name. */
  readonly executables: readonly string[]
  /** Files of git's, and repositories in this one, by which git may start more, or turn elsewhere, and that could not be read. */
  readonly unread: readonly string[]
  /** False: its files lie beyond the session's folders, so that what they say is shown and not sent. */
  readonly inside: boolean
  /** What could not be read, in words. */
  readonly gaps: readonly string[]
}

/** How much of a path is wanted: its kind alone, or also what is below it and how that stands with git. */
export type Depth = 'entry' | 'below'

/**
 * One bounded look at the file system. Starts no process, opens nothing but regular files, never throws for what it
 * finds; after the budget has ended every answer is `unknown` or `not-read` with that reason. `fits`: of a folder only what fits is
 * counted.
 */
export interface FactsReading {
  path(path: string, depth: Depth, fits?: Fits): Promise<PathFact>
  /**
   * A file's text: `show` only where it may be shown, kept and sent; `judge` also beyond the session's folders, for rules
   * whose findings are told without any of it. Never one that commands may not read.
   */
  text(path: string, use: 'show' | 'judge'): Promise<SourceText>
  /**
   * Takes a file up in what was read by its digest alone, whatever it holds; one that is very large by what the system says of it. `by`: only a text
   * that is withheld names it, as after `withholdNames`.
   */
  bind(path: string, by?: 'hidden-text'): Promise<void>
  /**
   * Takes up where a path leads (`leads`), or which names fit a pattern and where each leads (`names`), by digest; the content of what is
   * there is no part of it. One whose text was taken up keeps the digest of that.
   */
  lead(path: string, as: 'leads' | 'names'): Promise<void>
  /** What stands at each path, links and what they lead to: equal only while nothing there was replaced or written to. */
  standing(paths: readonly string[]): Promise<readonly string[]>
  /** Every text that was asked for and file that was taken up, with its digest. */
  read(): WhatWasRead
  /** Those of them that may be shown, with their digests. */
  shown(): readonly ReadText[]
  /** True once a text was not given because it lies outside: `judge` would have given it. */
  withheld(): boolean
  /**
   * From here on names come from texts that are withheld. Where nothing bears one, `read` tells a stand-in (`not-told:…`), which `bind`,
   * `lead` and `standing` of every reading of this reader take for it.
   */
  withholdNames(): void
  /** The names in a folder; undefined when it cannot be listed. `complete` is false when there are more. */
  list(path: string): Promise<{ readonly names: readonly string[]; readonly complete: boolean } | undefined>
  repository(folder: string): Promise<RepositoryFact | undefined>
  /** True while nothing had to be left out for lack of time or because there were too many files. */
  complete(): boolean
}

/** How long and how much one reading may look. */
export interface FactsBudget {
  readonly ms: number
  readonly entries: number
}

/** How much one reading may look, and for a session in which folders (absolute). */
export interface FactsScope {
  readonly budget: FactsBudget
  readonly roots: readonly string[]
}

/** The file system and git, as facts. Each `open` starts the clock of its own budget. */
export interface FactsReader {
  open(scope: FactsScope): FactsReading
}

/** The limits of one assessment, together. Entries end a large folder; only a file system that does not answer, or a starved machine, takes the time. */
export const assessmentBudget: FactsBudget = { ms: 2000, entries: 20_000 }
