import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { FolderLook } from '@shared/domain/folder-look'
import type { TrustLevel } from '@shared/domain/settings'

/** A commit, branch and remote as a repository's own files say them; what cannot be read is absent. */
export interface GitInfo {
  readonly commit?: string
  readonly branch?: string
  /** Without user name and password. */
  readonly repositoryUrl?: string
}

/** What the engine asks of the machine around a session. */
export interface Workspace {
  /** The environment for commands: rebuilt from the user's, without secrets (docs/spec/sandbox.md). */
  environment(policy: SandboxPolicy, sandboxed: boolean): Readonly<Record<string, string>>
  /** The branch checked out in cwd, read from .git without running git; undefined when there is none. */
  branch(cwd: string): Promise<string | undefined>
  /** Commit, branch and origin of cwd's repository, read without running git; undefined where there is none. */
  git(cwd: string): Promise<GitInfo | undefined>
  /** The folder's real absolute path; a relative one is taken from `base`. Throws FaultError `bad-request` when it is no readable directory. */
  resolveFolder(folder: string, base?: string): Promise<string>
  /** The user's home directory, for showing paths as ~/… */
  home(): string
  /** The program that a command in `cwd` would start under this name; undefined where there is none. Starts nothing. */
  program(name: string, cwd: string): Promise<ProgramPlace | undefined>
}

/**
 * Where a program lies: its real absolute path. `system`: it was found in a folder of the system's own programs and really
 * lies in one, so that it is what its name says. `at`: where it was found, where that is a link to it.
 */
export interface ProgramPlace {
  readonly path: string
  readonly system: boolean
  readonly at?: string
}

/** What is asked about folders before a session begins in one. Nothing in them is run. */
export interface Folders {
  /** Folders whose absolute path begins with what is typed, by name in order, bounded; none where that cannot be told. */
  complete(typed: string): Promise<readonly string[]>
  look(path: string): Promise<FolderLook>
  /** Writes whether the project round a folder is trusted. Throws FaultError for a folder that is not there, or a file that cannot be edited. */
  trust(path: string, trust: TrustLevel): Promise<FolderLook>
}

/** Looks at what tools outside the sandbox run, or do as it says, in a session's folder. */
export interface ToolSettings {
  /** Begins to follow them, and keeps nobody waiting. */
  follow(folder: string): FollowedSettings
}

/** Tools' settings since they began to be followed. Neither promise rejects. */
export interface FollowedSettings {
  /** Those at the top of the folder were looked at: what is taken away before is not told. */
  readonly begun: Promise<void>
  /** Which were made, changed or removed since, as sorted paths from the folder; what cannot be looked at is left out. */
  changed(): Promise<readonly string[]>
}
